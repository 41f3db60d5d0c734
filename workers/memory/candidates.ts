/** Finds what may answer a question: by words, by meaning, what is too new for the index, and its neighbours. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { searchPlan } from '../../shared/memory/search-plan.ts';
import { matchWords } from '../../shared/memory/word-index.ts';
import { memories } from './schema/memories.ts';
import { type Visibility, visible } from './scope.ts';
import { ormOf, type Session } from './session.ts';
import type { Statistics } from './statistics.ts';
import { SHOWN_COLUMNS, type ShownRow } from './to-memory.ts';

/** Candidates by the question's words and by related ones, at least; chosen by hand, twice what the recipe takes. */
const MIN_BY_WORDS = 150;
const MIN_BY_RELATED = 60;
/**
 * Candidates by words that thousands of memories have, at least. Only a large store has such words; they
 * seldom lead to the answer, and each candidate brings its neighbours along.
 */
const MIN_BY_FREQUENT = 60;
/** Matches by words looked up per candidate, since some of them no longer hold. */
const MATCHES_PER_CANDIDATE = 5;
/** Newest memories that the vector index may not show yet. */
const MAX_PENDING = 300;
/** Newest memories of the tenant that are looked at for that. */
const MAX_LOOKED_AT = 2_000;
/** Newest memories that pass a filter: with a narrow one, the best by words may all fail it. */
const MAX_FILTERED = 200;
/** A vector write becomes visible within seconds; a minute is cautious. */
const VISIBLE_AFTER_MS = 60_000;
/** Places around a turn: the one that it answers, and the two in which its own answer stands. */
const NEIGHBOURS = [-1, 1, 2] as const;

/** A row, and the vectors of its parts in the asked model, packed. */
export interface Candidate {
  readonly row: ShownRow;
  readonly vectors: readonly string[];
}

/** What a search looks for, and what may be shown. */
export interface Search {
  readonly tenant: string;
  readonly visibility: Visibility;
  /** A further condition of the caller's. */
  readonly filter: SQL | undefined;
  /** Model of the vectors to read; null: none. */
  readonly model: string | null;
  /** Results that are wanted, more where there are. */
  readonly wanted: number;
}

/** Candidates by words and by days, and those that are newer than the vector index, each once. */
export async function byWords(
  db: Session,
  search: Search,
  { asked, related }: Statistics,
  tokens: readonly string[],
  days: readonly string[],
): Promise<readonly Candidate[]> {
  const { ranked, frequent } = searchPlan(asked);
  const unranked = ranked.length === 0 ? frequent : [];
  const limit = Math.max(MIN_BY_WORDS, search.wanted);
  const few = Math.max(MIN_BY_FREQUENT, search.wanted);
  const { visibility } = search;
  // The newest of each kind, by the index that has them in order; then those of the scope among them.
  const notVisibleYet = sql`${memories.seq} in (select * from (
      select seq from memory_memories where tenant = ${search.tenant} and indexed_at_ms is null
      order by seq desc limit ${MAX_LOOKED_AT})
    union all select * from (
      select seq from memory_memories
      where tenant = ${search.tenant} and indexed_at_ms > ${visibility.nowMs - VISIBLE_AFTER_MS}
      order by indexed_at_ms desc limit ${MAX_LOOKED_AT}))`;
  const queries = [
    matching(db, search, matchWords(ranked, tokens, 'OR'), 'rank', limit),
    matching(db, search, matchWords(related, tokens, 'OR'), 'rank', MIN_BY_RELATED),
    matching(db, search, matchWords(days, tokens, 'OR'), 'newest', limit),
    // All memories with a frequent word are too many to be put in order: the newest of those with the
    // two rarest of such words, and of those with any where the question has no rarer one.
    matching(db, search, matchWords(frequent.slice(0, 2), tokens, 'AND'), 'newest', few),
    matching(db, search, matchWords(unranked, tokens, 'OR'), 'newest', few),
    newest(db, search, notVisibleYet, MAX_PENDING),
    search.filter === undefined ? null : newest(db, search, undefined, MAX_FILTERED),
  ].filter((query) => query !== null);
  const [first, ...rest] = queries;
  if (first === undefined) return [];
  const found = await ormOf(db).batch([first, ...rest]);
  return unique(found.flat().map(toCandidate));
}

