import type { Session } from '../session.ts';
import type { Insert } from './prepare.ts';

/** A row that says what a memory says already. */
export interface Repeat {
  readonly row: Insert;
  /** Id of that memory. */
  readonly of: string;
}

const COUNT = `update memory_memories set useful_count = useful_count + 1,
    last_useful_at_ms = max(coalesce(last_useful_at_ms, 0), ?3), updated_at_ms = ?3,
    change = 'duplicate', changed_by = ?4
  where tenant = ?1 and id = ?2 returning id`;
/** The other wording is kept where the memory's changes are. */
const WORDING = `insert into memory_history (tenant, memory_id, at_ms, event, by, changes)
  select ?1, ?2, ?3, 'duplicate', ?4, json_object('wording', json_array(null, ?5))
  from memory_memories where tenant = ?1 and id = ?2`;

/**
 * Counts repeats in other words as useful, and keeps their wording in the history. Ids of the memories
 * that are gone since they were found: what repeated them has to be stored after all.
 */
export async function countRepeats(
  db: Session,
  repeats: readonly Repeat[],
): Promise<ReadonlySet<string>> {
  if (repeats.length === 0) return new Set();
  const results = await db.batch<{ readonly id: string }>(
    repeats.flatMap(({ row, of }) => {
      const values = [row.tenant, of, row.createdAtMs, row.changedBy ?? null];
      return [db.prepare(COUNT).bind(...values), db.prepare(WORDING).bind(...values, row.text)];
    }),
  );
  return new Set(
    repeats.filter((_, i) => results[2 * i]?.results.length === 0).map(({ of }) => of),
  );
}
