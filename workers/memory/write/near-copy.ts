/** Finds, before a memory is written, one that says the same in nearly the same words. */
import { fingerprint, overlap } from '../../../shared/compare/fingerprint.ts';
import { mergeBlock } from '../../../shared/compare/guard.ts';
import { matchWords } from '../../../shared/memory/word-index.ts';
import { DEFAULT_POLICY } from '../../../shared/policy.ts';
import { tokensOfRow } from '../scope.ts';
import type { Session } from '../session.ts';
import { wordsOfRow } from '../words.ts';
import type { Insert } from './prepare.ts';

/**
 * Pairs of words looked for: a near-copy has four fifths of them, so that it has both of some pair. Long
 * words are rare ones.
 */
const PAIRS = 3;
/** Shorter texts have no near-copies: another word is another statement. */
const MIN_WORDS = 2;
/** Newest matches that are compared with each text. */
const MAX_MATCHES = 8;
/** Longer texts are documents; consolidation compares them at leisure. */
const MAX_CHARS = 4_000;

/** `cross join`: the few texts first; the other way round every memory would be read. */
const FIND = `select j.value ->> 'at' as at, m.id, m.text, m.authority_rank from json_each(?1) j
  cross join memory_memories m on m.seq in (
    select rowid from memory_words where memory_words match j.value ->> 'match'
    order by rowid desc limit ${MAX_MATCHES})
  where m.tenant = ?2 and m.superseded_at_ms is null and m.speaker is null
    and (m.expires_at_ms is null or m.expires_at_ms > ?3)
    and m.user_id is (j.value ->> 'user') and m.agent_id is (j.value ->> 'agent')
    and m.run_id is (j.value ->> 'run') and m.category_rank = (j.value ->> 'category')
    and m.series is null and m.content_hash <> (j.value ->> 'hash')
    and m.valid_from_ms is (j.value ->> 'from') and m.valid_to_ms is (j.value ->> 'to')
  order by m.seq`;

type Found = {
  readonly at: number;
  readonly id: string;
  readonly text: string;
  readonly authority_rank: number;
};

/**
 * For each row, the id of a memory of exactly its scope and validity that says the same, behind the
 * merge guard: no number, name, negation or code differs. Null for a row without one, for turns of a
 * conversation, for values of a series, where it matters when each was stated, and for a row from a more
 * trusted source than its copy's, which is worth keeping. The same text is left to the unique index.
 */
export async function nearCopies(
  db: Session,
  tenant: string,
  rows: readonly Insert[],
  nowMs: number,
): Promise<readonly (string | null)[]> {
  const searches = (await Promise.all(rows.map(searchFor))).filter((search) => search !== null);
  if (searches.length === 0) return rows.map(() => null);
  const { results } = await db
    .prepare(FIND)
    .bind(JSON.stringify(searches), tenant, nowMs)
    .all<Found>();
  const byRow = Map.groupBy(results, ({ at }) => at);
  return rows.map((row, at) => {
    const same = (byRow.get(at) ?? []).find((found) => isCopy(row, found));
    return same?.id ?? null;
  });
}

async function searchFor(row: Insert, at: number): Promise<object | null> {
  if (row.speaker != null || row.series != null || row.text.length > MAX_CHARS) return null;
  const words = wordsOfRow(row).toSorted((a, b) => b.length - a.length);
  if (words.length < MIN_WORDS) return null;
  const tokens = await tokensOfRow(row);
  const pairs = Array.from({ length: PAIRS }, (_, i) =>
    matchWords(words.slice(2 * i, 2 * i + 2), tokens, 'AND'),
  ).filter((pair) => pair !== null);
  return {
    at,
    match: pairs.map((pair) => `(${pair})`).join(' OR '),
    user: row.userId ?? null,
    agent: row.agentId ?? null,
    run: row.runId ?? null,
    category: row.categoryRank,
    hash: row.contentHash,
    from: row.validFromMs ?? null,
    to: row.validToMs ?? null,
  };
}

function isCopy(row: Insert, found: Found): boolean {
  return (
    found.authority_rank <= row.authorityRank &&
    overlap(fingerprint(row.text), fingerprint(found.text)) > DEFAULT_POLICY.near_overlap &&
    mergeBlock(row.text, found.text) === null
  );
}
