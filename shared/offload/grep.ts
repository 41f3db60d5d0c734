import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { Content, CountTokens, Piece, Reading } from './content.ts';
import { encodeCursor, type GrepCursor } from './cursor.ts';
import { type Entry, renderEntry } from './grep-entry.ts';
import { findHits, type Hit, MAX_LINE_CHARS } from './grep-hits.ts';
import { compilePattern } from './pattern.ts';
import { utf8Bytes } from './positions.ts';

/** Between entries whose lines do not follow each other, as grep does. */
const GAP = '--\n';

/** A search, and where it begins: `from` in UTF-16 units, lines up to `shown` are on earlier pages. */
export type Search = Omit<GrepCursor, 'mode' | 'at'> & { readonly from: number };

/**
 * One page of the lines that match an RE2 pattern, line by line, with line numbers. No match is an
 * empty page, not a failure. Fails at `/pattern` for an invalid pattern and at `/max_tokens` when not
 * even a few characters of the first match fit.
 */
export function grep(
  content: Content,
  search: Search,
  count: CountTokens,
): Result<Reading, Failure> {
  const { text } = content;
  const pattern = compilePattern(search.pattern, search.ignoreCase, text.length);
  if (!pattern.ok) return pattern;
  const found = findHits(text, pattern.value, search.from, search.maxMatches);
  const entries = fitEntries(text, found.hits, search, count);
  if (!entries.ok) return entries;
  const shown = entries.value;
  const [first, last] = [shown[0], shown.at(-1)];
  const truncated = found.more || shown.length < found.hits.length;
  return ok({
    ...joinEntries(shown),
    start: first?.start ?? text.length,
    end: last?.end ?? text.length,
    unit: 'lines',
    next: truncated && last !== undefined ? nextCursor(text, search, last) : null,
    truncated,
    matchingLines: found.matchingLines,
    maxTokens: search.maxTokens,
  });
}

/** As many entries as fit together; the first alone may lose its context and part of its line. */
function fitEntries(
  text: string,
  hits: readonly Hit[],
  search: Search,
  count: CountTokens,
): Result<readonly Entry[], Failure> {
  const entries: Entry[] = [];
  let tokens = 0;
  let shown = search.shown;
  for (const [index, hit] of hits.entries()) {
    const nextLine = hits[index + 1]?.line ?? Number.POSITIVE_INFINITY;
    const options = { context: search.context, shown, nextLine, maxChars: MAX_LINE_CHARS };
    const entry = renderEntry(text, hit, options);
    // One more for what joins the entries; the sum is checked as a whole below.
    tokens += count(entry.text) + 1;
    if (entries.length > 0 && tokens > search.maxTokens) break;
    entries.push(entry);
    shown = Math.max(shown, entry.lastLine);
  }
  while (entries.length > 1 && count(joinEntries(entries).text) > search.maxTokens) entries.pop();
  const [only] = entries;
  if (only === undefined || entries.length > 1 || count(only.text) <= search.maxTokens) {
    return ok(entries);
  }
  const shrunk = shrink(text, hits[0], search, count);
  return shrunk === null ? fail(tooSmall(search.maxTokens)) : ok([shrunk]);
}

/** The entry without context, its line halved until it fits; null when even one character does not. */
function shrink(text: string, hit: Hit | undefined, search: Search, count: CountTokens) {
  for (let chars = MAX_LINE_CHARS; hit !== undefined && chars >= 1; chars = Math.floor(chars / 2)) {
    const options = { context: 0, shown: hit.line, nextLine: hit.line, maxChars: chars };
    const entry = renderEntry(text, hit, options);
    if (count(entry.text) <= search.maxTokens) return entry;
  }
  return null;
}

function joinEntries(entries: readonly Entry[]): Pick<Reading, 'text' | 'pieces'> {
  const pieces: Piece[] = [];
  let text = '';
  let lastLine: number | null = null;
  for (const entry of entries) {
    if (lastLine !== null) text += entry.firstLine > lastLine + 1 ? `\n${GAP}` : '\n';
    for (const piece of entry.pieces) pieces.push({ ...piece, at: piece.at + text.length });
    text += entry.text;
    lastLine = entry.lastLine;
  }
  return { text, pieces };
}

function nextCursor(text: string, search: Search, last: Entry): string {
  const { from: _, ...rest } = search;
  const shown = Math.max(search.shown, last.lastLine);
  return encodeCursor({ mode: 'grep', ...rest, at: utf8Bytes(text, 0, last.resume), shown });
}

function tooSmall(maxTokens: number): Failure {
  return fieldFailure(
    '/max_tokens',
    `Cannot return a page: no part of the first match fits, max_tokens is ${maxTokens}`,
  );
}
