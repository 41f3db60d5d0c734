/** What was written and is not a memory. */
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

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
