/** The word index: what a memory is found by, in the same transaction as its row. */

import { indexBody, indexWords } from '../../shared/memory/word-index.ts';
import type { WrittenDate } from '../../shared/memory/written-dates.ts';
import { dateWords } from '../../shared/memory/written-dates.ts';
import type { memories } from './schema/memories.ts';
import { tokensOfRow } from './scope.ts';
import type { Session } from './session.ts';

/** Only a row that is there has a place in the index; for any other this inserts nothing. */
const INSERT = `insert into memory_words (rowid, body)
  select seq, ?3 from memory_memories where tenant = ?1 and id = ?2
    and (?4 is null or updated_at_ms = ?4)`;
const DELETE = `delete from memory_words where rowid =
  (select seq from memory_memories where tenant = ?1 and id = ?2
    and (?3 is null or updated_at_ms = ?3))`;

/** What of a row its words are made of. */
export type WordedRow = Pick<
  typeof memories.$inferInsert,
  'tenant' | 'id' | 'text' | 'entity' | 'key' | 'speaker' | 'dates' | 'userId' | 'agentId' | 'runId'
>;

/** The distinct words that a row is found by: of its text, its entity and key, its speaker and its dates. */
export function wordsOfRow(row: Omit<WordedRow, 'tenant' | 'id'>): readonly string[] {
  const dates = JSON.parse(row.dates ?? '[]') as readonly WrittenDate[];
  return indexWords([
    row.entity ?? null,
    row.key ?? null,
    row.speaker ?? null,
    row.text,
    dateWords(dates),
  ]);
}

/**
 * The statement that indexes a row which was just inserted; it does nothing for one that was not. With
 * `updatedAtMs` it is for the row as it was changed then, and does nothing once that was changed again.
 */
export async function wordsStatement(
  db: Session,
  row: WordedRow,
  updatedAtMs: number | null = null,
): Promise<D1PreparedStatement> {
  const body = indexBody(wordsOfRow(row), await tokensOfRow(row));
  return db.prepare(INSERT).bind(row.tenant, row.id, body, updatedAtMs);
}

/** The statements that index a row anew; see `wordsStatement`. */
export async function rewordStatements(
  db: Session,
  row: WordedRow,
  updatedAtMs: number | null = null,
): Promise<readonly D1PreparedStatement[]> {
  return [
    db.prepare(DELETE).bind(row.tenant, row.id, updatedAtMs),
    await wordsStatement(db, row, updatedAtMs),
  ];
}
