import { z } from 'zod';
import { fetchPageSchema, fetchRequestSchema } from '../../../shared/contracts/offload.ts';
import type { Failure } from '../../../shared/errors.ts';
import { bodyResponse, parseRange, unsatisfiedRange } from '../../../shared/offload/http.ts';
import { fetchTool, TOOL_FORMATS } from '../../../shared/offload/tool.ts';
import { ok } from '../../../shared/result.ts';
import { within } from '../../../shared/within.ts';
import { type App, type AppContext, endpoint } from '../endpoint.ts';
import { problem } from '../http-error.ts';
import { READ_TIMEOUT_MS } from '../services.ts';
import { uploadRoute } from './upload.ts';

const TAG = 'Offload';

/** Offload: store, read, and the fetch tool. */
export function offloadRoutes(app: App): void {
  uploadRoute(app);

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/offload/{handle}',
      tag: TAG,
      summary: 'The raw bytes; Range and If-None-Match are honoured',
      answerType: '*/*',
    },
    (c) => download(c),
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/offload/{handle}/fetch',
      tag: TAG,
      summary: 'One page of a stored text: what the fetch tool does',
      // The offload Worker validates the operation, for tool calls as well as for this route.
      body: z.record(z.string(), z.unknown()),
      documentedBody: fetchRequestSchema,
      answer: fetchPageSchema,
    },
    (c, { body }) =>
      within(READ_TIMEOUT_MS, 'read offload', () =>
        c.env.OFFLOAD.fetchPage(c.get('tenant'), handleOf(c), body),
      ),
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/tools/fetch',
      tag: TAG,
      summary: 'The definition of the fetch tool',
      query: z.strictObject({ format: z.enum(TOOL_FORMATS).default('openai') }),
      answer: z.record(z.string(), z.unknown()),
    },
    async (_c, { query }) => ok(fetchTool(query.format)),
  );
}

/** Answers with the bytes of an offload or a part of them (RFC 9110, conditional and range requests). */
async function download(c: AppContext): Promise<Response> {
  const tenant = c.get('tenant');
  const refuse = (failure: Failure) => problem(failure, c.get('requestId'));
  const ifNoneMatch = c.req.header('if-none-match');
  const ifRange = c.req.header('if-range');
  let range = parseRange(c.req.header('range'));
  if (ifNoneMatch !== undefined || (ifRange !== undefined && range !== null)) {
    const info = await within(READ_TIMEOUT_MS, 'read offload', () =>
      c.env.OFFLOAD.info(tenant, handleOf(c)),
    );
    if (!info.ok) return refuse(info.error);
    const etag = `"${info.value.sha256}"`;
    if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) {
      return new Response(null, { status: 304, headers: { etag } });
    }
    // A part of another version would not fit to what the caller has: send the whole.
    if (ifRange !== undefined && ifRange !== etag) range = null;
  }
  const read = await within(READ_TIMEOUT_MS, 'read offload', () =>
    c.env.OFFLOAD.read(tenant, handleOf(c), range),
  );
  if (!read.ok) {
    const answer = refuse(read.error);
    const total = read.error.extra?.total_bytes;
    if (typeof total === 'number') answer.headers.set('content-range', unsatisfiedRange(total));
    return answer;
  }
  return new Response(read.value.body, bodyResponse(read.value));
}

/** `If-None-Match`: any, or a list of which one is this tag; weak ones compare alike. */
function matches(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function handleOf(c: AppContext): string {
  return c.req.param('handle') ?? '';
}
