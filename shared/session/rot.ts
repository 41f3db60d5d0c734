/** What is known of one window whose answer was judged. */
export interface SessionOutcome {
  /** Ids of windows sort by the time at which the windows were made. */
  readonly windowId: string;
  /** Tokens of the whole window. */
  readonly tokens: number;
  /** How good the answer was, 0–1. */
  readonly quality: number;
}

/** Whether answers of a session got worse while its windows grew. */
export interface RotVerdict {
  /** Median quality (0–1) of the first five outcomes; null while there are too few to tell. */
  readonly baseline: number | null;
  /** Median quality (0–1) of the last three outcomes; null while there are too few to tell. */
  readonly current: number | null;
  /** `baseline - current`, on the 0–1 scale: negative when answers got better. */
  readonly drop: number | null;
  /** Median tokens of the windows behind `baseline` and `current`. */
  readonly tokens: { readonly baseline: number; readonly current: number } | null;
  readonly detected: boolean;
  /** What to make of it, for people; no final period. */
  readonly advice: string;
}

/** Outcomes that the baseline is the median of. */
export const BASELINE_OUTCOMES = 5;
/** Outcomes that the current quality is the median of. */
export const CURRENT_OUTCOMES = 3;
/** Fewer would compare outcomes with themselves. */
const MIN_OUTCOMES = BASELINE_OUTCOMES + CURRENT_OUTCOMES;
/** Digits that a difference of two qualities is read to: 1 − 0.8 is 0.2, not 0.19999999999999996. */
const QUALITY_DIGITS = 9;

/**
 * Looks for rot in a session: the median quality of the last three outcomes lies at least `rotDrop`
 * below that of the first five, on the 0–1 scale (a fall from 0.5 to 0.3 counts as much as one from
 * 1.0 to 0.8), while the windows grew by their median tokens. A fall without growth has another cause,
 * and growth without a fall is no problem. Outcomes count in the order of their windows, however late
 * they arrived; with fewer than eight nothing is detected, and the advice says so.
 *
 * Of a long session the first five and the last three outcomes are enough: the verdict is the same.
 *
 * @param limits `rotDrop` 0–1; 0 detects any fall at all
 */
export function rotOf(
  outcomes: readonly SessionOutcome[],
  { rotDrop }: { readonly rotDrop: number },
): RotVerdict {
  if (outcomes.length < MIN_OUTCOMES) return unknown(outcomes.length);
  const ordered = [...outcomes].sort(byWindow);
  const first = ordered.slice(0, BASELINE_OUTCOMES);
  const last = ordered.slice(-CURRENT_OUTCOMES);
  const baseline = median(first.map(({ quality }) => quality));
  const current = median(last.map(({ quality }) => quality));
  const drop = Number((baseline - current).toFixed(QUALITY_DIGITS));
  const tokens = {
    baseline: median(first.map((outcome) => outcome.tokens)),
    current: median(last.map((outcome) => outcome.tokens)),
  };
  const fell = drop > 0 && drop >= rotDrop;
  const grew = tokens.current > tokens.baseline;
  const detected = fell && grew;
  return { baseline, current, drop, tokens, detected, advice: adviceFor(fell, grew) };
}

function unknown(count: number): RotVerdict {
  const advice = `Too few outcomes to tell: ${count} of the ${MIN_OUTCOMES} that it takes to compare`;
  return { baseline: null, current: null, drop: null, tokens: null, detected: false, advice };
}

function adviceFor(fell: boolean, grew: boolean): string {
  if (!fell) return 'Answers hold their quality';
  return grew
    ? 'Start a fresh session with the facts that still matter; until then older conversation is left out of its windows'
    : 'Answers got worse, but the windows did not grow: look for another cause than their length';
}

function byWindow(a: SessionOutcome, b: SessionOutcome): number {
  if (a.windowId === b.windowId) return 0;
  return a.windowId < b.windowId ? -1 : 1;
}

/** The median of at least one number. Both uses have an odd count, so it is one of them. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
