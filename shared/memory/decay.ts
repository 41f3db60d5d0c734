import { recency } from './recency.ts';
import { validity } from './validity.ts';
import type { WeighedFacts } from './weigh.ts';
import {
  AUTHORITY_WEIGHT,
  CATEGORY_IMPORTANCE,
  DEFAULT_WEIGHTS,
  frequency,
  weightedScore,
} from './weights.ts';

/**
 * Strength below which a memory that nobody uses is archived, 0–1. After 90 days, when next to nothing
 * is left of its recency, a user's general remark has 0.27 and goes; with two good outcomes it has 0.31
 * and stays, as do a user's preference (0.34), an agent's remark (0.34), a record (0.42), how-to (0.38)
 * and policy (0.42). Superseded, a user's word goes whatever it is about (at most 0.28), and so does a
 * record that is only general (0.28); a record's old policies, how-tos and preferences (0.34 and more)
 * stay to answer what was true then.
 */
export const DECAY_FLOOR = 0.3;

/** How long a memory must have been unused before it can be archived: 90 days, in milliseconds. */
export const UNUSED_MS = 90 * 86_400_000;

/** The weights of what does not depend on a question. */
const STANDING = { ...DEFAULT_WEIGHTS, relevance: 0 };

/** What decay needs to know of a memory beside what it is weighed by. Times in epoch milliseconds. */
export interface DecayFacts extends WeighedFacts {
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly lastUsefulAtMs: number | null;
  readonly lastRecalledAtMs: number | null;
  /** When its vectors were last written: an imported memory is as old as its source says, but new here. */
  readonly indexedAtMs: number | null;
}

/**
 * How much speaks for a memory whatever is asked, 0–1: the signals of recall without relevance, by
 * their weights, divided by the sum of those weights.
 */
export function strength(facts: WeighedFacts, nowMs: number): number {
  const signals = {
    relevance: 0,
    recency: recency(facts.freshAtMs, nowMs),
    importance: CATEGORY_IMPORTANCE[facts.category],
    authority: AUTHORITY_WEIGHT[facts.authority],
    validity: validity(facts, nowMs),
    frequency: frequency(facts.usefulCount),
  };
  return weightedScore(signals, STANDING);
}

/** When a memory was last written, recalled, useful or indexed. */
export function lastUsedMs(facts: Omit<DecayFacts, keyof WeighedFacts>): number {
  return Math.max(
    facts.createdAtMs,
    facts.updatedAtMs,
    facts.lastUsefulAtMs ?? 0,
    facts.lastRecalledAtMs ?? 0,
    facts.indexedAtMs ?? 0,
  );
}

/** Whether a memory is to be archived: unused for `UNUSED_MS`, and its strength below `DECAY_FLOOR`. */
export function isDecayed(facts: DecayFacts, nowMs: number): boolean {
  return nowMs - lastUsedMs(facts) >= UNUSED_MS && strength(facts, nowMs) < DECAY_FLOOR;
}
