import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { WindowAnswer, WindowRequest } from '../../../shared/contracts/windows.ts';
import type { PrefixRecord } from '../../../shared/ports.ts';
import { outcomes, windows } from '../schema.ts';
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

/** Writes a window's row, then what its session remembers. Repeating it is harmless. */
export async function saveWindow(
  db: D1Database,
  tenant: string,
  window: {
    readonly request: WindowRequest;
    readonly answer: WindowAnswer;
    readonly prefix: PrefixRecord;
    readonly nowMs: number;
  },
): Promise<void> {
  const { request, answer, prefix, nowMs } = window;
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
    })
    .onConflictDoNothing();
  if (request.session_id === undefined) return;
  await sessionStoreOf(db, tenant).remember(request.session_id, prefix, nowMs);
}

/** The row of one window; null when the tenant has none of that id. */
export async function findWindow(
  db: D1Database,
  tenant: string,
  windowId: string,
): Promise<WindowRow | null> {
  const [row] = await drizzle(db)
    .select()
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
    .select()
    .from(windows)
    .where(and(...where))
    .orderBy(desc(windows.windowId))
    .limit(page.limit);
}

export interface Outcome {
  readonly quality: number;
  readonly inputTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly outputTokens: number | null;
  readonly note: string | null;
}

/** Stores how the answer to a window turned out; a later report replaces an earlier one. */
export async function saveOutcome(
  db: D1Database,
  tenant: string,
  windowId: string,
  outcome: Outcome,
  nowMs: number,
): Promise<void> {
  const values = { ...outcome, createdAtMs: nowMs };
  await drizzle(db)
    .insert(outcomes)
    .values({ tenant, windowId, ...values })
    .onConflictDoUpdate({ target: [outcomes.tenant, outcomes.windowId], set: values });
}
