import type { Tier } from '../types.ts';
import type { Alignment } from './align.ts';
import type { Sentence } from './sentence.ts';

/** What a rule found: its name, how sure it is, and which tokens say so. */
export interface RuleHit {
  readonly rule: string;
  readonly tier: Tier;
  /** Indices of the tokens that differ. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly possible: boolean;
}

/** Two sentences laid on each other: all that a rule sees. */
export interface Pair {
  readonly a: Sentence;
  readonly b: Sentence;
  readonly alignment: Alignment;
  /** The caller says that both are about one thing, so that "a man" is the same man. */
  readonly isOneThing: boolean;
}

/** A rule says what it found, or null. Rules are tried in order; the first one that fires decides. */
export type Rule = (pair: Pair) => RuleHit | null;

/** One side speaks of another time than now, and the other does not. */
export function isOtherTime({ a, b }: Pair): boolean {
  return a.isTemporal !== b.isTemporal;
}

/** A side introduces what it speaks of, so that the other one may speak of another thing of that kind. */
export function isUnknownThing({ a, b, isOneThing }: Pair): boolean {
  return !isOneThing && (a.isIndefinite || b.isIndefinite);
}

/** A side denies: then another word in it contradicts nothing. */
export function hasDenial({ a, b }: Pair): boolean {
  return a.negations.length + b.negations.length > 0;
}

/** Both sides name years or dates, and other ones. */
export function isOtherPeriod({ a, b }: Pair): boolean {
  return a.period !== '' && b.period !== '' && a.period !== b.period;
}
