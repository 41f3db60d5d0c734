import type { Failure } from '../../shared/errors.ts';
import { BOOKMARK_HEADER } from './bookmark.ts';
import type { AppContext } from './endpoint.ts';
import { problem } from './http-error.ts';
import { errorFields, log } from './log.ts';
import { claim, type FirstAnswer, forget, keepAnswer, MAX_KEY_CHARS } from './store/idempotency.ts';
import { sha256 } from './store/keys.ts';

/** Waits for a first request that still runs, in ms, before a repeat is told to come back. */
const WAIT_MS = [50, 150, 400, 1000, 2000] as const;
/** Headers of the first answer that a repeat gets as well. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', BOOKMARK_HEADER];

/**
 * Runs a POST once per `Idempotency-Key` and tenant within a day: a repeat gets the first answer and
 * does nothing. The same key with another body is refused; a repeat while the first still runs waits
 * a little, then is asked to come back. Failures of the server are not kept, so that a retry can work.
 */
export async function withIdempotency(
  c: AppContext,
  body: Uint8Array<ArrayBuffer>,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return run();
  const refuse = (failure: Failure) => problem(failure, c.get('requestId'));
  if (key.trim() === '' || key.length > MAX_KEY_CHARS) {
    const detail = `Cannot use Idempotency-Key: give 1 to ${MAX_KEY_CHARS} characters`;
    return refuse({ code: 'invalid_request', detail });
  }
  const scope = `POST ${c.req.path} ${key}`;
  const requestHash = await hashOf(c, body);
  for (const waitMs of [...WAIT_MS, null]) {
    const claimed = await claim(c.env, c.get('tenant'), scope, requestHash, Date.now());
    switch (claimed.state) {
      case 'mine':
        return runAndKeep(c, scope, claimed.claimedAtMs, run);
      case 'other_request':
        return refuse({
          code: 'idempotency_mismatch',
          detail:
            'Cannot repeat request: its Idempotency-Key came with another body; use a new key',
        });
      case 'answered':
        return replay(claimed.answer);
      case 'running':
        if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return refuse({
    code: 'conflict',
    detail: 'Cannot repeat request: the first one with this Idempotency-Key still runs',
    retryAfterSeconds: 2,
  });
}

async function runAndKeep(
  c: AppContext,
  scope: string,
  claimedAtMs: number,
  run: () => Promise<Response>,
): Promise<Response> {
  const tenant = c.get('tenant');
  let kept = false;
  try {
    const response = await run();
    if (isFinal(response.status)) {
      const body = await response.clone().text();
      const headers = keptHeaders(response.headers);
      const userIds = [...c.get('subjects')];
      const answer = { status: response.status, headers, body, userIds };
      kept = await tryKeeping(c, () => keepAnswer(c.env, tenant, scope, claimedAtMs, answer));
    }
    return response;
  } finally {
    if (!kept) await tryKeeping(c, () => forget(c.env, tenant, scope, claimedAtMs));
  }
}

/** The work is done and its answer must go out, even when it cannot be kept for a repeat. */
async function tryKeeping(c: AppContext, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    log('error', 'answer_not_kept', { request_id: c.get('requestId'), ...errorFields(error) });
    return false;
  }
}

/** What makes two requests the same: the query, the content type and the body. */
async function hashOf(c: AppContext, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const type = c.req.header('content-type') ?? '';
  return sha256(JSON.stringify([new URL(c.req.url).search, type, await sha256(body)]));
}

/** Failures here, and refusals that waiting mends, are worth another try with the same key. */
function isFinal(status: number): boolean {
  return status < 500 && status !== 409 && status !== 429;
}

function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function replay(answer: FirstAnswer): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...answer.headers, 'idempotent-replayed': 'true' },
  });
}
