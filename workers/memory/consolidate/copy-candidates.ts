/** Finds the memories that a new one may be a copy of. */
import { sql } from 'drizzle-orm';
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
  const known = JSON.stringify(rows.map(({ seq }) => seq));
  // Conditions that are cheap here; the rest are those of `copiesAmong`.
  return readVersioned(
    db,
    sql`select seq from (
        select seq, sum(chars) over (order by seq desc) as total from (
          select distinct m.seq, length(m.text) as chars from json_each(${JSON.stringify(searches)}) e
          cross join memory_memories m on m.seq in (
            select rowid from memory_words where memory_words match e.value ->> 'match'
            order by rowid desc limit ${MAX_MATCHES})
          where m.tenant = ${tenant} and m.superseded_at_ms is null and m.session is null
            and (m.expires_at_ms is null or m.expires_at_ms > ${nowMs})
            and m.user_id is (e.value ->> 'user') and m.agent_id is (e.value ->> 'agent')
            and m.run_id is (e.value ->> 'run') and m.category_rank = (e.value ->> 'category')
            and m.series is (e.value ->> 'series')
            and m.series_value is (e.value ->> 'seriesValue')
            and m.speaker is (e.value ->> 'speaker')
            and m.seq not in (select value from json_each(${known}))))
      where total <= ${MAX_CHARS}`,
  );
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
