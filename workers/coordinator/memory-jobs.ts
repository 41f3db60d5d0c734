/**
 * Upkeep of all tenants' memories, from crons. A cron has 15 minutes; each call to the memory Worker is
 * an invocation of its own, with its own limits of time and statements, so that a job makes many.
 */
import type { JsonObject } from '../../shared/types.ts';
import type { CoordinatorEnv } from './env.ts';
import { log } from './log.ts';
import { must } from './must.ts';
import { keepProgress, readProgress } from './store/jobs.ts';

/** How long one call works, in ms: below the 30 s of CPU that an invocation has. */
const CALL_BUDGET_MS = 20_000;
/** A call that is not back after this, in ms, is given up; what it began it ends by itself. */
const CALL_TIMEOUT_MS = 90_000;
/** It is due again after five minutes. */
const DELIVER_BUDGET_MS = 4 * 60_000;
/** Two thirds of what a cron has; the rest is for the other jobs of the same cron, and for the last call. */
const CONSOLIDATE_BUDGET_MS = 10 * 60_000;
const RECONCILE_BUDGET_MS = 10 * 60_000;
const RECONCILE = 'memory_reconcile';

/** Tells the vector index what it has not been told, until it was or takes no more. */
export async function deliverMemories(env: CoordinatorEnv): Promise<JsonObject> {
  let delivered = 0;
  let failed = 0;
  let pending = 0;
  await goOn(DELIVER_BUDGET_MS, async (budgetMs) => {
    const done = await must(CALL_TIMEOUT_MS, 'deliver memories', () =>
      env.MEMORY.deliver({ budgetMs }),
    );
    delivered += done.delivered;
    failed += done.failed;
    pending = done.pending;
    // What failed waits for its time: asking again at once would change nothing.
    return done.delivered > 0 && pending > 0;
  });
  return { delivered, failed, pending };
}

/** Consolidates the memories of every tenant; one log line per run says what was done. */
export async function consolidateMemories(env: CoordinatorEnv): Promise<JsonObject> {
  let runs = 0;
  let complete = false;
  await goOn(CONSOLIDATE_BUDGET_MS, async (budgetMs) => {
    const done = await must(CALL_TIMEOUT_MS, 'consolidate memories', () =>
      env.MEMORY.consolidate({ budgetMs }),
    );
    for (const { tenant, run_id, status, step, counts, error } of done.runs) {
      const fields = { tenant, run_id, status, step, ...counts };
      if (status === 'failed') log('error', 'consolidation_failed', { ...fields, error });
      else log('info', 'consolidated', fields);
    }
    runs += done.runs.length;
    complete = done.complete;
    // No run at all: another call holds the leases.
    return !complete && done.runs.length > 0;
  });
  return { runs, complete };
}

/** Compares every row with the vector index and repairs, from where the last cron stopped. */
export async function reconcileMemories(env: CoordinatorEnv, nowMs: number): Promise<JsonObject> {
  const total = { rows: 0, missing: 0, repaired: 0, pending: 0 };
  let cursor = await readProgress(env.DB, RECONCILE);
  await goOn(RECONCILE_BUDGET_MS, async (budgetMs) => {
    const from = cursor;
    const done = await must(CALL_TIMEOUT_MS, 'reconcile memories', () =>
      env.MEMORY.reconcile({ repair: true, budgetMs, ...(from === null ? {} : { cursor: from }) }),
    );
    total.rows += done.rows;
    total.missing += done.missing;
    total.repaired += done.repaired;
    total.pending = done.pending;
    for (const { dependency, effect } of done.degraded) {
      log('warn', 'reconcile_degraded', { dependency, effect });
    }
    cursor = done.next_cursor;
    // Kept after each call: a cron that is killed loses one call's work.
    await keepProgress(env.DB, RECONCILE, cursor, nowMs);
    return cursor !== null && done.rows > 0;
  });
  return { ...total, complete: cursor === null };
}

/** Repeats a call, with the time that it has, until it says that there is no more or the time is over. */
async function goOn(totalMs: number, step: (budgetMs: number) => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + totalMs;
  for (let leftMs = totalMs; leftMs > 0; leftMs = untilMs - Date.now()) {
    if (!(await step(Math.min(leftMs, CALL_BUDGET_MS)))) return;
  }
}
