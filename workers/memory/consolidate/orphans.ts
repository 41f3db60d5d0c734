import { archiveKey } from '../archive-key.ts';
import { emptySlice, type Slice, type Step, type StepContext } from './step.ts';

/** Rows that are removed in one transaction. */
const SLICE = 1_000;
/** Objects that are deleted for one transaction, and how many at a time. */
const OBJECTS = 50;
const PARALLEL = 6;
/** Whoever began an archive has ended it after an hour, or died. In milliseconds. */
const PENDING_MS = 3_600_000;
/** Entries of the word index that one run looks at. It is shared by all tenants: each run takes a window. */
const WORDS_WINDOW = 5_000;
const HOUR_MS = 3_600_000;

/** Tables whose rows hang on a memory. Triggers keep them in step; what is left comes from before them. */
const HANGING = [
  { table: 'memory_vectors', only: '' },
  { table: 'memory_history', only: '' },
  { table: 'memory_credits', only: '' },
  { table: 'memory_outbox', only: "and t.operation = 'upsert'" },
] as const;
/** Where the word index is looked at: the fifth round. */
const WORDS_ROUND = HANGING.length;
const ARCHIVES_ROUND = WORDS_ROUND + 1;

const WORDS = `select d.id as entry from memory_words_docsize d
  where d.id > ?1 and d.id <= ?1 + ${WORDS_WINDOW}
    and not exists (select 1 from memory_memories m where m.seq = d.id) limit ${SLICE}`;
const LAST_WORDS = 'select coalesce(max(id), 0) as last from memory_words_docsize';
const DELETE_WORDS = `delete from memory_words where rowid in (select value from json_each(?1))
  and not exists (select 1 from memory_memories m where m.seq = memory_words.rowid)`;
const PENDING = `select rowid as entry, memory_id from memory_archives
  where tenant = ?1 and state = 'pending' and archived_at_ms < ?2 and rowid > ?3
  order by rowid limit ${OBJECTS}`;
const DELETE_PENDING = `delete from memory_archives where tenant = ?1 and state = 'pending'
  and archived_at_ms < ?2 and rowid in (select value from json_each(?3))`;

/**
 * Removes what belongs to no memory: vectors, history, credits, orders to the index, words, and archives
 * that were begun and never ended, whose memory is still there or was deleted meanwhile. The cursor
 * counts the rounds: one for each table; that of the archives goes on by their rows.
 */
export const orphans: Step = {
  name: 'orphans',
  slice(context, cursor) {
    const hanging = HANGING[cursor];
    if (hanging !== undefined) return hangingSlice(context, cursor, hanging);
    if (cursor === WORDS_ROUND) return wordsSlice(context);
    return archivesSlice(context, cursor - ARCHIVES_ROUND);
  },
};

async function hangingSlice(
  { db, tenant }: StepContext,
  round: number,
  { table, only }: (typeof HANGING)[number],
): Promise<Slice> {
  const isOrphan = `t.tenant = ?1 ${only} and not exists (
    select 1 from memory_memories m where m.tenant = t.tenant and m.id = t.memory_id)`;
  const { results } = await db
    .prepare(`select t.rowid as entry from ${table} t where ${isOrphan} limit ${SLICE}`)
    .bind(tenant)
    .all<{ readonly entry: number }>();
  if (results.length === 0) return emptySlice(round + 1);
  const entries = JSON.stringify(results.map(({ entry }) => entry));
  return {
    // More of them are found by the next run.
    cursor: round + 1,
    counts: { orphans_removed: results.length },
    notes: [`remove ${results.length} orphans of ${table}`],
    statements: [
      db
        .prepare(
          `delete from ${table} as t where ${isOrphan} and t.rowid in (select value from json_each(?2))`,
        )
        .bind(tenant, entries),
    ],
  };
}

async function wordsSlice({ db, nowMs }: StepContext): Promise<Slice> {
  const last = await db.prepare(LAST_WORDS).first<{ readonly last: number }>();
  const windows = Math.ceil((last?.last ?? 0) / WORDS_WINDOW);
  const after = windows === 0 ? 0 : (Math.floor(nowMs / HOUR_MS) % windows) * WORDS_WINDOW;
  const { results } = await db.prepare(WORDS).bind(after).all<{ readonly entry: number }>();
  if (results.length === 0) return emptySlice(ARCHIVES_ROUND);
  const entries = JSON.stringify(results.map(({ entry }) => entry));
  return {
    cursor: ARCHIVES_ROUND,
    counts: { orphans_removed: results.length },
    notes: [`remove ${results.length} orphans of memory_words`],
    statements: [db.prepare(DELETE_WORDS).bind(entries)],
  };
}

async function archivesSlice(
  { db, env, tenant, nowMs }: StepContext,
  afterRow: number,
): Promise<Slice> {
  const before = nowMs - PENDING_MS;
  const { results } = await db
    .prepare(PENDING)
    .bind(tenant, before, afterRow)
    .all<{ readonly entry: number; readonly memory_id: string }>();
  const last = results.at(-1);
  if (last === undefined) return emptySlice(null);
  return {
    cursor: results.length < OBJECTS ? null : ARCHIVES_ROUND + last.entry,
    counts: { orphans_removed: results.length },
    notes: results.map(({ memory_id }) => `close archive ${memory_id}`),
    statements: [
      db
        .prepare(DELETE_PENDING)
        .bind(tenant, before, JSON.stringify(results.map(({ entry }) => entry))),
    ],
    // The object goes first: without its row, nothing would lead to it any more.
    prepare: async () => {
      for (let start = 0; start < results.length; start += PARALLEL) {
        const deleted = await Promise.all(
          results
            .slice(start, start + PARALLEL)
            .map(({ memory_id }) => env.OFFLOAD.deleteObject(tenant, archiveKey(memory_id))),
        );
        for (const answer of deleted) if (!answer.ok) throw new Error(answer.error.detail);
      }
    },
  };
}
