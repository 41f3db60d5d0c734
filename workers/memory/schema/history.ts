/** What happened to memories, and how they hang together. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every change of a memory, written by triggers. Goes with the memory when that is deleted. */
export const history = sqliteTable(
  'memory_history',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    tenant: text('tenant').notNull(),
    memoryId: text('memory_id').notNull(),
    atMs: integer('at_ms').notNull(),
    /** `added`, `updated`, `superseded`, `merged`, …: what the change was. */
    event: text('event').notNull(),
    /** Name of the key, or `casement:` and the job. */
    by: text('by'),
    /** Field to [before, after], a JSON object; fields that stayed are null. */
    changes: text('changes').notNull(),
  },
  (table) => [
    index('memory_history_memory').on(table.tenant, table.memoryId, table.seq),
    index('memory_history_age').on(table.tenant, table.atMs),
  ],
);

/** Ties of a memory: `merged` leads from one that went into another, `source` from a reflection to what it is about. */
export const links = sqliteTable(
  'memory_links',
  {
    tenant: text('tenant').notNull(),
    fromId: text('from_id').notNull(),
    toId: text('to_id').notNull(),
    kind: text('kind', { enum: ['merged', 'source'] }).notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.fromId, table.toId, table.kind] }),
    index('memory_links_to').on(table.tenant, table.toId),
  ],
);

/** Windows whose good outcome was counted for a memory: each counts once, however often it is reported. */
export const credits = sqliteTable(
  'memory_credits',
  {
    tenant: text('tenant').notNull(),
    memoryId: text('memory_id').notNull(),
    windowId: text('window_id').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.memoryId, table.windowId] }),
    index('memory_credits_age').on(table.tenant, table.atMs),
  ],
);
