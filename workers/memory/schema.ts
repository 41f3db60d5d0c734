/** Tables of the memory Worker. Conventions: see `workers/offload/schema.ts`. */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * What is remembered. The row is the truth; the full text index (`memory_fts`, which a trigger keeps
 * free of deleted rows) and the vector index only lead to it.
 */
export const memories = sqliteTable(
  'memory_memories',
  {
    /** Row id of the full text index, hence not the tenant first; never reused, never shown. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    tenant: text('tenant').notNull(),
    id: text('id').notNull(),
    text: text('text').notNull(),
    userId: text('user_id'),
    agentId: text('agent_id'),
    runId: text('run_id'),
    /** Index into CATEGORIES. */
    categoryRank: integer('category_rank').notNull(),
    /** Index into AUTHORITIES, 0 the most trusted. */
    authorityRank: integer('authority_rank').notNull(),
    entity: text('entity'),
    key: text('key'),
    /** A JSON scalar. */
    value: text('value'),
    /** A JSON object. */
    metadata: text('metadata').notNull(),
    /** When it happened, if the caller said so. */
    occurredAtMs: integer('occurred_at_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    /** Valid in [from, to); null: without bound. */
    validFromMs: integer('valid_from_ms'),
    validToMs: integer('valid_to_ms'),
    supersededAtMs: integer('superseded_at_ms'),
    /** Id of the memory that took its place. */
    supersededBy: text('superseded_by'),
    /** End of retention: from then on it is never recalled, whatever is asked. */
    expiresAtMs: integer('expires_at_ms'),
    /** How often it was useful, including repeats of the same text. */
    usefulCount: integer('useful_count').notNull(),
    lastUsefulAtMs: integer('last_useful_at_ms'),
    lastRecalledAtMs: integer('last_recalled_at_ms'),
    /** SHA-256 of scope and text: what makes two memories the same one. */
    contentHash: text('content_hash').notNull(),
    /** SHA-256 of the text as it reads (`readingOf`): what a struck text is recognised by. */
    textHash: text('text_hash').notNull().default(''),
    /** Name of the key that wrote it first; null when that is not known. */
    writtenBy: text('written_by'),
    /** Model and size of the vector that the index acknowledged; null while there is none. */
    embeddingModel: text('embedding_model'),
    embeddingDimensions: integer('embedding_dimensions'),
    indexedAtMs: integer('indexed_at_ms'),
  },
  (table) => [
    uniqueIndex('memory_memories_id').on(table.tenant, table.id),
    // A superseded text may come back as a new memory ("Oslo", "Bergen", "Oslo" again).
    uniqueIndex('memory_memories_content')
      .on(table.tenant, table.contentHash)
      .where(sql`superseded_at_ms is null`),
    index('memory_memories_user').on(table.tenant, table.userId, table.seq),
    index('memory_memories_agent').on(table.tenant, table.agentId, table.seq),
    index('memory_memories_run').on(table.tenant, table.runId, table.seq),
    index('memory_memories_model').on(table.tenant, table.embeddingModel),
    index('memory_memories_text').on(table.tenant, table.textHash),
    check('memory_memories_scope', sql`coalesce(user_id, agent_id, run_id) is not null`),
    check('memory_memories_useful', sql`useful_count >= 0`),
  ],
);

/**
 * What was written and is not a memory: texts that give instructions, and memories that were struck.
 * Apart from the memories, so that no path that reads those can show one of these. A trigger on
 * `memory_memories` ignores rows with a text that was struck in a scope that theirs lies in or holds.
 */
export const quarantine = sqliteTable(
  'memory_quarantine',
  {
    tenant: text('tenant').notNull(),
    /** The id that the text was written under; a struck memory keeps its own. */
    id: text('id').notNull(),
    text: text('text').notNull(),
    userId: text('user_id'),
    agentId: text('agent_id'),
    runId: text('run_id'),
    /** Index into AUTHORITIES: who vouched for it. */
    authorityRank: integer('authority_rank').notNull(),
    /** The other fields as they were written, a JSON object. */
    fields: text('fields').notNull(),
    contentHash: text('content_hash').notNull(),
    textHash: text('text_hash').notNull(),
    /** True: it was a memory, or a person confirmed it; false: it was never let in. */
    struck: integer('struck', { mode: 'boolean' }).notNull(),
    /** True when the text is harmful whoever it is about, so that it is kept out of every scope. */
    everywhere: integer('everywhere', { mode: 'boolean' }).notNull(),
    reason: text('reason').notNull(),
    /** `health:poisoning`, or the name of the key of whoever struck it. */
    by: text('by').notNull(),
    /** Name of the key that wrote it; null when that is not known. */
    writtenBy: text('written_by'),
    /** The window whose check found it. */
    windowId: text('window_id'),
    writtenAtMs: integer('written_at_ms').notNull(),
    /** When it was quarantined or struck. */
    decidedAtMs: integer('decided_at_ms').notNull(),
    /** How often the same text was written again since. */
    repeats: integer('repeats').notNull(),
    lastRepeatAtMs: integer('last_repeat_at_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.id] }),
    uniqueIndex('memory_quarantine_content')
      .on(table.tenant, table.contentHash)
      .where(sql`struck = 0`),
    index('memory_quarantine_text').on(table.tenant, table.textHash, table.struck),
  ],
);
