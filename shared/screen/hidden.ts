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
