import { inArray, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { CoordinatorEnv } from '../env.ts';
import { outcomes, sessions, windows } from '../schema.ts';
import { objectKey } from './traces.ts';

/** How long a trace is kept: 30 days, as long as an offload that it may refer to. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** Windows per batch; D1 takes 100 bound parameters. */
const BATCH = 50;
/** Batches per run, so that a run ends; the next one goes on. */
const MAX_BATCHES = 20;

/** Deletes traces past their time: object first, so that no object is left without a row to find it by. */
export async function expireTraces(env: CoordinatorEnv, nowMs: number): Promise<number> {
  const db = drizzle(env.DB);
  const before = nowMs - KEEP_MS;
  let count = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const old = await db
      .select({ tenant: windows.tenant, windowId: windows.windowId })
      .from(windows)
      .where(lt(windows.createdAtMs, before))
      .limit(BATCH);
    if (old.length === 0) break;
    await Promise.all(old.map(({ tenant, windowId }) => deleteTrace(env, tenant, windowId)));
    const ids = old.map(({ windowId }) => windowId);
    await db.batch([
      db.delete(outcomes).where(inArray(outcomes.windowId, ids)),
      db.delete(windows).where(inArray(windows.windowId, ids)),
    ]);
    count += old.length;
  }
  await db.delete(sessions).where(lt(sessions.updatedAtMs, before));
  return count;
}

async function deleteTrace(env: CoordinatorEnv, tenant: string, windowId: string): Promise<void> {
  const deleted = await env.OFFLOAD.deleteObject(tenant, objectKey(windowId));
  if (!deleted.ok) throw new Error(deleted.error.detail);
}
