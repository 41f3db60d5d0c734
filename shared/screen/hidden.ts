import type { Span } from '../types.ts';

const COMMENT_OPEN = '<!--';
const COMMENT_CLOSE = '-->';

/** The HTML comments of a text, in order; an unclosed one reaches to the end. Linear time. */
export function commentSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(COMMENT_OPEN); at >= 0; at = text.indexOf(COMMENT_OPEN, at)) {
    const close = text.indexOf(COMMENT_CLOSE, at + COMMENT_OPEN.length);
    const end = close < 0 ? text.length : close + COMMENT_CLOSE.length;
    spans.push({ start: at, end });
    at = end;
  }
  return spans;
}

/** True when one of the spans (in order, not overlapping) holds [start, end). Logarithmic time. */
export function isInside(spans: readonly Span[], start: number, end: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined) return false;
    if (span.end <= start) low = middle + 1;
    else if (span.start > start) high = middle - 1;
    else return end <= span.end;
  }
  return false;
}
