/** Rankings of all memories of a store in this process, without a server: ours, and plain BM25. */
import { partsOf } from '../../shared/memory/parts.ts';
import { queryWords } from '../../shared/memory/rank/query-words.ts';
import { rankMemories } from '../../shared/memory/rank/rank.ts';
import type { MemoryQuery, MemoryRelevance, RankedMemory } from '../../shared/memory/rank/types.ts';
import type { RankWeights } from '../../shared/memory/rank/weights.ts';
import { spokenText } from '../../shared/memory/speaker.ts';
import { weigh } from '../../shared/memory/weigh.ts';
import { DEFAULT_WEIGHTS } from '../../shared/memory/weights.ts';
import { createAnalyzer } from '../../shared/score/analysis.ts';
import { terms } from '../../shared/score/words.ts';
import { EMBEDDED_MODEL } from '../../workers/scoring/embedded/embedder.ts';
import { nodeEncoder, nodeRelatedWords } from '../support/encoder.ts';
import { DEPTH } from './memory-measure.ts';
import type { MemorySet, StoredTurn } from './memory-sets.ts';

const ANALYZED_CHARS = 2_000_000;
const MS_PER_DAY = 86_400_000;
/** Plain BM25, as FTS5 has it. */
const K1 = 1.2;
const B = 0.75;

/** Embeds a text. */
export type Embed = (text: string) => Float32Array;

function toMemory(turn: StoredTurn, previous: StoredTurn | undefined, embed: Embed): RankedMemory {
  const isSame = previous?.session === turn.session;
  const before =
    isSame && previous !== undefined ? spokenText(previous.text, previous.speaker) : null;
  const vectors = partsOf(turn.text, before, turn.speaker).map(({ text }) => embed(text));
  return { ...turn, title: '', days: [], vectors };
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Positions by score, best first; ties in order. */
function byScore(scores: readonly number[]): readonly number[] {
  return scores
    .map((score, position) => ({ score, position }))
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .map(({ position }) => position);
}

/** All memories of one store, read once. */
export interface Store {
  /** Ids of the best by each way of ranking, at most `DEPTH`. */
  rank(query: string): {
    readonly relevance: readonly string[];
    readonly weighted: readonly string[];
    readonly park: readonly string[];
    readonly bm25: readonly string[];
  };
}

/** Reads and embeds the memories of a set. */
export function createStore(
  { turns }: MemorySet,
  weights?: RankWeights,
  embed: Embed = (text) => nodeEncoder().embed(text),
): Store {
  const memories = turns.map((turn, i) => toMemory(turn, turns[i - 1], embed));
  const analyzer = createAnalyzer(ANALYZED_CHARS);
  const documents = turns.map((turn) => counted(spokenText(turn.text, turn.speaker)));
  const frequency = new Map<string, number>();
  for (const counts of documents) {
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const baseline = bm25(documents, frequency);
  const ids = (positions: readonly number[]) =>
    positions.slice(0, DEPTH).map((position) => turns[position]?.id ?? '');
  return {
    rank(text) {
      const query: MemoryQuery = {
        text,
        vector: embed(text),
        model: EMBEDDED_MODEL,
        related: nodeRelatedWords(),
        size: turns.length,
        frequency: (stem) => frequency.get(stem) ?? 0,
      };
      const found = rankMemories(query, memories, weights, analyzer);
      return {
        relevance: ids(byScore(found.map(({ strength }) => strength))),
        weighted: weighed(turns, found, 'weighted'),
        park: weighed(turns, found, 'park'),
        bm25: ids(byScore(baseline(text))),
      };
    },
  };
}

/** The order of a mode of recall, as on the day after the last memory: recency tells them apart most then. */
function weighed(
  turns: readonly StoredTurn[],
  found: readonly MemoryRelevance[],
  mode: 'weighted' | 'park',
): readonly string[] {
  const nowMs = Math.max(0, ...turns.map(({ atMs }) => atMs ?? 0)) + MS_PER_DAY;
  const facts = turns.map(({ id, atMs }) => ({
    id,
    category: 'general' as const,
    authority: 'user' as const,
    freshAtMs: atMs ?? 0,
    retrievedAtMs: atMs ?? 0,
    usefulCount: 0,
    validFromMs: null,
    validToMs: null,
    supersededAtMs: null,
  }));
  const options = {
    mode,
    limit: DEPTH,
    threshold: 0,
    weights: DEFAULT_WEIGHTS,
    atMs: nowMs,
    nowMs,
  };
  return weigh(facts, found, options).map(({ memory }) => memory.id);
}

function bm25(
  documents: readonly ReadonlyMap<string, number>[],
  frequency: ReadonlyMap<string, number>,
): (query: string) => readonly number[] {
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (query) => {
    const asked = queryWords(query).terms.map((term) => {
      const having = frequency.get(term) ?? 0;
      return { term, idf: Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) };
    });
    return documents.map((counts, i) =>
      asked.reduce((sum, { term, idf }) => {
        const count = counts.get(term) ?? 0;
        const norm = K1 * (1 - B + (B * (lengths[i] ?? 0)) / average);
        return sum + (idf * count * (K1 + 1)) / (count + norm);
      }, 0),
    );
  };
}
