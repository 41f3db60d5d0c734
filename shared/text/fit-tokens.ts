import { takeEnd, takeStart } from './cut.ts';

/** Counts the tokens of a text. Slow (some 4 MB/s), so everything here calls it O(log n) times. */
export type CountTokens = (text: string) => number;

/** A usual ratio; only the first guess of a search, every answer is counted. */
const GUESS_CHARS_PER_TOKEN = 4;
/** A search stops once this share of the limit is used: a little more text is not worth another count. */
const GOOD_ENOUGH_SHARE = 0.97;
/** Counts that one search may take once it has an answer; sizes that jump (a whole item more) never come close to the limit. */
const MAX_STEPS = 14;

/**
 * A large k in [0, n] with `measure(k) <= max`, for a measure that grows with k: n itself when it fits,
 * one that uses 97 % of `max`, or the largest. At most 14 measures, or O(log n) while nothing fits; the first at `guess`, so that nothing
 * far above the answer is measured. 0 (not measured) when not even 1 fits.
 */
export function largestFitting(
  n: number,
  max: number,
  measure: (k: number) => number,
  guess: number,
): number {
  let low = 0;
  let lowSize = 0;
  let high = n + 1;
  let highSize = Number.POSITIVE_INFINITY;
  let next = Math.max(1, Math.min(n, Math.floor(guess)));
  for (let step = 0; high - low > 1 && n > 0; step += 1) {
    // Without an answer the search goes on: 0 must mean that nothing fits.
    if (step >= MAX_STEPS && low > 0) break;
    const size = measure(next);
    if (size <= max) {
      low = next;
      lowSize = size;
    } else {
      high = next;
      highSize = size;
    }
    if (high <= n && lowSize >= max * GOOD_ENOUGH_SHARE) break;
    next = nextProbe({ low, lowSize, high, highSize, n, max, step });
  }
  return low;
}

/** A step up goes at most this far, since sizes may grow faster than k. */
const MAX_GROWTH = 8;
/** A step up aims a little beyond the limit, to close the bracket. */
const OVERSHOOT = 1.05;

interface Bracket {
  readonly low: number;
  readonly lowSize: number;
  readonly high: number;
  readonly highSize: number;
  readonly n: number;
  readonly max: number;
  readonly step: number;
}

/** Grows towards the limit until something is too large, then interpolates; every other step halves. */
function nextProbe({ low, lowSize, high, highSize, n, max, step }: Bracket): number {
  if (high > n) {
    const grown = Math.min(MAX_GROWTH, (OVERSHOOT * max) / Math.max(1, lowSize));
    return Math.min(n, Math.max(low + 1, Math.ceil(low * grown)));
  }
  const halved = Math.floor((low + high) / 2);
  const share = (max - lowSize) / (highSize - lowSize);
  const aimed = low + Math.floor((high - low) * share);
  return Math.max(low + 1, Math.min(high - 1, step % 2 === 0 ? aimed : halved));
}

/** The longest start of `text` (using at least 97 % of it where possible) of at most `maxTokens` tokens; "" when nothing fits. */
export function fitStart(text: string, maxTokens: number, count: CountTokens): string {
  const chars = largestFitting(
    text.length,
    maxTokens,
    (k) => count(takeStart(text, k)),
    maxTokens * GUESS_CHARS_PER_TOKEN,
  );
  return takeStart(text, chars);
}

/** The longest end of `text` (using at least 97 % of it where possible) of at most `maxTokens` tokens; "" when nothing fits. */
export function fitEnd(text: string, maxTokens: number, count: CountTokens): string {
  const chars = largestFitting(
    text.length,
    maxTokens,
    (k) => count(takeEnd(text, k)),
    maxTokens * GUESS_CHARS_PER_TOKEN,
  );
  return takeEnd(text, chars);
}

/**
 * Whether `text` has at most `maxTokens` tokens. Looks at a start of the text first, so that a text far
 * above the limit is not counted whole.
 */
export function fitsTokens(text: string, maxTokens: number, count: CountTokens): boolean {
  const start = takeStart(text, maxTokens * GUESS_CHARS_PER_TOKEN * 2);
  if (start.length < text.length && count(start) > maxTokens) return false;
  return count(text) <= maxTokens;
}
