import { MEMORY_ID_PATTERN } from '../../shared/contracts/memory.ts';
import type { CallBy, Marked } from '../../shared/contracts/memory-rpc.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { pagesOf } from './pages.ts';
import { openSession, type Session } from './session.ts';
import type { Databases } from './shards.ts';

/** Ids of one statement. They are one bound value; each row that changes runs triggers. */
const PAGE_IDS = 100;

/** The memories of a page that are there: `?1` tenant, `?2` now, `?3` the ids as JSON. */
const PRESENT = `tenant = ?1 and id in (select value from json_each(?3))
  and (expires_at_ms is null or expires_at_ms > ?2)`;
const COUNTS = `select id, useful_count n from memory_memories where ${PRESENT}`;
const COUNT_UP = `update memory_memories set useful_count = useful_count + 1,
    last_useful_at_ms = max(coalesce(last_useful_at_ms, 0), ?2),
    updated_at_ms = ?2, change = 'useful', changed_by = ?4
  where ${PRESENT}`;
/** A trigger counts each new credit; a window that has credited a memory before does not again. */
const CREDIT = `insert into memory_credits (tenant, memory_id, window_id, at_ms)
  select ?1, id, ?4, ?2 from memory_memories where ${PRESENT}
  on conflict do nothing`;

/**
 * Counts memories as useful and gives their counts, superseded ones as well. With `windowId` each counts
 * once for that window, however often it is said; without, once per call. Ids that the tenant does not
 * have, that were struck or have expired are left out of the answer. One transaction.
 */
export async function markUseful(
  env: Databases,
  tenant: string,
  ids: readonly string[],
  call: CallBy & { readonly nowMs: number; readonly windowId?: string | undefined },
): Promise<Result<Marked<{ readonly counts: Readonly<Record<string, number>> }>, Failure>> {
  if (call.windowId?.trim() === '') {
    return fail(fieldFailure('/window_id', 'Cannot count memories as useful: window_id is blank'));
  }
  const wanted = [...new Set(ids)].filter((id) => MEMORY_ID_PATTERN.test(id));
  const db = await openSession(env, tenant, call.nowMs);
  if (wanted.length === 0) return ok({ counts: {}, bookmark: db.getBookmark() });
  const statements = pagesOf(wanted, PAGE_IDS).flatMap((page) => {
    const present = [tenant, call.nowMs, JSON.stringify(page)];
    return [counting(db, present, call), db.prepare(COUNTS).bind(...present)];
  });
  const answers = await db.batch<{ id: string; n: number }>(statements);
  const counts = answers.flatMap(({ results }) => results.map(({ id, n }) => [id, n] as const));
  return ok({ counts: Object.fromEntries(counts), bookmark: db.getBookmark() });
}

function counting(
  db: Session,
  present: readonly (string | number)[],
  { windowId, by }: { readonly windowId?: string | undefined; readonly by?: string | undefined },
): D1PreparedStatement {
  return windowId === undefined
    ? db.prepare(COUNT_UP).bind(...present, by ?? null)
    : db.prepare(CREDIT).bind(...present, windowId);
}
