import { DEFAULT_PAGE_TOKENS, type FetchRequest } from '../contracts/offload.ts';
import type { Failure } from '../errors.ts';
import { fail, type Result } from '../result.ts';
import type { Content, CountTokens, Reading } from './content.ts';
import { badCursor, type Cursor, parseCursor, type SpanCursor } from './cursor.ts';
import { grep } from './grep.ts';
import {
  boundaryAfter,
  boundaryBefore,
  countLines,
  offsetOfByte,
  rewindLines,
  skipLines,
  utf8Bytes,
} from './positions.ts';
import { readBackward, readForward } from './read-span.ts';

/** Runs one parsed operation on a content. Ranges beyond the end are `range_not_satisfiable`. */
export function readMode(
  content: Content,
  request: FetchRequest,
  count: CountTokens,
): Result<Reading, Failure> {
  const { text } = content;
  const maxTokens = request.max_tokens ?? DEFAULT_PAGE_TOKENS;
  switch (request.mode) {
    case 'head': {
      const size = request.lines ?? 0;
      const end = size === 0 ? text.length : skipLines(text, 0, size);
      return readForward(content, { start: 0, end, size, maxTokens }, 'lines', count);
    }
    case 'tail': {
      const size = request.lines ?? 0;
      const start = size === 0 ? 0 : rewindLines(text, text.length, size);
      return readBackward(content, { start, end: text.length, size, maxTokens }, count);
    }
    case 'lines': {
      const start = skipLines(text, 0, request.from - 1);
      const total = countLines(text);
      if (request.from > total + 1) {
        return fail(beyond('lines', `${request.from} to ${request.to}`, total));
      }
      const size = request.to - request.from + 1;
      const end = skipLines(text, start, size);
      return readForward(content, { start, end, size, maxTokens }, 'lines', count);
    }
    case 'bytes': {
      const size = request.to - request.from;
      const start = offsetOfByte(text, request.from);
      if (start === null) {
        return fail(beyond('bytes', `${request.from} to ${request.to}`, utf8Bytes(text)));
      }
      const end = byteSpanEnd(text, start, request.to);
      return readForward(content, { start, end, size, maxTokens }, 'bytes', count);
    }
    case 'grep': {
      const { pattern, ignore_case: ignoreCase, context, max_matches: maxMatches } = request;
      const search = { pattern, ignoreCase, context, maxMatches, maxTokens, from: 0, shown: 0 };
      return grep(content, search, count);
    }
    case 'next': {
      const cursor = parseCursor(request.next);
      if (!cursor.ok) return cursor;
      const size = request.max_tokens ?? cursor.value.maxTokens;
      return resume(content, { ...cursor.value, maxTokens: size }, count);
    }
  }
}

function resume(content: Content, cursor: Cursor, count: CountTokens): Result<Reading, Failure> {
  const { text } = content;
  const at = exactOffset(text, cursor.at);
  if (at === null) return fail(badCursor());
  if (cursor.mode === 'grep') {
    const { mode: _, at: __, ...search } = cursor;
    return grep(content, { ...search, from: at }, count);
  }
  const { size, maxTokens } = cursor;
  if (cursor.mode === 'tail') {
    const start = tailStart(text, at, cursor);
    if (start === null) return fail(badCursor());
    return readBackward(content, { start, end: at, size, maxTokens }, count);
  }
  const end = forwardEnd(text, at, cursor);
  if (end === null) return fail(badCursor());
  return readForward(content, { start: at, end, size, maxTokens }, cursor.mode, count);
}

/** The end of the part being read: the earlier `stop`, or the next `size` lines or bytes. */
function forwardEnd(text: string, at: number, cursor: SpanCursor): number | null {
  if (cursor.stop > cursor.at) return exactOffset(text, cursor.stop);
  if (cursor.size === 0) return text.length;
  return cursor.mode === 'bytes'
    ? byteSpanEnd(text, at, cursor.at + cursor.size)
    : skipLines(text, at, cursor.size);
}

function tailStart(text: string, at: number, cursor: SpanCursor): number | null {
  if (cursor.stop < cursor.at) return exactOffset(text, cursor.stop);
  return cursor.size === 0 ? 0 : rewindLines(text, at, cursor.size);
}

/** The last boundary at or before byte `to`, but always at least one character after `start`. */
function byteSpanEnd(text: string, start: number, to: number): number {
  const after = offsetOfByte(text, to) ?? text.length;
  const exact = utf8Bytes(text, 0, after) <= to;
  const end = exact ? after : boundaryBefore(text, after - 1);
  return end > start ? end : boundaryAfter(text, Math.min(text.length, start + 1));
}

/** The UTF-16 offset of a byte that begins a character or ends the text; null for any other. */
function exactOffset(text: string, byte: number): number | null {
  const offset = offsetOfByte(text, byte);
  return offset !== null && utf8Bytes(text, 0, offset) === byte ? offset : null;
}

function beyond(unit: 'lines' | 'bytes', asked: string, total: number): Failure {
  return {
    code: 'range_not_satisfiable',
    detail: `Cannot read ${unit} ${asked}: the content has ${total} ${unit}`,
    extra: { [`total_${unit}`]: total },
  };
}
