import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Failure } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import type { AppEnv } from './app-env.ts';
import { type Documented, document } from './document.ts';
import { problem } from './http-error.ts';
import { withIdempotency } from './idempotency.ts';
import { MAX_JSON_BYTES, parseJson, readBytes } from './read-body.ts';
import { validateBody } from './validate-body.ts';

export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** What an endpoint is, for the document and for the edge; both use the same schemas. */
export interface Endpoint<Body extends z.ZodType | undefined, Query extends z.ZodObject | undefined>
  extends Documented {
  readonly body?: Body;
  readonly query?: Query;
  /** True when an empty body means `{}`. */
  readonly optionalBody?: boolean;
}

interface Parsed<Body, Query> {
  readonly body: Body extends z.ZodType ? z.output<Body> : undefined;
  readonly query: Query extends z.ZodObject ? z.output<Query> : undefined;
}

/** A successful value to send as JSON, an own response, or a failure. */
export type Outcome = Result<unknown, Failure> | Response;

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/**
 * Mounts an endpoint: documents it, reads and validates what comes in, honours `Idempotency-Key` on
 * POST, calls the handler and maps what it returns. Handlers get parsed values and return results. POST
 * and PATCH have a body; what comes with the other methods is not looked at.
 */
export function endpoint<
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
>(
  app: App,
  spec: Endpoint<Body, Query>,
  handler: (c: AppContext, parsed: Parsed<Body, Query>) => Promise<Outcome>,
): void {
  document(app, spec);
  app.on(spec.method.toUpperCase(), routePath(spec.path), async (c: AppContext) => {
    const query = readQuery(spec.query, c);
    if (!query.ok) return problem(query.error, c.get('requestId'));
    const answer = async (bytes: Uint8Array | null): Promise<Response> => {
      const body = readBody(spec, bytes, c);
      if (!body.ok) return problem(body.error, c.get('requestId'));
      c.get('timing').mark('read');
      const parsed = { body: body.value, query: query.value } as Parsed<Body, Query>;
      return respond(c, await handler(c, parsed), spec.status ?? 200);
    };
    if (spec.method !== 'post' && spec.method !== 'patch') return answer(null);
    const bytes = await readBytes(c.req.raw, MAX_JSON_BYTES);
    if (!bytes.ok) return problem(bytes.error, c.get('requestId'));
    // A patch sets fields to values: repeating one changes nothing anyway.
    if (spec.method === 'patch') return answer(bytes.value);
    return withIdempotency(c, bytes.value, () => answer(bytes.value));
  });
}

/** The router's spelling of a documented path: `{id}` becomes `:id`. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Maps what a handler returned to an answer, with the headers that it set. */
export function respond(c: AppContext, outcome: Outcome, status: 200 | 201): Response {
  if (outcome instanceof Response) return outcome;
  if (!outcome.ok) return problem(outcome.error, c.get('requestId'));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return c.newResponse(JSON.stringify(outcome.value), status, headers);
}

function readBody(
  spec: { readonly body?: z.ZodType | undefined; readonly optionalBody?: boolean },
  bytes: Uint8Array | null,
  c: AppContext,
): Result<unknown, Failure> {
  if (spec.body === undefined || bytes === null) return { ok: true, value: undefined };
  const empty = spec.optionalBody === true && bytes.length === 0;
  const type = empty ? null : (c.req.header('content-type') ?? null);
  const json = parseJson(empty ? EMPTY_OBJECT : bytes, type);
  return json.ok ? validateBody(spec.body, json.value) : json;
}

function readQuery(schema: z.ZodObject | undefined, c: AppContext): Result<unknown, Failure> {
  return schema === undefined
    ? { ok: true, value: undefined }
    : validateBody(schema, c.req.query());
}