/** The memories with the given ids, as far as they may be shown. */
export async function byIds(
  db: Session,
  search: Search,
  ids: readonly string[],
): Promise<readonly Candidate[]> {
  if (ids.length === 0) return [];
  const found = sql`(select m.seq from json_each(${JSON.stringify(ids)}) j
    cross join memory_memories m on m.tenant = ${search.tenant} and m.id = j.value) as found`;
  const rows = await rowsOf(db, search, found).orderBy(memories.seq);
  return rows.map(toCandidate);
}

/** The turns around the candidates in their conversations, which are not candidates themselves. */
export async function neighboursOf(
  db: Session,
  search: Search,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const known = new Set(candidates.map(({ row }) => placeOf(row.session, row.position ?? 0)));
  const places = new Map<string, readonly [string, number]>();
  for (const { row } of candidates) {
    if (row.session === null || row.position === null) continue;
    for (const step of NEIGHBOURS) {
      const position = row.position + step;
      const place = placeOf(row.session, position);
      if (position > 0 && !known.has(place)) places.set(place, [row.session, position]);
    }
  }
  if (places.size === 0) return [];
  const found = sql`(select m.seq from json_each(${JSON.stringify([...places.values()])}) j
    cross join memory_memories m on m.tenant = ${search.tenant} and m.session = (j.value ->> 0)
      and m.position = (j.value ->> 1)) as found`;
  const rows = await rowsOf(db, search, found).orderBy(memories.seq);
  return rows.map(toCandidate);
}

/** Each candidate once, the first of it. */
export function unique(candidates: readonly Candidate[]): readonly Candidate[] {
  const known = new Map<number, Candidate>();
  for (const candidate of candidates) {
    if (!known.has(candidate.row.seq)) known.set(candidate.row.seq, candidate);
  }
  return [...known.values()];
}

function placeOf(session: string | null, position: number): string {
  return `${session}\n${position}`;
}

function columns({ model }: Search) {
  return {
    row: SHOWN_COLUMNS,
    vectors: sql<string>`(select json_group_array(v.packed) from memory_vectors v
      where v.tenant = memory_memories.tenant and v.memory_id = memory_memories.id
        and v.model = ${model})`,
  };
}

/**
 * The rows that a subquery `found` names by `seq`, as far as they may be shown. It comes first and leads
 * to them one by one: with a plain join, or `in`, SQLite may read all of the user's rows instead.
 */
function rowsOf(db: Session, search: Search, found: SQL) {
  return ormOf(db)
    .select(columns(search))
    .from(found)
    .crossJoin(memories)
    .where(and(eq(sql`found.seq`, memories.seq), shown(search)));
}

function shown({ tenant, visibility, filter }: Search): SQL | undefined {
  return and(visible(tenant, visibility), filter);
}

function newest(db: Session, search: Search, condition: SQL | undefined, limit: number) {
  return ormOf(db)
    .select(columns(search))
    .from(memories)
    .where(and(shown(search), condition))
    .orderBy(desc(memories.seq))
    .limit(limit);
}

/** Rows that the word index finds, in the order of its ranking, which only cuts the list, or newest first. */
function matching(
  db: Session,
  search: Search,
  match: string | null,
  order: 'rank' | 'newest',
  limit: number,
) {
  if (match === null) return null;
  const by = order === 'rank' ? sql`bm25(memory_words)` : sql`-rowid`;
  const found = sql`(select rowid as seq, ${by} as distance from memory_words
    where memory_words match ${match} order by ${order === 'rank' ? sql`distance` : sql`rowid desc`}
    limit ${limit * MATCHES_PER_CANDIDATE}) as found`;
  return rowsOf(db, search, found).orderBy(sql`found.distance`, memories.seq).limit(limit);
}

function toCandidate({
  row,
  vectors,
}: {
  readonly row: ShownRow;
  readonly vectors: string;
}): Candidate {
  return { row, vectors: JSON.parse(vectors) as readonly string[] };
}
