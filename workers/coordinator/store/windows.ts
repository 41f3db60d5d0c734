import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { WindowAnswer, WindowRequest } from '../../../shared/contracts/windows.ts';
import type { PrefixRecord } from '../../../shared/ports.ts';
import { type SessionStep, totalOf } from '../../../shared/session/step.ts';
import { windows } from '../schema.ts';
import { sessionStoreOf } from './sessions.ts';

/** What is listed of a window. */
export interface WindowRow {
  readonly windowId: string;
  readonly sessionId: string | null;
  readonly createdAtMs: number;
  readonly card: string;
  readonly totalTokens: number;
  readonly budgetTokens: number;
  readonly healthStatus: string;
}

const listed = {
  windowId: windows.windowId,
  sessionId: windows.sessionId,
  createdAtMs: windows.createdAtMs,
  card: windows.card,
  totalTokens: windows.totalTokens,
  budgetTokens: windows.budgetTokens,
  healthStatus: windows.healthStatus,
};

/** Writes a window's row, then what its session remembers. Repeating it is harmless. */
export async function saveWindow(
  db: D1Database,
  tenant: string,
  window: {
    readonly request: WindowRequest;
    readonly answer: WindowAnswer;
    readonly prefix: PrefixRecord;
    readonly step: SessionStep;
    readonly nowMs: number;
  },
): Promise<void> {
  const { request, answer, prefix, step, nowMs } = window;
  await drizzle(db)
    .insert(windows)
    .values({
      tenant,
      windowId: answer.window_id,
      sessionId: request.session_id ?? null,
      createdAtMs: nowMs,
      card: answer.card,
      totalTokens: answer.tokens.total,
      budgetTokens: answer.tokens.budget,
      healthStatus: answer.health.status,
      tokensBefore: totalOf(step.before),
      sections: JSON.stringify({ before: step.before, after: step.after }),
      prefixHit: step.prefixHit,
      reusableTokens: step.reusableTokens,
      kept: step.kept,
      dropped: step.dropped,
    })
    .onConflictDoNothing();
  if (request.session_id === undefined) return;
  const last = { windowId: answer.window_id, prefix };
  await sessionStoreOf(db, tenant).remember(request.session_id, last, nowMs);
}

/** The row of one window; null when the tenant has none of that id. */
export async function findWindow(
  db: D1Database,
  tenant: string,
  windowId: string,
): Promise<WindowRow | null> {
  const [row] = await drizzle(db)
    .select(listed)
    .from(windows)
    .where(and(eq(windows.tenant, tenant), eq(windows.windowId, windowId)))
    .limit(1);
  return row ?? null;
}

/** Windows of a tenant, newest first, at most `limit`, older than `beforeId` when it is given. */
export async function listWindows(
  db: D1Database,
  tenant: string,
  page: { readonly sessionId?: string; readonly beforeId: string | null; readonly limit: number },
): Promise<readonly WindowRow[]> {
  const where: SQL[] = [eq(windows.tenant, tenant)];
  if (page.sessionId !== undefined) where.push(eq(windows.sessionId, page.sessionId));
  if (page.beforeId !== null) where.push(lt(windows.windowId, page.beforeId));
  return drizzle(db)
    .select(listed)
    .from(windows)
    .where(and(...where))
    .orderBy(desc(windows.windowId))
    .limit(page.limit);
}
