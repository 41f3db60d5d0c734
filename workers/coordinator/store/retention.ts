import { lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { CoordinatorEnv } from '../env.ts';
import { sessions, windows } from '../schema.ts';
import { deleteTraces } from './delete-traces.ts';
import { TRACE_KEEP_MS } from './traces.ts';

/** Windows per batch: what is held at once, and lost when a batch fails. */
const BATCH = 200;
/** Batches per run, so that a run ends; the next one goes on. */
const MAX_BATCHES = 20;

/** Deletes traces past their time, and sessions that had nothing for as long. */
export async function expireTraces(env: CoordinatorEnv, nowMs: number): Promise<number> {
  const db = drizzle(env.DB);
  const before = nowMs - TRACE_KEEP_MS;
  let count = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const old = await db
      .select({ tenant: windows.tenant, windowId: windows.windowId })
      .from(windows)
      .where(lt(windows.createdAtMs, before))
      .limit(BATCH);
    if (old.length === 0) break;
    for (const [tenant, ofTenant] of Map.groupBy(old, (window) => window.tenant)) {
      const windowIds = ofTenant.map(({ windowId }) => windowId);
      count += (await deleteTraces(env, tenant, windowIds)).windows;
    }
  }
  await db.delete(sessions).where(lt(sessions.updatedAtMs, before));
  return count;
}
