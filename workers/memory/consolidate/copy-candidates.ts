/** Finds the memories that a new one may be a copy of. */
import { matchWords } from '../../../shared/memory/word-index.ts';
import { DEFAULT_POLICY } from '../../../shared/policy.ts';
import { tokensOfRow } from '../scope.ts';
import type { Session } from '../session.ts';
import type { MemoryRow } from '../to-memory.ts';
import { readVersioned, type VersionedRow } from '../unchanged.ts';
import { wordsOfRow } from '../words.ts';

/** Newest matches that each memory is compared with. */
const MAX_MATCHES = 20;
/** Words that are searched for; a longer text shares some of its longest ones with every copy of it. */
const MAX_WORDS = 24;
/** Text that is read for one transaction, in characters. */
const MAX_CHARS = 2_000_000;

/** By the words of each; the other conditions are those of `copiesAmong`, as far as they are cheap here. */
const FIND = `select distinct m.seq, length(m.text) as chars from json_each(?1) e
  join memory_memories m on m.seq in (
    select rowid from memory_words where memory_words match e.value ->> 'match'
    order by rowid desc limit ${MAX_MATCHES})
  where m.tenant = ?2 and m.id <> (e.value ->> 'id') and m.superseded_at_ms is null
    and (m.expires_at_ms is null or m.expires_at_ms > ?3)
    and m.user_id is (e.value ->> 'user') and m.agent_id is (e.value ->> 'agent')
    and m.run_id is (e.value ->> 'run') and m.category_rank = (e.value ->> 'category')
    and m.series is (e.value ->> 'series') and m.series_value is (e.value ->> 'seriesValue')
    and m.speaker is (e.value ->> 'speaker') and m.session is null
  order by m.seq desc`;

/**
 * Memories that share enough words with one of `rows` to be its copy, newest first, without those that
 * do not hold any more. `[]` for no rows.
 */
export async function copyCandidates(
  db: Session,
  tenant: string,
  rows: readonly MemoryRow[],
  nowMs: number,
): Promise<readonly VersionedRow[]> {
  const searches = (await Promise.all(rows.map(searchFor))).filter((search) => search !== null);
  if (searches.length === 0) return [];
  const { results } = await db
    .prepare(FIND)
    .bind(JSON.stringify(searches), tenant, nowMs)
    .all<{ readonly seq: number; readonly chars: number }>();
  const known = new Set(rows.map(({ seq }) => seq));
  let chars = 0;
  const seqs = results.flatMap((found) => {
    chars += found.chars;
    return known.has(found.seq) || chars > MAX_CHARS ? [] : [found.seq];
  });
  return readVersioned(db, seqs);
}

/**
 * A copy lacks at most the share of a text's words that the thresholds allow, so that of one word more
 * than that it has at least one. Long words, which are rare, are looked for first.
 */
async function searchFor(row: MemoryRow): Promise<object | null> {
  const words = wordsOfRow(row);
  const shared = Math.ceil(words.length * DEFAULT_POLICY.near_similarity_overlap);
  const enough = Math.min(words.length - shared + 1, MAX_WORDS);
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, enough);
  const match = matchWords(longest, await tokensOfRow(row), 'OR');
  if (match === null) return null;
  return {
    id: row.id,
    match,
    user: row.userId,
    agent: row.agentId,
    run: row.runId,
    category: row.categoryRank,
    series: row.series,
    seriesValue: row.seriesValue,
    speaker: row.speaker,
  };
}
