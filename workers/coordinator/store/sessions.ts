import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { PrefixRecord, SessionStore } from '../../../shared/ports.ts';
import { BASELINE_OUTCOMES, CURRENT_OUTCOMES } from '../../../shared/session/rot.ts';
import { outcomes, sessions, windows } from '../schema.ts';

const judged = {
  windowId: outcomes.windowId,
  tokens: outcomes.windowTokens,
  quality: outcomes.quality,
};

/** What one tenant's sessions remember, in D1. */
export function sessionStoreOf(db: D1Database, tenant: string): SessionStore {
  const own = (sessionId: string) =>
    and(eq(outcomes.tenant, tenant), eq(outcomes.sessionId, sessionId));
  return {
    async recall(sessionId) {
      const orm = drizzle(db);
      const [[last], first, latest] = await orm.batch([
        orm
          .select({ prefix: sessions.prefix })
          .from(sessions)
          .where(and(eq(sessions.tenant, tenant), eq(sessions.sessionId, sessionId)))
          .limit(1),
        orm
          .select(judged)
          .from(outcomes)
          .where(own(sessionId))
          .orderBy(asc(outcomes.windowId))
          .limit(BASELINE_OUTCOMES),
        orm
          .select(judged)
          .from(outcomes)
          .where(own(sessionId))
          .orderBy(desc(outcomes.windowId))
          .limit(CURRENT_OUTCOMES),
      ]);
      const known = new Set(first.map(({ windowId }) => windowId));
      const later = latest.toReversed().filter(({ windowId }) => !known.has(windowId));
      return {
        lastPrefix: last === undefined ? null : (JSON.parse(last.prefix) as PrefixRecord),
        outcomes: [...first, ...later],
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
