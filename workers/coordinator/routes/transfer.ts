import { z } from 'zod';
import { scopeFields } from '../../../shared/contracts/memory.ts';
import {
  exportLineSchema,
  importedSchema,
  importLineSchema,
} from '../../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, type Result } from '../../../shared/result.ts';
import { within } from '../../../shared/within.ts';
import { marksAnswers, namingHeader, readFrom, readsNear, withBookmark } from '../bookmark.ts';
import { document } from '../document.ts';
import { type App, type AppContext, endpoint, respond } from '../endpoint.ts';
import { problem } from '../http-error.ts';
import { withIdempotency } from '../idempotency.ts';
import { log } from '../log.ts';
import { isJson, MAX_JSON_BYTES, readBytes } from '../read-body.ts';
import { RECALL_TIMEOUT_MS } from '../services.ts';
import { exportStream } from '../transfer/export-stream.ts';
import { importLines } from '../transfer/import-lines.ts';

const TAG = 'Memory';
const NDJSON = 'application/x-ndjson';
/** Memories that are read at once. */
const EXPORT_PAGE = 200;
/** Embedding a hundred texts on a cold isolate takes most of it. */
const IMPORT_TIMEOUT_MS = 120_000;
/** What programs send for lines of JSON: its own types, those of text, and what curl makes up. */
const LINES =
  /^(?:application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines|octet-stream|x-www-form-urlencoded)|text\/[\w.+-]+)\s*(?:;|$)/i;

/** Exports and imports of memories, as lines of JSON. */
export function transferRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/export',
      tag: TAG,
      summary: 'Memories with everything that an import needs, one per line; all without a scope',
      query: z.strictObject(scopeFields),
      answer: exportLineSchema,
      answerType: NDJSON,
      ...readsNear,
    },
    (c, { query }) => exported(c, query),
  );
  importRoute(app);
}

async function exported(
  c: AppContext,
  scope: z.output<z.ZodObject<typeof scopeFields>>,
): Promise<Response | Result<never, Failure>> {
  const tenant = c.get('tenant');
  const readPage = (afterSeq: number) =>
    within(RECALL_TIMEOUT_MS, 'export memories', () =>
      c.env.MEMORY.exportPage(tenant, { scope, afterSeq, limit: EXPORT_PAGE }, readFrom(c)),
    );
  const stream = await exportStream(readPage, ({ code, detail }) =>
    log('error', 'export_broken', { request_id: c.get('requestId'), code, detail }),
  );
  if (!stream.ok) return fail(namingHeader(stream.error));
  return new Response(stream.value, { headers: { 'content-type': `${NDJSON}; charset=utf-8` } });
}

const importSpec = {
  method: 'post',
  path: '/v1/import',
  tag: TAG,
  summary: 'Store lines of an export, or new memories; the same line twice is stored once',
  bodyType: NDJSON,
  body: importLineSchema,
  answer: importedSchema,
  ...marksAnswers,
} as const;

/** The body is not read as a whole, unless an `Idempotency-Key` is bound to it. */
function importRoute(app: App): void {
  document(app, importSpec);
  app.post(importSpec.path, async (c) => {
    const refuse = (failure: Failure) => problem(failure, c.get('requestId'));
    const type = c.req.header('content-type')?.trim() ?? '';
    if (type !== '' && !LINES.test(type)) return refuse(wrongType(type));
    const run = async (body: AsyncIterable<Uint8Array>) => respond(c, await imported(c, body), 200);
    if (c.req.header('idempotency-key') === undefined) {
      return run(c.req.raw.body ?? new Blob([]).stream());
    }
    const bytes = await readBytes(c.req.raw, MAX_JSON_BYTES, WITHOUT_KEY);
    if (!bytes.ok) return refuse(bytes.error);
    return withIdempotency(c, bytes.value, () => run(new Blob([bytes.value]).stream()));
  });
}

const WITHOUT_KEY = 'send it without Idempotency-Key: a line that is stored already is stored once';

async function imported(c: AppContext, body: AsyncIterable<Uint8Array>) {
  const by = c.get('keyName');
  const answer = await importLines(body, (lines) =>
    within(IMPORT_TIMEOUT_MS, 'import memories', () =>
      c.env.MEMORY.importLines(c.get('tenant'), lines, { by }),
    ),
  );
  return withBookmark(c, answer);
}

function wrongType(type: string): Failure {
  const shown = type.slice(0, 100);
  const detail = isJson(type)
    ? `Cannot import "${shown}": send one memory per line as ${NDJSON}, or {"memories": […]} to POST /v1/memories`
    : `Cannot import "${shown}": send one memory per line as ${NDJSON}`;
  return { code: 'unsupported_media_type', detail };
}
