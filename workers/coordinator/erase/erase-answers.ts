import type { CoordinatorEnv } from '../env.ts';
import { must } from '../must.ts';
import { STORE_TIMEOUT_MS } from '../services.ts';
import { answerKey } from '../store/idempotency.ts';

/** Answers that are erased together. */
const BATCH = 100;

const OF_USER = `select ref from coordinator_subjects
  where tenant = ?1 and user_id = ?2 and kind = 'answer' limit ${BATCH}`;
const DELETE = [
  'delete from coordinator_idempotency where tenant = ?1 and scope in',
  "delete from coordinator_subjects where tenant = ?1 and kind = 'answer' and ref in",
].map((statement) => `${statement} (select value from json_each(?2))`);

/**
 * Erases answers about a user that are kept for repeats: a repeat is then a new request. Stops after the
 * batch in which the clock passes `untilMs`.
 * @returns true when none is left
 * @throws Error when a store is down: calling again goes on
 */
export async function eraseAnswers(
  env: CoordinatorEnv,
  tenant: string,
  userId: string,
  untilMs: number,
): Promise<boolean> {
  do {
    const { results } = await env.DB.prepare(OF_USER)
      .bind(tenant, userId)
      .all<{ readonly ref: string }>();
    if (results.length === 0) return true;
    const refs = results.map(({ ref }) => ref);
    // Whether the row names an object or not: one may have been written right before a Worker was killed.
    const keys = await Promise.all(refs.map((ref) => answerKey(ref)));
    await must(STORE_TIMEOUT_MS, 'delete kept answers', () =>
      env.OFFLOAD.deleteObject(tenant, keys),
    );
    await env.DB.batch(
      DELETE.map((statement) => env.DB.prepare(statement).bind(tenant, JSON.stringify(refs))),
    );
  } while (Date.now() < untilMs);
  return false;
}
