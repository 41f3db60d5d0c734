import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { PrefixRecord, SessionStore } from '../../../shared/ports.ts';
import { sessions } from '../schema.ts';

/** What one tenant's sessions remember, in D1. */
export function sessionStoreOf(db: D1Database, tenant: string): SessionStore {
  return {
    async lastPrefix(sessionId) {
      const [row] = await drizzle(db)
        .select({ prefix: sessions.prefix })
        .from(sessions)
        .where(and(eq(sessions.tenant, tenant), eq(sessions.sessionId, sessionId)))
        .limit(1);
      return row === undefined ? null : (JSON.parse(row.prefix) as PrefixRecord);
    },
    async remember(sessionId, record, nowMs) {
      const remembered = { prefix: JSON.stringify(record), updatedAtMs: nowMs };
      await drizzle(db)
        .insert(sessions)
        .values({ tenant, sessionId, ...remembered })
        .onConflictDoUpdate({ target: [sessions.tenant, sessions.sessionId], set: remembered });
    },
  };
}
