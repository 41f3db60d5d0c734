import { MAX_REMOVED } from '../../../shared/contracts/offload.ts';
import type { CoordinatorEnv } from '../env.ts';
import { must } from '../must.ts';
import { STORE_TIMEOUT_MS } from '../services.ts';
import { deleteTraces } from '../store/delete-traces.ts';
import { sessionRef } from '../store/subjects.ts';
import { tenantSettled } from '../store/traces.ts';

/** Windows that are erased together: what an interruption leaves for a repeat. */
const BATCH = 100;

/**
 * Windows that are about nobody in particular, of sessions that the user took part in: their messages go
 * on from windows that are about the user. They come first, while those still lead to them.
 */
const NEIGHBOURS = `select w.window_id as windowId, w.session_id as sessionId
  from coordinator_windows w
  where w.tenant = ?1 and w.session_id in (
    select v.session_id from coordinator_subjects s
      join coordinator_windows v on v.tenant = s.tenant and v.window_id = s.ref
      where s.tenant = ?1 and s.user_id = ?2 and s.kind = 'window' and v.session_id is not null)
    and not exists (select 1 from coordinator_subjects o
      where o.tenant = w.tenant and o.kind = 'window' and o.ref = w.window_id)
  limit ${BATCH}`;
/** A window whose trace did not come to be has no row, and may have offloads. */
const OF_USER = `select s.ref as windowId, w.session_id as sessionId
  from coordinator_subjects s
    left join coordinator_windows w on w.tenant = s.tenant and w.window_id = s.ref
  where s.tenant = ?1 and s.user_id = ?2 and s.kind = 'window' limit ${BATCH}`;
/** Of the sessions ?2 those that have no window but the windows ?3. */
const ENDING = `select e.value as sessionId from json_each(?2) e
  where not exists (select 1 from coordinator_windows w
    where w.tenant = ?1 and w.session_id = e.value
      and w.window_id not in (select value from json_each(?3)))`;
/** Texts that are referred to by ?2 and, at the time ?3, by nothing else. */
const UNSHARED = `select distinct r.handle as handle from coordinator_handle_refs r
  where r.tenant = ?1 and r.ref in (select value from json_each(?2))
    and not exists (select 1 from coordinator_handle_refs o
      where o.tenant = r.tenant and o.handle = r.handle and o.expires_at_ms > ?3
        and o.ref not in (select value from json_each(?2)))`;
/** Once more without windows, since one may have come in the meantime. */
const IS_EMPTY = `not exists (select 1 from coordinator_windows w
  where w.tenant = ?1 and w.session_id = e.value)`;
const DELETE_SESSIONS = `delete from coordinator_sessions where tenant = ?1 and session_id in
  (select e.value from json_each(?2) e where ${IS_EMPTY})`;
const DELETE_UPLOADS = `delete from coordinator_handle_refs where tenant = ?1 and ref in
  (select '${sessionRef('')}' || e.value from json_each(?2) e where ${IS_EMPTY})`;

interface Found {
  readonly windowId: string;
  readonly sessionId: string | null;
}

/** What went. */
export interface ErasedWindows {
  windows: number;
  sessions: number;
  offloads: number;
}

/**
 * Erases the windows that are about a user, with their outcomes; the sessions that have no other window;
 * and the offloaded texts that only they refer to. Adds to `erased` what went. Stops after the batch in
 * which the clock passes `untilMs`.
 * @returns true when none is left
 * @throws Error when a store is down: calling again goes on
 */
export async function eraseWindows(
  env: CoordinatorEnv,
  tenant: string,
  userId: string,
  erased: ErasedWindows,
  untilMs: number,
): Promise<boolean> {
  await tenantSettled(tenant);
  do {
    const batch = await nextBatch(env.DB, tenant, userId);
    if (batch.length === 0) return true;
    await eraseBatch(env, tenant, batch, erased);
  } while (Date.now() < untilMs);
  return false;
}

async function nextBatch(
  db: D1Database,
  tenant: string,
  userId: string,
): Promise<readonly Found[]> {
  for (const statement of [NEIGHBOURS, OF_USER]) {
    const { results } = await db.prepare(statement).bind(tenant, userId).all<Found>();
    if (results.length > 0) return results;
  }
  return [];
}

/** Objects before rows, and all rows in one transaction: a repeat finds what is left. */
async function eraseBatch(
  env: CoordinatorEnv,
  tenant: string,
  batch: readonly Found[],
  erased: ErasedWindows,
): Promise<void> {
  const windowIds = batch.map(({ windowId }) => windowId);
  const sessionIds = new Set(batch.flatMap(({ sessionId }) => sessionId ?? []));
  const ending = await endingSessions(env.DB, tenant, [...sessionIds], windowIds);
  const refs = [...windowIds, ...ending.map((id) => sessionRef(id))];
  erased.offloads += await removeOffloads(env, tenant, refs);
  const { windows, also } = await deleteTraces(
    env,
    tenant,
    windowIds,
    [DELETE_SESSIONS, DELETE_UPLOADS].map((statement) =>
      env.DB.prepare(statement).bind(tenant, JSON.stringify(ending)),
    ),
  );
  erased.windows += windows;
  erased.sessions += also[0] ?? 0;
}

async function endingSessions(
  db: D1Database,
  tenant: string,
  sessionIds: readonly string[],
  windowIds: readonly string[],
): Promise<readonly string[]> {
  if (sessionIds.length === 0) return [];
  const { results } = await db
    .prepare(ENDING)
    .bind(tenant, JSON.stringify(sessionIds), JSON.stringify(windowIds))
    .all<{ readonly sessionId: string }>();
  return results.map(({ sessionId }) => sessionId);
}

async function removeOffloads(
  env: CoordinatorEnv,
  tenant: string,
  refs: readonly string[],
): Promise<number> {
  const { results } = await env.DB.prepare(UNSHARED)
    .bind(tenant, JSON.stringify(refs), Date.now())
    .all<{ readonly handle: string }>();
  let removed = 0;
  for (let start = 0; start < results.length; start += MAX_REMOVED) {
    const handles = results.slice(start, start + MAX_REMOVED).map(({ handle }) => handle);
    const done = await must(STORE_TIMEOUT_MS, 'remove offloads', () =>
      env.OFFLOAD.remove(tenant, handles),
    );
    removed += done.removed;
  }
  return removed;
}
