import type { Failure, FailureCode } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/types.ts';
import { rootOf } from './log.ts';

const TITLES: { readonly [code in FailureCode]: readonly [status: number, title: string] } = {
  invalid_request: [400, 'The request is not valid'],
  unauthorized: [401, 'The key is missing or unknown'],
  not_found: [404, 'Not found'],
  gone: [410, 'No longer available'],
  conflict: [409, 'The request conflicts with one that is running'],
  idempotency_mismatch: [422, 'The idempotency key belongs to another request'],
  too_large: [413, 'The request is too large'],
  range_not_satisfiable: [416, 'The range is not in the content'],
  unsupported_media_type: [415, 'The content type is not supported'],
  method_not_allowed: [405, 'The method is not allowed here'],
  budget_infeasible: [422, 'The budget is too small for what is pinned'],
  rate_limited: [429, 'Too many requests'],
  quota_exceeded: [429, 'The quota is used up'],
  dependency_unavailable: [503, 'Something this needs is not available'],
  internal: [500, 'Something went wrong here'],
};

/** Seconds until a retry makes sense, when the failure does not say. */
const RETRY_AFTER_SECONDS = 2;

/** The one place where a failure becomes an HTTP answer: an RFC 9457 problem document. */
export function problem(failure: Failure, requestId: string): Response {
  const [status, title] = TITLES[failure.code];
  const body: JsonObject = {
    ...failure.extra,
    // A name, not an address: nothing has to be reachable to understand a problem.
    type: `urn:casement:problem:${failure.code}`,
    title,
    status,
    detail: failure.detail,
    code: failure.code,
    request_id: requestId,
    ...(failure.errors === undefined
      ? {}
      : { errors: failure.errors.map(({ pointer, detail }) => ({ pointer, detail })) }),
  };
  const headers = new Headers({ 'content-type': 'application/problem+json; charset=utf-8' });
  if (status === 429 || status === 503 || failure.retryAfterSeconds !== undefined) {
    headers.set('retry-after', String(failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  }
  return new Response(JSON.stringify(body), { status, headers });
}

/** What a thrown error means for the caller; what it says stays in the log. */
export function failureOf(error: unknown): Failure {
  // D1 marks every error of its own, so that a database that is down is told from a bug.
  const root = rootOf(error);
  if (root instanceof Error && root.message.startsWith('D1_')) {
    const detail = 'Cannot answer: the database is not available; try again';
    return { code: 'dependency_unavailable', detail };
  }
  return { code: 'internal', detail: 'Cannot answer: something unexpected happened here' };
}
