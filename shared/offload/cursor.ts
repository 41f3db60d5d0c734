import {
  MAX_GREP_CONTEXT_LINES,
  MAX_GREP_MATCHES,
  MAX_PAGE_TOKENS,
  MAX_PATTERN_CHARS,
} from '../contracts/offload.ts';
import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';

/**
 * Where a plain reading goes on. The part that was asked for lies between `at` and `stop` (UTF-8
 * offsets; `stop` is below `at` when reading backwards); once it is complete the next part has `size`
 * lines or bytes, or, for 0, all the rest.
 */
export interface SpanCursor {
  readonly mode: 'lines' | 'tail' | 'bytes';
  readonly at: number;
  readonly stop: number;
  readonly size: number;
  readonly maxTokens: number;
}

/** Where a search goes on: after byte `at`, with all lines up to line `shown` already on a page. */
export interface GrepCursor {
  readonly mode: 'grep';
  readonly at: number;
  readonly shown: number;
  readonly maxTokens: number;
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly maxMatches: number;
  readonly pattern: string;
}

export type Cursor = SpanCursor | GrepCursor;

/** Digits of the largest safe integer. */
const NUMBER = /^\d{1,16}$/;
const SPAN_FIELDS = 5;
const GREP_FIELDS = 8;

/** Writes a cursor as the short readable text that the model sends back ("lines:2048:4096:50:1000"). */
export function encodeCursor(cursor: Cursor): string {
  if (cursor.mode !== 'grep') {
    return [cursor.mode, cursor.at, cursor.stop, cursor.size, cursor.maxTokens].join(':');
  }
  const { at, shown, maxTokens, ignoreCase, context, maxMatches, pattern } = cursor;
  // The pattern is last, so that it may contain colons.
  const fields = [at, shown, maxTokens, ignoreCase ? 1 : 0, context, maxMatches, pattern];
  return ['grep', ...fields].join(':');
}

/** Reads a cursor; `invalid_request` at `/next` for anything that `encodeCursor` cannot have written. */
export function parseCursor(text: string): Result<Cursor, Failure> {
  const fields = text.split(':');
  const mode = fields[0];
  if (mode === 'grep') return parseGrep(fields);
  if (mode !== 'lines' && mode !== 'tail' && mode !== 'bytes') return fail(badCursor());
  const numbers = readNumbers(fields.slice(1));
  if (fields.length !== SPAN_FIELDS || numbers === null) return fail(badCursor());
  const [at = 0, stop = 0, size = 0, maxTokens = 0] = numbers;
  return isPageSize(maxTokens) ? ok({ mode, at, stop, size, maxTokens }) : fail(badCursor());
}

function parseGrep(fields: readonly string[]): Result<Cursor, Failure> {
  const numbers = readNumbers(fields.slice(1, GREP_FIELDS - 1));
  const pattern = fields.slice(GREP_FIELDS - 1).join(':');
  if (fields.length < GREP_FIELDS || numbers === null) return fail(badCursor());
  const [at = 0, shown = 0, maxTokens = 0, ignoreCase = 0, context = 0, maxMatches = 0] = numbers;
  const valid =
    isPageSize(maxTokens) &&
    ignoreCase <= 1 &&
    context <= MAX_GREP_CONTEXT_LINES &&
    maxMatches >= 1 &&
    maxMatches <= MAX_GREP_MATCHES &&
    pattern.length >= 1 &&
    pattern.length <= MAX_PATTERN_CHARS;
  if (!valid) return fail(badCursor());
  const rest = { at, shown, maxTokens, context, maxMatches, pattern };
  return ok({ mode: 'grep', ignoreCase: ignoreCase === 1, ...rest });
}

function readNumbers(fields: readonly string[]): readonly number[] | null {
  const numbers = fields.map((field) => (NUMBER.test(field) ? Number(field) : Number.NaN));
  return numbers.every((value) => Number.isSafeInteger(value)) ? numbers : null;
}

function isPageSize(maxTokens: number): boolean {
  return maxTokens >= 1 && maxTokens <= MAX_PAGE_TOKENS;
}

/** The failure of a `next` that does not belong to the content it was sent for. */
export function badCursor(): Failure {
  return fieldFailure('/next', 'Cannot continue: next is not from an earlier page of this content');
}
