/** What the vector index is brought up to date with. */
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** Operations of the outbox. `forget`: a deletion that is made once more, for a write that was on its way. */
export const OUTBOX_OPERATIONS = ['upsert', 'delete', 'forget'] as const;

/**
 * The vectors of a memory's parts, 8 bits a value. Kept here as well as in the index, so that ranking
 * compares every candidate without asking the index for values, and a failed write is not embedded again.
 */
export const vectors = sqliteTable(
  'memory_vectors',
  {
    tenant: text('tenant').notNull(),
    memoryId: text('memory_id').notNull(),
    /** 0 and on, in the order of the text. */
    part: integer('part').notNull(),
    /** The part's place in the text, as offsets. */
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    model: text('model').notNull(),
    /** Signed bytes in base64; see `shared/memory/pack-vector.ts`. */
    packed: text('packed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.memoryId, table.part] })],
);

/**
 * What the vector index has yet to be told, written in the same transaction as the row that it is about.
 * One entry per memory: the latest intent replaces an earlier one, and a confirmation counts only for
 * the version that it was made for.
 */
export const outbox = sqliteTable(
  'memory_outbox',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    tenant: text('tenant').notNull(),
    memoryId: text('memory_id').notNull(),
    operation: text('operation', { enum: OUTBOX_OPERATIONS }).notNull(),
    /** Vectors to take out, for a deletion. */
    parts: integer('parts').notNull(),
    /** Rises with each new intent. */
    version: integer('version').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    attempts: integer('attempts').notNull(),
    /** Not tried before; a failed try moves it on. */
    dueAtMs: integer('due_at_ms').notNull(),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('memory_outbox_memory').on(table.tenant, table.memoryId),
    index('memory_outbox_due').on(table.dueAtMs, table.seq),
    index('memory_outbox_failed').on(table.tenant, table.attempts).where(sql`attempts > 0`),
  ],
);
