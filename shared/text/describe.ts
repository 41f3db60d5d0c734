import { countLines, formatAmount, formatBytes, formatCount, utf8Bytes } from './amounts.ts';
import { codeWeight, isDiff } from './code-lines.ts';
import { takeStart } from './cut.ts';
import { dataUriNote, findDataUris } from './data-uri.ts';
import { compactJson, isJson, jsonMembers } from './json-text.ts';
import { splitLines } from './lines.ts';
import { severityOf } from './severity.ts';
import { detectShape, type Shape } from './shape.ts';
import { cellsOf, parseTable } from './table.ts';

/** What is said of a text that is not shown. */
export interface Description {
  readonly shape: Shape;
  /** "2,000 lines, 180 KB". */
  readonly size: string;
  /** What it is and the line that matters most, in one line of at most 200 characters. */
  readonly line: string;
}

const MAX_LINE_CHARS = 200;
const MAX_NAMES = 6;
const MAX_NAME_CHARS = 24;
/** A text counts as an image (or other file) when a data URI is at least this share of it. */
const DATA_URI_SHARE = 0.9;

const BUILD =
  /\b(?:npm|tsc|webpack|vite|cargo|gcc|clang|make|gradle|maven|build|compil(?:e|ing|ed)|TS\d{4})\b/i;
const TEST = /\b(?:pytest|vitest|jest|test suites?|tests? (?:passed|failed)|PASS|FAIL)\b/;
const SUMMARY = /\b(?:total|summary|passed|failed|finished|completed|result|exit(?:ed)?)\b/i;
const SAMPLE_CHARS = 20_000;

/** One line without what could open or close a wrapper or a tag around it. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[[<{]/g, '(')
    .replace(/[\]>}]/g, ')')
    .trim();
}

function names(list: readonly string[]): string {
  const shown = list.slice(0, MAX_NAMES).map((name) => takeStart(name, MAX_NAME_CHARS));
  const more = list.length > shown.length ? `, … ${formatCount(list.length)} in all` : '';
  return shown.join(', ') + more;
}

/** The last fatal line, else the first error, else a total near the end, else the last line. */
function telling(lines: readonly string[]): number {
  const severities = lines.map(severityOf);
  const fatal = severities.lastIndexOf(3);
  if (fatal >= 0) return fatal;
  const error = severities.indexOf(2);
  if (error >= 0) return error;
  const total = lines.findLastIndex((line) => SUMMARY.test(line.slice(0, MAX_LINE_CHARS)));
  return total >= 0 ? total : lines.findLastIndex((line) => line.trim() !== '');
}

function describeLog(text: string): string {
  const lines = splitLines(text);
  const head = text.slice(0, SAMPLE_CHARS);
  const kind = TEST.test(head) ? 'test log' : BUILD.test(head) ? 'build log' : 'log';
  const at = telling(lines);
  const start = `${kind}, ${formatAmount(lines.length, 'line')}: `;
  const end = ` (line ${formatCount(at + 1)})`;
  const room = MAX_LINE_CHARS - start.length - end.length;
  return start + shorten(plain((lines[at] ?? '').slice(0, SAMPLE_CHARS)), room) + end;
}

function describeJson(text: string): string {
  if (!isJson(text)) {
    const keys = keysOf(text.slice(0, text.indexOf('\n')));
    return `JSON lines, ${formatAmount(countLines(text), 'record')}: keys ${names(keys)}`;
  }
  const json = compactJson(text);
  const members = jsonMembers(json, 0);
  const first = members[0];
  if (json.startsWith('[')) {
    const keys = first === undefined ? [] : keysOf(json.slice(first.start, first.end));
    const what = keys.length > 0 ? `: objects with keys ${names(keys)}` : '';
    return `JSON array of ${formatAmount(members.length, 'item')}${what}`;
  }
  const parts = members.map(({ key, start, end }) => {
    const name = unquoted(key ?? '');
    if (/error|message|total|count|status/i.test(name) && end - start <= MAX_LINE_CHARS / 2) {
      return `${name} = ${unquoted(json.slice(start, end))}`;
    }
    return json[start] === '['
      ? `${name} (${formatAmount(jsonMembers(json, start).length, 'item')})`
      : name;
  });
  // What carries a value tells more than a bare key.
  const telling = parts.filter((part) => part.includes(' '));
  const bare = parts.filter((part) => !part.includes(' '));
  return `JSON object, ${formatAmount(members.length, 'key')}: ${[...telling, ...bare].slice(0, 2 * MAX_NAMES).join(', ')}`;
}

