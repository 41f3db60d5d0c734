import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import { largestFitting } from '../text/fit-tokens.ts';
import type { Content, CountTokens, Reading } from './content.ts';
import { encodeCursor, type SpanCursor } from './cursor.ts';
import { boundaryAfter, boundaryBefore, utf8Bytes } from './positions.ts';

/** A usual ratio in characters per token; only where the search for the page size starts. */
const GUESS_CHARS_PER_TOKEN = 4;
/** Whole lines given up at most when a count is not monotonic at a line end; then the page is cut inside a line. */
const MAX_SNAPS = 4;

/** A part that was asked for: UTF-16 offsets, half-open, on code-point boundaries. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Lines or bytes of the following parts; 0: no limit but tokens. */
  readonly size: number;
  readonly maxTokens: number;
}

/**
 * One page from the start of a span: as much as fits in `maxTokens`, ending after a whole line when
 * `mode` is lines and a whole line fits, else between two code points. `next` goes on at the end of the
 * page until the content ends. Fails at `/max_tokens` when not even one character fits.
 */
export function readForward(
  content: Content,
  span: Span,
  mode: 'lines' | 'bytes',
  count: CountTokens,
): Result<Reading, Failure> {
  const { text } = content;
  const { start } = span;
  const chars = largestFitting(
    span.end - start,
    span.maxTokens,
    (k) => count(text.slice(start, boundaryBefore(text, start + k))),
    span.maxTokens * GUESS_CHARS_PER_TOKEN,
  );
  let end = boundaryBefore(text, start + chars);
  if (end === start && span.end > start) {
    return fail(tooSmall(text.slice(start, boundaryAfter(text, start + 1)), span, count));
  }
  if (mode === 'lines' && end < span.end) end = snapForward(text, start, end, span, count);
  const next = end < text.length ? cursor(text, mode, end, span.end, span) : null;
  return ok(reading(text, start, end, mode, next, end < span.end, span));
}

/** One page from the end of a span, for tail: the last text that fits. `next` goes on towards the start. */
export function readBackward(
  content: Content,
  span: Span,
  count: CountTokens,
): Result<Reading, Failure> {
  const { text } = content;
  const { end } = span;
  const chars = largestFitting(
    end - span.start,
    span.maxTokens,
    (k) => count(text.slice(boundaryAfter(text, end - k), end)),
    span.maxTokens * GUESS_CHARS_PER_TOKEN,
  );
  let start = boundaryAfter(text, end - chars);
  if (start === end && end > span.start) {
    return fail(tooSmall(text.slice(boundaryBefore(text, end - 1), end), span, count));
  }
  if (start > span.start) start = snapBackward(text, start, end, span, count);
  const next = start > 0 ? cursor(text, 'tail', start, span.start, span) : null;
  return ok(reading(text, start, end, 'lines', next, start > span.start, span));
}

/** The last line end within the page, or the page's end when no line ends in it. */
function snapForward(text: string, start: number, end: number, span: Span, count: CountTokens) {
  let at = end;
  for (let snaps = 0; snaps < MAX_SNAPS; snaps += 1) {
    const line = text.lastIndexOf('\n', at - 1) + 1;
    if (line <= start) return end;
    // A shorter text can have more tokens, where the cut falls inside a token.
    if (line === end || count(text.slice(start, line)) <= span.maxTokens) return line;
    at = line - 1;
  }
  return end;
}

/** The first line start within the page, or the page's start when no line starts in it. */
function snapBackward(text: string, start: number, end: number, span: Span, count: CountTokens) {
  // Starting one unit early finds a line that starts exactly at the page's start.
  let at = start - 1;
  for (let snaps = 0; snaps < MAX_SNAPS; snaps += 1) {
    const feed = text.indexOf('\n', at);
    if (feed === -1 || feed + 1 >= end) return start;
    if (feed + 1 === start || count(text.slice(feed + 1, end)) <= span.maxTokens) return feed + 1;
    at = feed + 1;
  }
  return start;
}

function cursor(text: string, mode: SpanCursor['mode'], at: number, stop: number, span: Span) {
  const byte = utf8Bytes(text, 0, at);
  const rest = stop < at ? -utf8Bytes(text, stop, at) : utf8Bytes(text, at, stop);
  return encodeCursor({
    mode,
    at: byte,
    stop: byte + rest,
    size: span.size,
    maxTokens: span.maxTokens,
  });
}

function reading(
  text: string,
  start: number,
  end: number,
  unit: Reading['unit'],
  next: string | null,
  truncated: boolean,
  { maxTokens }: Span,
): Reading {
  const pieces = [{ at: 0, start, length: end - start }];
  return { text: text.slice(start, end), start, end, unit, next, truncated, pieces, maxTokens };
}

function tooSmall(character: string, span: Span, count: CountTokens): Failure {
  return fieldFailure(
    '/max_tokens',
    `Cannot return a page: the next character needs ${count(character)} tokens, max_tokens is ${span.maxTokens}`,
  );
}
