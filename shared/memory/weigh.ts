import type { Authority, Category, RecallMode } from '../contracts/memory.ts';
import { parkImportance, parkScores } from './park.ts';
import type { MemoryRelevance } from './rank/types.ts';
import { parkRecency, recency } from './recency.ts';
import { type Shortlisted, shortlist } from './shortlist.ts';
import { type ValidTimes, validity } from './validity.ts';
import {
  AUTHORITY_WEIGHT,
  CATEGORY_IMPORTANCE,
  frequency,
  type Signals,
  type Weights,
  weightedScore,
} from './weights.ts';

/** What weighing needs to know of a memory. Times in epoch milliseconds. */
export interface WeighedFacts extends ValidTimes {
  readonly category: Category;
  readonly authority: Authority;
  /** When it was last useful, else when it happened. */
  readonly freshAtMs: number;
  /** When it was last retrieved, else when it was stored. */
  readonly retrievedAtMs: number;
  readonly usefulCount: number;
}

/** A memory with its score and everything the score is made of. */
export interface Weighed<T> {
  readonly memory: T;
  /** 0–1, within this answer. */
  readonly score: number;
  /** 0–1, comparable across questions. */
  readonly absoluteRelevance: number;
  readonly signals: Signals;
}

/** How relevant a memory is, as far as weighing reads it. */
export type Relevance = Pick<MemoryRelevance, 'strength' | 'coverage' | 'similarity'>;

interface Candidate<T> {
  readonly memory: T;
  readonly relevant: Relevance;
}

/**
 * The best memories for a question, best first, at most `limit`. Candidates of no relevance at all are
 * left out, as are those below `threshold`; the most relevant max(20, 2 · limit) compete by the
 * weighted signals, or by those of Park et al. in mode `park`. Ties go to the earlier candidate.
 * `relevance[i]` is that of `memories[i]`; `[]` for none. `atMs` is the time that validity is
 * judged at, `nowMs` that of recency.
 */
export function weigh<T extends WeighedFacts>(
  memories: readonly T[],
  relevance: readonly Relevance[],
  options: {
    readonly mode: RecallMode;
    readonly limit: number;
    readonly threshold: number;
    readonly weights: Weights;
    readonly atMs: number;
    readonly nowMs: number;
  },
): readonly Weighed<T>[] {
  const { limit, threshold } = options;
  const relevant = memories.flatMap((memory, i): readonly Candidate<T>[] => {
    const relevant = relevance[i];
    if (relevant === undefined) return [];
    const absolute = absoluteRelevance(relevant);
    return absolute > 0 && absolute >= threshold ? [{ memory, relevant }] : [];
  });
  const competing = shortlist(relevant, (candidate) => candidate.relevant.strength, limit);
  const scored =
    options.mode === 'park' ? byPark(competing, options) : byWeights(competing, options);
  return scored
    .map((entry, position) => ({ entry, position }))
    .sort((a, b) => b.entry.score - a.entry.score || a.position - b.position)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** How much of the question a memory covers, 0–1: the larger of its words' share and its closeness in meaning. */
function absoluteRelevance({ coverage, similarity }: Relevance): number {
  return Math.min(1, Math.max(coverage, similarity ?? 0));
}

interface Times {
  readonly atMs: number;
  readonly nowMs: number;
}

function byWeights<T extends WeighedFacts>(
  competing: readonly Shortlisted<Candidate<T>>[],
  { weights, ...times }: Times & { readonly weights: Weights },
): readonly Weighed<T>[] {
  return competing.map(({ item: { memory, relevant }, relevance }) => {
    const signals = {
      ...standing(memory, times),
      relevance,
      recency: recency(memory.freshAtMs, times.nowMs),
    };
    const score = weightedScore(signals, weights);
    return { memory, score, absoluteRelevance: absoluteRelevance(relevant), signals };
  });
}

function byPark<T extends WeighedFacts>(
  competing: readonly Shortlisted<Candidate<T>>[],
  times: Times,
): readonly Weighed<T>[] {
  const scores = parkScores(
    competing.map(({ item: { memory }, relevance }) => ({
      relevance,
      recency: parkRecency(memory.retrievedAtMs, times.nowMs),
      importance: parkImportance(memory.category),
    })),
  );
  return competing.flatMap(({ item: { memory, relevant } }, i) => {
    const own = scores[i];
    if (own === undefined) return [];
    const signals = { ...standing(memory, times), ...own.signals };
    return { memory, score: own.score, absoluteRelevance: absoluteRelevance(relevant), signals };
  });
}

/** The signals that do not depend on the question. */
function standing(memory: WeighedFacts, { atMs }: Times) {
  return {
    importance: CATEGORY_IMPORTANCE[memory.category],
    authority: AUTHORITY_WEIGHT[memory.authority],
    validity: validity(memory, atMs),
    frequency: frequency(memory.usefulCount),
  };
}
