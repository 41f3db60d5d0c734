/** What keeps the memories in order: leases, runs, archives, and where each tenant lives. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** In which database a tenant's memories are, by the number of the binding. Kept in the first one. */
export const tenants = sqliteTable('memory_tenants', {
  tenant: text('tenant').primaryKey(),
  shard: integer('shard').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
});

/** Who may do a job now. Whoever finds a lease expired takes it over; the late holder's writes are refused. */
export const leases = sqliteTable('memory_leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  expiresAtMs: integer('expires_at_ms').notNull(),
});

/**
 * A row without `held` cannot be written: the first statement of a transaction that needs a lease writes
 * one only when the lease is held, so that the whole transaction fails without it. Always empty.
 */
export const leaseChecks = sqliteTable('memory_lease_checks', {
  held: integer('held').notNull(),
});

/** One consolidation of one tenant: what it did, and where it goes on. */
export const consolidations = sqliteTable(
  'memory_consolidations',
  {
    tenant: text('tenant').notNull(),
    /** `run_` and a ULID. */
    runId: text('run_id').notNull(),
    status: text('status', { enum: ['running', 'done', 'failed'] }).notNull(),
    dryRun: integer('dry_run', { mode: 'boolean' }).notNull(),
    /** The step that comes next, and the last row that it dealt with. */
    step: text('step').notNull(),
    cursor: integer('cursor').notNull(),
    /** What was done, a JSON object of counts. */
    counts: text('counts').notNull(),
    /** What would be done or was done, for a person: at most a hundred lines, a JSON array. */
    notes: text('notes').notNull(),
    startedAtMs: integer('started_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    finishedAtMs: integer('finished_at_ms'),
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.runId] }),
    index('memory_consolidations_open').on(table.tenant, table.status),
  ],
);

/** Memories that lie in the object store: decayed, unused, and restored on demand. */
export const archives = sqliteTable(
  'memory_archives',
  {
    tenant: text('tenant').notNull(),
    memoryId: text('memory_id').notNull(),
    userId: text('user_id'),
    agentId: text('agent_id'),
    runId: text('run_id'),
    /** `pending` until the object is written and the row is gone; a pending one is cleaned up or done again. */
    state: text('state', { enum: ['pending', 'stored'] }).notNull(),
    reason: text('reason').notNull(),
    archivedAtMs: integer('archived_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.memoryId] }),
    index('memory_archives_user').on(table.tenant, table.userId),
    index('memory_archives_state').on(table.tenant, table.state, table.archivedAtMs),
  ],
);
