import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { PrefixRecord, SessionStore } from '../../../shared/ports.ts';
import {
  BASELINE_OUTCOMES,
  CURRENT_OUTCOMES,
  type SessionOutcome,
} from '../../../shared/session/rot.ts';
import { outcomes, sessions, windows } from '../schema.ts';

const judged = {
  windowId: outcomes.windowId,
  tokens: outcomes.windowTokens,
  quality: outcomes.quality,
};

/** The outcomes that tell how a session goes: its first ones, to compare with, and its last, newest first. */
export function tellingOutcomes(db: D1Database, tenant: string, sessionId: string) {
  const reported = (order: SQL, limit: number) =>
    drizzle(db)
      .select(judged)
      .from(outcomes)
      .where(and(eq(outcomes.tenant, tenant), eq(outcomes.sessionId, sessionId)))
      .orderBy(order)
      .limit(limit);
  return [
    reported(asc(outcomes.windowId), BASELINE_OUTCOMES),
    reported(desc(outcomes.windowId), CURRENT_OUTCOMES),
  ] as const;
}

/** The answers of `tellingOutcomes()` as one list, each once, oldest first. */
export function inOrder(
  first: readonly SessionOutcome[],
  latest: readonly SessionOutcome[],
): readonly SessionOutcome[] {
  const known = new Set(first.map(({ windowId }) => windowId));
  return [...first, ...latest.toReversed().filter(({ windowId }) => !known.has(windowId))];
}

/** What one tenant's sessions remember, in D1. */
export function sessionStoreOf(db: D1Database, tenant: string): SessionStore {
  return {
    async recall(sessionId) {
      const orm = drizzle(db);
      const [[last], first, latest] = await orm.batch([
        orm
          .select({ prefix: sessions.prefix })
          .from(sessions)
          .where(and(eq(sessions.tenant, tenant), eq(sessions.sessionId, sessionId)))
          .limit(1),
        ...tellingOutcomes(db, tenant, sessionId),
      ]);
      return {
        lastPrefix: last === undefined ? null : (JSON.parse(last.prefix) as PrefixRecord),
        outcomes: inOrder(first, latest),
      };
    },
    async remember(sessionId, { windowId, prefix }, nowMs) {
      const remembered = { prefix: JSON.stringify(prefix), updatedAtMs: nowMs };
      await drizzle(db)
        .insert(sessions)
        .values({ tenant, sessionId, firstWindowId: windowId, ...remembered })
        .onConflictDoUpdate({ target: [sessions.tenant, sessions.sessionId], set: remembered });
    },
    async report({ windowId, sessionId, tokens, ...reported }, nowMs) {
      const values = { sessionId, windowTokens: tokens, ...reported, createdAtMs: nowMs };
      await drizzle(db)
        .insert(outcomes)
        .values({ tenant, windowId, ...values })
        .onConflictDoUpdate({ target: [outcomes.tenant, outcomes.windowId], set: values });
    },
  };
}

/** What is listed of a session. */
export interface SessionRow {
  readonly sessionId: string;
  readonly firstWindowId: string;
  readonly updatedAtMs: number;
  readonly windows: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Sessions of a tenant, newest beginning first, at most `limit`, older than `beforeId` when it is given. */
export async function listSessions(
  db: D1Database,
  tenant: string,
  page: { readonly beforeId: string | null; readonly limit: number },
): Promise<readonly SessionRow[]> {
  const where: SQL[] = [eq(sessions.tenant, tenant)];
  if (page.beforeId !== null) where.push(lt(sessions.firstWindowId, page.beforeId));
  const orm = drizzle(db);
  // The page is cut before windows are counted, so that only its own sessions are.
  const shown = orm
    .select({
      sessionId: sessions.sessionId,
      firstWindowId: sessions.firstWindowId,
      updatedAtMs: sessions.updatedAtMs,
    })
    .from(sessions)
    .where(and(...where))
    .orderBy(desc(sessions.firstWindowId))
    .limit(page.limit)
    .as('shown');
  return orm
    .select({
      sessionId: shown.sessionId,
      firstWindowId: shown.firstWindowId,
      updatedAtMs: shown.updatedAtMs,
      windows: sql<number>`count(${windows.windowId})`,
      tokensBefore: sql<number>`coalesce(sum(${windows.tokensBefore}), 0)`,
      tokensAfter: sql<number>`coalesce(sum(${windows.totalTokens}), 0)`,
    })
    .from(shown)
    .leftJoin(windows, and(eq(windows.tenant, tenant), eq(windows.sessionId, shown.sessionId)))
    .groupBy(shown.sessionId)
    .orderBy(desc(shown.firstWindowId));
}
