import type { Failure } from '../../shared/errors.ts';
import type { AppContext } from './endpoint.ts';
import { problem } from './http-error.ts';
import { claim, type FirstAnswer, forget, keepAnswer, MAX_KEY_CHARS } from './store/idempotency.ts';

/** Waits for a first request that still runs, in ms, before a repeat is told to come back. */
const WAIT_MS = [50, 150, 400, 1000, 2000] as const;
/** Headers of the first answer that a repeat gets as well. */
const KEPT_HEADERS = ['content-type', 'location', 'etag'];

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
  for (const waitMs of [...WAIT_MS, null]) {
    const claimed = await claim(c.env, c.get('tenant'), scope, body, Date.now());
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
  let keep = false;
  try {
    const response = await run();
    keep = isFinal(response.status);
    if (keep) {
      const body = await response.clone().text();
      const headers = keptHeaders(response.headers);
      await keepAnswer(c.env, tenant, scope, claimedAtMs, {
        status: response.status,
        headers,
        body,
      });
    }
    return response;
  } finally {
    if (!keep) await forget(c.env, tenant, scope, claimedAtMs);
  }
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
