/** What is remembered. Conventions of all tables: see `workers/offload/schema.ts`. */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The memories. The row is the truth; the word index (`memory_words`) and the vector index only lead to
 * it. Triggers keep what hangs on a row in step with it, whichever statement changes it: a deleted row
 * takes its words, its vectors and its history along, a new text is queued for the vector index
 * (`memory_outbox`), and every change is written to `memory_history`.
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
    /** The dates that the text speaks of, a JSON array of `WrittenDate`; relative ones are resolved. */
    dates: text('dates').notNull().default('[]'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    /** Valid in [from, to); null: without bound. */
    validFromMs: integer('valid_from_ms'),
    validToMs: integer('valid_to_ms'),
    /** From when on it holds: `valid_from`, else when it happened, else when it was written. */
    holdsFromMs: integer('holds_from_ms').notNull().default(0),
    /** Hash of whose, which thing's and which key's value this is; null when it is the value of nothing. */
    series: text('series'),
    /** Hash of that value: of two that differ in one series, only one holds at a time. */
    seriesValue: text('series_value'),
    /** Further times at which the same value was stated, a JSON array of epoch milliseconds. */
    restatedAtMs: text('restated_at_ms').notNull().default('[]'),
    supersededAtMs: integer('superseded_at_ms'),
    /** Id of the memory that took its place. */
    supersededBy: text('superseded_by'),
    /** Id of a more trusted memory that says otherwise for the same time; null for none. */
    conflictsWith: text('conflicts_with'),
    /** Who said it, when it is a turn of a conversation. */
    speaker: text('speaker'),
    /** Hash of the conversation that it is a turn of, and its place there, 1…; null for neither. */
    session: text('session'),
    position: integer('position'),
    /** End of retention: from then on it is never recalled, whatever is asked. */
    expiresAtMs: integer('expires_at_ms'),
    /** How often it was useful, including repeats of the same text. */
    usefulCount: integer('useful_count').notNull(),
    lastUsefulAtMs: integer('last_useful_at_ms'),
    lastRecalledAtMs: integer('last_recalled_at_ms'),
    /** SHA-256 of scope and text, spaces and full stop aside: what makes two memories the same one. */
    contentHash: text('content_hash').notNull(),
    /** SHA-256 of the text as it reads (`readingOf`): what a struck text is recognised by. */
    textHash: text('text_hash').notNull().default(''),
    /** Name of the key that wrote it first; null when that is not known. */
    writtenBy: text('written_by'),
    /** Model and size of the vector that the index acknowledged; null while there is none. */
    embeddingModel: text('embedding_model'),
    embeddingDimensions: integer('embedding_dimensions'),
    indexedAtMs: integer('indexed_at_ms'),
    /** Vectors that the index has of it, or may have: their ids are `<id>#0` and on. */
    parts: integer('parts').notNull().default(0),
    /** Which version of the word index it was written with; rows of an older one are written anew. */
    wordsVersion: integer('words_version').notNull().default(0),
    /** When consolidation last looked at this text; null while it has not. */
    settledAtMs: integer('settled_at_ms'),
    /** What the last statement that changed the row did, and for whom: the history's entry. */
    change: text('change').notNull().default('added'),
    changedBy: text('changed_by'),
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
    index('memory_memories_tenant').on(table.tenant, table.seq),
    index('memory_memories_indexed').on(table.tenant, table.indexedAtMs),
    index('memory_memories_series')
      .on(table.tenant, table.series, table.holdsFromMs, table.seq)
      .where(sql`series is not null`),
    index('memory_memories_superseded_by')
      .on(table.tenant, table.supersededBy)
      .where(sql`superseded_by is not null`),
    index('memory_memories_session')
      .on(table.tenant, table.session, table.position)
      .where(sql`session is not null`),
    index('memory_memories_unsettled')
      .on(table.tenant, table.seq)
      .where(sql`settled_at_ms is null`),
    index('memory_memories_expiry')
      .on(table.tenant, table.expiresAtMs)
      .where(sql`expires_at_ms is not null`),
    check('memory_memories_scope', sql`coalesce(user_id, agent_id, run_id) is not null`),
    check('memory_memories_useful', sql`useful_count >= 0`),
  ],
);
