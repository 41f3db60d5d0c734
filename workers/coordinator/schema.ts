/** Tables of the coordinator: keys, windows, sessions, first answers to repeated requests, and whose they are. */
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Keys of tenants, stored hashed: a leaked database opens nothing. */
export const apiKeys = sqliteTable('api_keys', {
  /** SHA-256 of the key, lowercase hexadecimal. */
  hash: text('hash').primaryKey(),
  tenant: text('tenant').notNull(),
  name: text('name').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  revokedAtMs: integer('revoked_at_ms'),
});

/** One row per window; the request and the answer themselves are an object in R2. */
export const windows = sqliteTable(
  'coordinator_windows',
  {
    tenant: text('tenant').notNull(),
    windowId: text('window_id').notNull(),
    sessionId: text('session_id'),
    createdAtMs: integer('created_at_ms').notNull(),
    card: text('card').notNull(),
    totalTokens: integer('total_tokens').notNull(),
    budgetTokens: integer('budget_tokens').notNull(),
    healthStatus: text('health_status').notNull(),
    /** What everything offered would have taken. */
    tokensBefore: integer('tokens_before').notNull().default(0),
    /** `{before, after}`: tokens by section, as JSON; null for windows from before steps were kept. */
    sections: text('sections'),
    prefixHit: integer('prefix_hit', { mode: 'boolean' }).notNull().default(false),
    reusableTokens: integer('reusable_tokens').notNull().default(0),
    kept: integer('kept').notNull().default(0),
    dropped: integer('dropped').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.windowId] }),
    index('coordinator_windows_session').on(table.tenant, table.sessionId, table.windowId),
    index('coordinator_windows_created').on(table.createdAtMs),
  ],
);

/** What a session remembers from its last window. */
export const sessions = sqliteTable(
  'coordinator_sessions',
  {
    tenant: text('tenant').notNull(),
    sessionId: text('session_id').notNull(),
    /** A `PrefixRecord` as JSON. */
    prefix: text('prefix').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    /** The session's first window: sorts sessions by their beginning, which stays as it is while one pages. */
    firstWindowId: text('first_window_id').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.sessionId] }),
    index('coordinator_sessions_first').on(table.tenant, table.firstWindowId),
  ],
);

/** What callers reported of the answers that a window led to. */
export const outcomes = sqliteTable(
  'coordinator_outcomes',
  {
    tenant: text('tenant').notNull(),
    windowId: text('window_id').notNull(),
    sessionId: text('session_id'),
    /** Tokens of the window, repeated here so that a session's outcomes are one read. */
    windowTokens: integer('window_tokens').notNull().default(0),
    /** 0–1. */
    quality: real('quality').notNull(),
    inputTokens: integer('input_tokens'),
    cacheReadTokens: integer('cache_read_tokens'),
    outputTokens: integer('output_tokens'),
    note: text('note'),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.windowId] }),
    index('coordinator_outcomes_session').on(table.tenant, table.sessionId, table.windowId),
  ],
);

/** First answers to requests with an `Idempotency-Key`, for a day. */
export const idempotency = sqliteTable(
  'coordinator_idempotency',
  {
    tenant: text('tenant').notNull(),
    /** Method, path and key of the request. */
    scope: text('scope').notNull(),
    /** SHA-256 of the request body. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first request runs. */
    status: integer('status'),
    /** Headers of the answer as JSON. */
    headers: text('headers'),
    /** The answer's body, when it is small enough for a row. */
    body: text('body'),
    /** Key of the object that holds a larger body. */
    bodyKey: text('body_key'),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.scope] }),
    index('coordinator_idempotency_created').on(table.createdAtMs),
  ],
);

/** Kinds of what the coordinator keeps about a user. */
export const SUBJECT_KINDS = ['window', 'answer'] as const;

/** Which users the coordinator's windows and kept answers are about, so that they go with them. */
export const subjects = sqliteTable(
  'coordinator_subjects',
  {
    tenant: text('tenant').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: SUBJECT_KINDS }).notNull(),
    /** Id of the window, or `scope` of the kept answer. */
    ref: text('ref').notNull(),
    /** When what it is about is gone by itself. */
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.userId, table.kind, table.ref] }),
    index('coordinator_subjects_ref').on(table.tenant, table.kind, table.ref),
    index('coordinator_subjects_expiry').on(table.expiresAtMs),
  ],
);

/** Who refers to an offloaded text. It is erased with the last of them. */
export const handleRefs = sqliteTable(
  'coordinator_handle_refs',
  {
    tenant: text('tenant').notNull(),
    /** A window's id, `session:` and its id for an upload that names one, or `upload`. */
    ref: text('ref').notNull(),
    handle: text('handle').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.ref, table.handle] }),
    index('coordinator_handle_refs_handle').on(table.tenant, table.handle),
    index('coordinator_handle_refs_expiry').on(table.expiresAtMs),
  ],
);

/** How far a job came that takes more than one cron. */
export const jobs = sqliteTable('coordinator_jobs', {
  name: text('name').primaryKey(),
  cursor: text('cursor').notNull(),
  updatedAtMs: integer('updated_at_ms').notNull(),
});
