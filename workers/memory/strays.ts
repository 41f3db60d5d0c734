/** Vectors that lead to no memory: left behind by a deletion whose order to the index was lost. */
import type { Env } from './env.ts';
import { openSession } from './session.ts';

/** More parts than any memory has. */
const ALL_PARTS = 128;

const FORGET = `insert into memory_outbox
    (tenant, memory_id, operation, parts, version, created_at_ms, attempts, due_at_ms)
  select ?1, j.value, 'delete', ${ALL_PARTS}, 1, ?3, 0, ?3 from json_each(?2) j
  where not exists (select 1 from memory_memories m where m.tenant = ?1 and m.id = j.value)
  on conflict do nothing`;

/**
 * Orders the index to forget those of the ids that it found and that are no memories of the tenant. Ids
 * that are, and only may not be shown, stay. `[]` costs nothing.
 */
export async function forgetStrays(
  env: Env,
  tenant: string,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  if (ids.length === 0) return;
  // Where it is written, not from a copy that may not have a new memory yet.
  const db = await openSession(env, tenant, nowMs);
  await db.prepare(FORGET).bind(tenant, JSON.stringify(ids), nowMs).run();
}
