import { takeEnd, takeStart } from './cut.ts';

/** Counts the tokens of a text. Slow (some 4 MB/s), so everything here calls it O(log n) times. */
export type CountTokens = (text: string) => number;

/** A usual ratio; only the first guess of a search, every answer is counted. */
const GUESS_CHARS_PER_TOKEN = 4;
/** A search stops once the bracket is this narrow in relation to its lower end: more is not worth a count. */
const GOOD_ENOUGH_SHARE = 0.01;

/**
 * A large k in [0, n] with `measure(k) <= max`, for a measure that grows with k. The largest when the
 * bracket closes, else within 1 % of it. O(log n) measures; the first at `guess`, so that nothing far
 * above the answer is measured. 0 is returned unmeasured when nothing larger fits.
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
    const size = measure(next);
    if (size <= max) {
      low = next;
      lowSize = size;
    } else {
      high = next;
      highSize = size;
    }
    if (low > 0 && high <= n && high - low <= low * GOOD_ENOUGH_SHARE) break;
    next = nextProbe({ low, lowSize, high, highSize, n, max, step });
  }
  return low;
}

interface Bracket {
  readonly low: number;
  readonly lowSize: number;
  readonly high: number;
  readonly highSize: number;
  readonly n: number;
  readonly max: number;
  readonly step: number;
}

/** Doubles until something is too large, then interpolates; every other step halves, which bounds the steps. */
function nextProbe({ low, lowSize, high, highSize, n, max, step }: Bracket): number {
  if (high > n) return Math.min(n, Math.max(low + 1, low * 2));
  const halved = Math.floor((low + high) / 2);
  const share = (max - lowSize) / (highSize - lowSize);
  const aimed = low + Math.floor((high - low) * share);
  return Math.max(low + 1, Math.min(high - 1, step % 2 === 0 ? aimed : halved));
}

/** The longest start of `text` (to within 1 %) of at most `maxTokens` tokens; "" when nothing fits. */
export function fitStart(text: string, maxTokens: number, count: CountTokens): string {
  const chars = largestFitting(
    text.length,
    maxTokens,
    (k) => count(takeStart(text, k)),
    maxTokens * GUESS_CHARS_PER_TOKEN,
  );
  return takeStart(text, chars);
}

/** The longest end of `text` (to within 1 %) of at most `maxTokens` tokens; "" when nothing fits. */
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
