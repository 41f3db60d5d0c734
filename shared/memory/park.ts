import type { Category } from '../contracts/memory.ts';
import { CATEGORY_IMPORTANCE } from './weights.ts';

/** Importance is 1–10 in Park et al. */
const MAX_IMPORTANCE = 10;
/** What every candidate gets of a signal in which all are equal, as in the authors' program. */
const EQUAL = 0.5;

/** Raw signals of one candidate: relevance and recency 0–1, importance 1–10. */
export interface ParkSignals {
  readonly relevance: number;
  readonly recency: number;
  readonly importance: number;
}

/** Importance of a category on the scale of Park et al., 1–10. */
export function parkImportance(category: Category): number {
  return MAX_IMPORTANCE * CATEGORY_IMPORTANCE[category];
}

/**
 * Scores as in Park et al., "Generative Agents" (2023): recency, importance and relevance, each
 * min-max scaled over the candidates, weighted alike; divided by three, so that a score lies in 0–1.
 * In the order of the candidates, with the scaled signals; `[]` for none.
 */
export function parkScores(
  candidates: readonly ParkSignals[],
): readonly { readonly score: number; readonly signals: ParkSignals }[] {
  const relevance = scaled(candidates.map((candidate) => candidate.relevance));
  const recency = scaled(candidates.map((candidate) => candidate.recency));
  const importance = scaled(candidates.map((candidate) => candidate.importance));
  return candidates.map((_, i) => {
    const signals = {
      relevance: relevance[i] ?? 0,
      recency: recency[i] ?? 0,
      importance: importance[i] ?? 0,
    };
    return {
      score: (signals.relevance + signals.recency + signals.importance) / 3,
      signals,
    };
  });
}

function scaled(values: readonly number[]): readonly number[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return values.map((value) => (high > low ? (value - low) / (high - low) : EQUAL));
}