function unquoted(source: string): string {
  return source.startsWith('"') ? source.slice(1, -1) : source;
}

function keysOf(json: string): string[] {
  const compact = isJson(json) ? compactJson(json) : '';
  return jsonMembers(compact, 0).flatMap(({ key }) => (key === null ? [] : unquoted(key)));
}

function describeTable(text: string): string {
  const table = parseTable(text);
  if (table === null) return describeProse(text);
  const columns = cellsOf(table.header[0] ?? '', table);
  const kind = table.kind === 'gfm' ? 'table' : table.delimiter === '\t' ? 'TSV' : 'CSV';
  return `${kind}, ${formatAmount(table.rows.length, 'row')}: columns ${names(columns)}`;
}

function describeCode(text: string): string {
  const lines = splitLines(text);
  const diff = isDiff(text);
  const weigh = (line: string) =>
    codeWeight(line, diff) === 2 && !/^(?:import|from|use|#include)\b/.test(line);
  const telling = lines.find(weigh) ?? lines.find((line) => line.trim() !== '') ?? '';
  const start = `${diff ? 'diff' : 'code'}, ${formatAmount(lines.length, 'line')}`;
  return `${start}: ${telling.slice(0, MAX_LINE_CHARS)}`;
}

function describeProse(text: string): string {
  const head = text.slice(0, SAMPLE_CHARS).trimStart();
  const first = head.replace(/^#{1,6}\s+/, '').split('\n', 1)[0] ?? '';
  const error = splitLines(head).findIndex((line) => severityOf(line) === 3);
  const telling = error > 0 ? `${first} … ${splitLines(head)[error] ?? ''}` : first;
  return `text, ${formatAmount(countLines(text), 'line')}: ${telling.slice(0, 2 * MAX_LINE_CHARS)}`;
}

function shorten(line: string, maxChars: number): string {
  return line.length <= maxChars ? line : `${takeStart(line, maxChars - 1).trimEnd()}…`;
}

function lineOf(text: string, shape: Shape): string {
  if (text.trim() === '') return 'empty text';
  const [uri] = findDataUris(text);
  if (uri !== undefined && uri.end - uri.start >= text.length * DATA_URI_SHARE) {
    return dataUriNote(uri, null).slice(1, -1);
  }
  switch (shape) {
    case 'json':
      return describeJson(text);
    case 'log':
      return describeLog(text);
    case 'table':
    case 'csv':
      return describeTable(text);
    case 'code':
      return describeCode(text);
    case 'markdown':
    case 'prose':
      return describeProse(text);
  }
}

/**
 * Says what a text is, how large, and its most telling line (the fatal error, the total, the title), for
 * the placeholder of an offloaded text. The line has at most 200 characters, no line break and no bracket
 * that could close a wrapper. Deterministic; "" is "empty text". Linear in the text.
 */
export function describe(text: string, mediaType?: string): Description {
  const shape = detectShape(text, mediaType);
  const size = `${formatAmount(countLines(text), 'line')}, ${formatBytes(utf8Bytes(text))}`;
  return { shape, size, line: shorten(plain(lineOf(text, shape)), MAX_LINE_CHARS) };
}

/**
 * The fixed text that stands in the window for an offloaded text: what it was, how large, and how to
 * get it back. The same input gives the same bytes; the handle is given as it is.
 */
export function placeholder(request: {
  readonly handle: string;
  /** One line, as `describe` gives it. */
  readonly description: string;
  readonly bytes: number;
  readonly lines: number;
  readonly tokens: number;
}): string {
  const { handle, description, bytes, lines, tokens } = request;
  const sizes = [
    formatBytes(bytes),
    formatAmount(lines, 'line'),
    formatAmount(tokens, 'token'),
  ].join(', ');
  const what = shorten(plain(description), MAX_LINE_CHARS);
  return `[${what}, handle "${handle}": moved out of the window (${sizes}). To read it call fetch_offloaded with this handle and mode grep (pattern), lines (from, to), head or tail]`;
}
