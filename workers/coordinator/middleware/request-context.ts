import { createMiddleware } from 'hono/factory';
import { ulid } from 'ulid';
import type { AppEnv } from '../app-env.ts';
import { ServerTiming } from '../server-timing.ts';

/** Request ids that a caller may set: short, and safe in a header and in a log. */
const CALLER_ID = /^[\w.-]{1,128}$/;

/**
 * Headers of every answer that sets none itself. There is no CORS header on purpose: a key in a web
 * page is a published key, so pages call a server of their own.
 */
const DEFAULT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Gives every request an id and a timing, and every answer its headers. */
export const requestContext = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('x-request-id');
  const requestId = given !== undefined && CALLER_ID.test(given) ? given : `req_${ulid()}`;
  const timing = new ServerTiming();
  c.set('requestId', requestId);
  c.set('timing', timing);
  c.set('subjects', new Set());
  await next();
  c.header('x-request-id', requestId);
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) {
    if (!c.res.headers.has(name)) c.header(name, value);
  }
  const entries = timing.header();
  if (entries !== '') c.header('server-timing', entries);
});
