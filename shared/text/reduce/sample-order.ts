import { bestFirst, distinct, endsInwards, spread } from './order.ts';

/** Points that show the course of a series; more say little about its shape. */
const SPREAD_POINTS = 7;
/** Matches that go before the extremes; the others follow the spread. */
const FIRST_MATCHES = 10;

/**
 * The order in which items of a series are worth keeping: first, last, the best matches, extremes, a few
 * spread evenly, the other matches, then the rest from both ends inwards.
 */
export function sampleOrder(scores: Float64Array, extremes: readonly number[]): number[] {
  const n = scores.length;
  const matches = bestFirst(scores);
  return distinct([
    ...endsInwards(n).slice(0, 2),
    ...matches.slice(0, FIRST_MATCHES),
    ...extremes,
    ...spread(n, Math.min(n, SPREAD_POINTS)),
    ...matches,
    ...endsInwards(n),
  ]);
}
