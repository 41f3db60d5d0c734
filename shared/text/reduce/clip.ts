import { sliceSafe, takeEnd, takeStart } from '../cut.ts';
import { gapMarker } from './marker.ts';
import type { Matcher } from './matcher.ts';

/** One line or sentence may take about a quarter of the budget (4 characters per token). */
const LINE_CHARS_PER_BUDGET_TOKEN = 1;
const MIN_LINE_CHARS = 80;
/** Of what is kept of a clipped line: how much goes to its start, and to its end. */
const START_SHARE = 0.5;
const END_SHARE = 0.2;

function omission(count: number): string {
  return gapMarker({ count, of: count, unit: 'characters', first: false, handle: null, note: '' });
}

/** The longest a line may be under `maxTokens`, in UTF-16 units. */
export function lineLimit(maxTokens: number): number {
  return Math.max(MIN_LINE_CHARS, maxTokens * LINE_CHARS_PER_BUDGET_TOKEN);
}

/**
 * `line` itself when it has at most `maxChars`, else its start, the place that matches the task, and
 * its end, with the exact number of characters left out between them. Keeps the line break.
 */
export function clipLine(line: string, maxChars: number, matcher: Matcher): string {
  if (line.length <= maxChars) return line;
  const body = line.trimEnd();
  const start = takeStart(body, maxChars * START_SHARE);
  const end = takeEnd(body, maxChars * END_SHARE);
  const rest = body.slice(start.length, body.length - end.length);
  const at = matcher.find(rest);
  const room = maxChars * (1 - START_SHARE - END_SHARE);
  const middle = at < 0 ? '' : sliceSafe(rest, at - room / 2, at + room / 2);
  const before = middle === '' ? 0 : rest.indexOf(middle, Math.max(0, at - room));
  const gaps = [before, rest.length - before - middle.length];
  const marks = gaps.map((count) => (count === 0 ? '' : omission(count)));
  const joined = middle === '' ? omission(rest.length) : `${marks[0]}${middle}${marks[1]}`;
  const clipped = `${start}${joined}${end}${line.slice(body.length)}`;
  return clipped.length < line.length ? clipped : line;
}
