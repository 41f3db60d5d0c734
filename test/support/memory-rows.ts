/** Rows of memories, written straight into a database: for tests of what reads them. */
import { drizzle } from 'drizzle-orm/d1';
import { ulid } from 'ulid';
import { memories } from '../../workers/memory/schema/memories.ts';

export type NewRow = typeof memories.$inferInsert;

/** When rows were written that say nothing else: 2026-03-01. */
export const WRITTEN_AT_MS = Date.UTC(2026, 2, 1);

/** A row of tenant `t` and user `ana` in which nothing is set that need not be. */
export function memoryRow(over: Partial<NewRow> = {}): NewRow {
  const id = over.id ?? `mem_${ulid()}`;
  return {
    tenant: 't',
    id,
    text: `text of ${id}`,
    userId: 'ana',
    categoryRank: 3,
    authorityRank: 2,
    metadata: '{}',
    createdAtMs: WRITTEN_AT_MS,
    updatedAtMs: WRITTEN_AT_MS,
    usefulCount: 0,
    contentHash: id,
    textHash: id,
    changedBy: 'tests',
    ...over,
  };
}

/** Writes rows, in one transaction, and gives their ids in the same order. */
export async function insertMemories(
  db: D1Database,
  rows: readonly Partial<NewRow>[],
): Promise<readonly string[]> {
  const orm = drizzle(db);
  const full = rows.map((row) => memoryRow(row));
  const [first, ...rest] = full.map((row) => orm.insert(memories).values(row));
  if (first !== undefined) await orm.batch([first, ...rest]);
  return full.map(({ id }) => id);
}

/** Writes one row and gives its id. */
export async function insertMemory(db: D1Database, row: Partial<NewRow> = {}): Promise<string> {
  const [id = ''] = await insertMemories(db, [row]);
  return id;
}
