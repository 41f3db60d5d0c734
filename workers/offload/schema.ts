/**
 * Tables of the offload Worker.
 *
 * Conventions for all tables of the database: snake_case; tables are prefixed with the Worker that owns
 * them; the tenant is the first column of every primary key and of every index that serves requests, so
 * that a query without it cannot be fast by accident; times are integers in epoch milliseconds and end
 * in `_at_ms`; sizes carry their unit; a boolean is an integer 0 or 1. A value from a closed list that
 * is compared is stored as its rank in that list, which is then append-only.
 */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row per handle: some bytes of one tenant under one media type. */
export const offloadHandles = sqliteTable(
  'offload_handles',
  {
    tenant: text('tenant').notNull(),
    handle: text('handle').notNull(),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    /** Tokens in o200k_base; null when the content is not text. */
    tokens: integer('tokens'),
    tokensEstimated: integer('tokens_estimated', { mode: 'boolean' }).notNull(),
    lines: integer('lines'),
    mediaType: text('media_type').notNull(),
    source: text('source').notNull(),
    /** Index into TRUSTS, 0 the most trusted. The lowest trust that the bytes ever came with stays. */
    trustRank: integer('trust_rank').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.handle] }),
    // Which handles share an object: it may be deleted only with the last of them.
    index('offload_handles_object').on(table.tenant, table.sha256),
    index('offload_handles_expiry').on(table.expiresAtMs),
    check('offload_handles_bytes', sql`${table.bytes} >= 0`),
  ],
);

/** Which sessions refer to a handle. */
export const offloadSessions = sqliteTable(
  'offload_sessions',
  {
    tenant: text('tenant').notNull(),
    sessionId: text('session_id').notNull(),
    handle: text('handle').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.sessionId, table.handle] }),
    index('offload_sessions_handle').on(table.tenant, table.handle),
  ],
);
