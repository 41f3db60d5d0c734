import type { Authority, Category } from '../contracts/memory.ts';

/** The signals that a recalled memory is ranked by; each lies in 0–1. */
export interface Signals {
  readonly relevance: number;
  readonly recency: number;
  readonly importance: number;
  readonly authority: number;
  readonly validity: number;
  readonly frequency: number;
}

/** Weight of each signal, ≥ 0; 0 takes a signal out of force. They need not sum to 1. */
export type Weights = Signals;

export const DEFAULT_WEIGHTS: Weights = {
  relevance: 0.4,
  recency: 0.2,
  importance: 0.15,
  authority: 0.15,
  validity: 0.1,
  frequency: 0.1,
};

/** Importance of a memory by what it is about, 0–1. */
export const CATEGORY_IMPORTANCE: Readonly<Record<Category, number>> = {
  policy_limit: 1,
  how_to: 0.8,
  preference: 0.6,
  general: 0.3,
};

/** Authority of a memory by who vouches for it, 0–1. */
export const AUTHORITY_WEIGHT: Readonly<Record<Authority, number>> = {
  record: 1,
  agent: 0.6,
  user: 0.3,
};

/** Useful recalls at which frequency reaches one half. */
const HALF_FREQUENCY = 5;

/** Frequency signal, 0–1, of `count` useful recalls: n / (n + 5). 0 for 0. */
export function frequency(count: number): number {
  return count / (count + HALF_FREQUENCY);
}

/**
 * Weighted sum of the signals divided by the sum of the weights, so that it lies in 0–1 whatever the
 * weights are. 0 when all weights are 0.
 */
export function weightedScore(signals: Signals, weights: Weights): number {
  const names = Object.keys(DEFAULT_WEIGHTS) as (keyof Signals)[];
  let sum = 0;
  let total = 0;
  for (const signal of names) {
    sum += weights[signal] * signals[signal];
    total += weights[signal];
  }
  return total > 0 ? sum / total : 0;
}
