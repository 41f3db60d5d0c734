/** The word index: what a memory is found by, in the same transaction as its row. */

import { dayOf, dayTokens } from '../../shared/memory/day-tokens.ts';
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

/** Pages of the index that one call of `mergeWords` writes, at most: 2 MB, some 10 ms. */
const MERGE_PAGES = 500;

/** What of a row its words are made of. */
export type WordedRow = Pick<
  typeof memories.$inferInsert,
  | 'tenant'
  | 'id'
  | 'text'
  | 'entity'
  | 'key'
  | 'speaker'
  | 'dates'
  | 'occurredAtMs'
  | 'userId'
  | 'agentId'
  | 'runId'
>;

/** The distinct words that a row says: of its text, its entity and key, its speaker and its dates. */
export function wordsOfRow(row: Omit<WordedRow, 'tenant' | 'id'>): readonly string[] {
  return indexWords([
    row.entity ?? null,
    row.key ?? null,
    row.speaker ?? null,
    row.text,
    dateWords(datesOf(row)),
  ]);
}

/** The days that a row is about: those it speaks of, and the one on which it happened. */
function daysOfRow(row: Pick<WordedRow, 'dates' | 'occurredAtMs'>): readonly string[] {
  const happened = row.occurredAtMs == null ? [] : [dayOf(row.occurredAtMs)];
  return dayTokens([...happened, ...datesOf(row)]);
}

function datesOf({ dates }: Pick<WordedRow, 'dates'>): readonly WrittenDate[] {
  return JSON.parse(dates ?? '[]') as readonly WrittenDate[];
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
  const words = [...wordsOfRow(row), ...daysOfRow(row)];
  const body = indexBody([...new Set(words)], await tokensOfRow(row));
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

/**
 * Merges small pieces of the index: every write adds one, and a search asks each of them for each word.
 * SQLite merges while it writes as well, but leaves about twenty. Does nothing where nothing is to merge.
 */
export async function mergeWords(db: Session): Promise<void> {
  await db
    .prepare(`insert into memory_words (memory_words, rank) values ('merge', ?1)`)
    .bind(MERGE_PAGES)
    .run();
}
