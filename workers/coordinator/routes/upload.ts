import { z } from 'zod';
import {
  type OffloadAnswer,
  offloadAnswerSchema,
  offloadMetaSchema,
  offloadRequestSchema,
} from '../../../shared/contracts/offload.ts';
import type { Failure } from '../../../shared/errors.ts';
import type { Result } from '../../../shared/result.ts';
import { TRUSTS } from '../../../shared/types.ts';
import { within } from '../../../shared/within.ts';
import { document } from '../document.ts';
import { type App, type AppContext, type Outcome, respond } from '../endpoint.ts';
import { problem } from '../http-error.ts';
import { withIdempotency } from '../idempotency.ts';
import { errorFields, log } from '../log.ts';
import { isJson, MAX_JSON_BYTES, parseJson, readBytes } from '../read-body.ts';
import { STORE_TIMEOUT_MS } from '../services.ts';
import { noteUpload } from '../store/subjects.ts';
import { validateBody } from '../validate-body.ts';

/** A large upload takes as long as its sender needs. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** What is said of a raw body in the query. */
const rawQuerySchema = z.strictObject({
  /** `true` stores a JSON body as it is instead of reading `text` out of it. */
  raw: z.enum(['true', 'false']).default('false'),
  source: offloadMetaSchema.shape.source,
  trust: z.enum(TRUSTS).optional(),
  session_id: offloadMetaSchema.shape.session_id,
  ttl_seconds: z.coerce.number().pipe(offloadMetaSchema.shape.ttl_seconds.unwrap()).optional(),
});

const spec = {
  method: 'post',
  path: '/v1/offload',
  tag: 'Offload',
  summary: 'Store a text or raw bytes; the same bytes give the same handle',
  body: offloadRequestSchema,
  rawBody: '*/*',
  query: rawQuerySchema,
  answer: offloadAnswerSchema,
  status: 201,
} as const;

/** `POST /v1/offload`: JSON with a `text`, or any other content type as it is. */
export function uploadRoute(app: App): void {
  document(app, spec);
  app.post(spec.path, async (c) => {
    const refuse = (failure: Failure) => problem(failure, c.get('requestId'));
    const query = validateBody(rawQuerySchema, c.req.query());
    if (!query.ok) return refuse(query.error);
    const { raw, ...meta } = query.value;
    const contentType = c.req.header('content-type') ?? null;
    const json = raw === 'false' && contentType !== null && isJson(contentType);
    if (!json && c.req.header('idempotency-key') === undefined) {
      const stored = await storeRaw(c, c.req.raw.body, meta, lengthOf(c));
      return respond(c, stored, spec.status);
    }
    // The key is bound to the body, so the body must be known before it is stored.
    const bytes = await readBytes(c.req.raw, MAX_JSON_BYTES, json ? undefined : WITHOUT_KEY);
    if (!bytes.ok) return refuse(bytes.error);
    return withIdempotency(c, bytes.value, async () => {
      c.get('timing').mark('read');
      const stored = json
        ? await storeJson(c, bytes.value, contentType)
        : await storeRaw(c, new Blob([bytes.value]).stream(), meta, bytes.value.length);
      c.get('timing').mark('store');
      return respond(c, stored, spec.status);
    });
  });
}

const WITHOUT_KEY = 'send it without Idempotency-Key: the same bytes give the same handle anyway';

async function storeJson(c: AppContext, bytes: Uint8Array, type: string | null): Promise<Outcome> {
  const json = parseJson(bytes, type);
  if (!json.ok) return json;
  const body = validateBody(offloadRequestSchema, json.value);
  if (!body.ok) return body;
  const stored = await within(STORE_TIMEOUT_MS, 'store offload', () =>
    c.env.OFFLOAD.putText(c.get('tenant'), body.value),
  );
  return noted(c, stored, body.value.session_id);
}

async function storeRaw(
  c: AppContext,
  body: ReadableStream<Uint8Array> | null,
  query: Omit<z.output<typeof rawQuerySchema>, 'raw'>,
  bytes: number | null,
): Promise<Outcome> {
  const media_type = c.req.header('content-type');
  const meta = validateBody(offloadMetaSchema, {
    ...query,
    ...(media_type === undefined || media_type.trim() === '' ? {} : { media_type }),
  });
  if (!meta.ok) return meta;
  const stream = body ?? new Blob([]).stream();
  const stored = await within(UPLOAD_TIMEOUT_MS, 'store offload', () =>
    c.env.OFFLOAD.putStream(c.get('tenant'), stream, meta.value, bytes),
  );
  return noted(c, stored, meta.value.session_id);
}

/** Notes who refers to an upload: windows may refer to the same text, and go with their user. */
async function noted(
  c: AppContext,
  stored: Result<OffloadAnswer, Failure>,
  sessionId: string | undefined,
): Promise<Outcome> {
  if (!stored.ok) return stored;
  const { handle, expires_at } = stored.value;
  const upload = { handle, sessionId, expiresAtMs: Date.parse(expires_at) };
  try {
    await noteUpload(c.env.DB, c.get('tenant'), upload);
  } catch (error) {
    // It is stored: that nobody knows who refers to it must not look as if it were not.
    log('error', 'upload_not_noted', { request_id: c.get('requestId'), ...errorFields(error) });
  }
  return stored;
}

/** The content length, when the sender says it. An empty body has none to say. */
function lengthOf(c: AppContext): number | null {
  const header = c.req.header('content-length');
  if (header !== undefined && /^\d{1,15}$/.test(header)) return Number(header);
  return c.req.raw.body === null ? 0 : null;
}
