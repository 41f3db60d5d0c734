import { splitLines } from './lines.ts';

/** A text that is one table, in pieces: joined they are the text. */
export interface Table {
  readonly kind: 'gfm' | 'delimited';
  /** What separates cells. */
  readonly delimiter: string;
  /** Lines before the table; few, or it would not be a table. */
  readonly before: readonly string[];
  /** The header row, and the delimiter row of a Markdown table. */
  readonly header: readonly string[];
  /** Whole rows, each with its line break; a quoted cell may hold further line breaks. */
  readonly rows: readonly string[];
  readonly after: readonly string[];
}

/** More lines than this around a table make the text a document with a table in it. */
const MAX_LINES_AROUND = 6;
const MIN_DELIMITED_ROWS = 2;
/** A quoted cell over more lines than this is a stray quote, not a cell. */
const MAX_LINES_PER_ROW = 200;
const DELIMITERS = [',', '\t', ';'];
/** Rows looked at to tell whether a text is delimited; a sample, since rows are alike. */
const SAMPLE_ROWS = 50;
/** Cells longer than this on average are sentences with commas in them. */
const MAX_MEAN_CELL_CHARS = 48;

/** A delimiter row of GFM: `|---|:--:|`. Only these characters, so one class is enough. */
const DELIMITER_ROW = /^[ \t]{0,8}[|:-][-:| \t]*$/;

/** Whether `line` is the delimiter row of a Markdown table. */
function isDelimiterRow(line: string): boolean {
  const row = line.trimEnd();
  return DELIMITER_ROW.test(row) && row.includes('-') && row.includes('|');
}

function isRow(line: string): boolean {
  return line.includes('|') && line.trim() !== '';
}

/** The tables among `lines` as [header, end) of line indexes; end is the first line after the rows. */
export function findGfmTables(
  lines: readonly string[],
): readonly { readonly header: number; readonly end: number }[] {
  const tables: { header: number; end: number }[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    if (!isDelimiterRow(lines[index] ?? '') || !isRow(lines[index - 1] ?? '')) continue;
    let end = index + 1;
    while (end < lines.length && isRow(lines[end] ?? '')) end += 1;
    tables.push({ header: index - 1, end });
    index = end;
  }
  return tables;
}

function parseGfm(lines: readonly string[]): Table | null {
  const [table, second] = findGfmTables(lines);
  if (table === undefined || second !== undefined) return null;
  const { header, end } = table;
  if (header + (lines.length - end) > MAX_LINES_AROUND) return null;
  return {
    kind: 'gfm',
    delimiter: '|',
    before: lines.slice(0, header),
    header: lines.slice(header, header + 2),
    rows: lines.slice(header + 2, end),
    after: lines.slice(end),
  };
}

function countQuotes(line: string): number {
  return line.split('"').length - 1;
}

/** Joins lines that a quoted cell spans; null when a quote never closes. */
function joinQuoted(lines: readonly string[]): string[] | null {
  const rows: string[] = [];
  let parts: string[] = [];
  let quotes = 0;
  for (const line of lines) {
    parts.push(line);
    quotes += countQuotes(line);
    if (quotes % 2 === 0) {
      rows.push(parts.join(''));
      parts = [];
    } else if (parts.length > MAX_LINES_PER_ROW) {
      return null;
    }
  }
  return parts.length === 0 ? rows : null;
}

/** The cells of one row, without the quotes of quoted cells. Linear; keeps "\|" in a Markdown cell. */
export function cellsOf(
  row: string,
  { kind, delimiter }: Pick<Table, 'kind' | 'delimiter'>,
): string[] {
  const body = row.trimEnd();
  if (kind === 'gfm') {
    const inner = body.trim().replace(/^\|/, '').replace(/\|$/, '');
    return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
  }
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const part of body.split(delimiter)) {
    cell = quoted ? `${cell}${delimiter}${part}` : part;
    if (countQuotes(part) % 2 === 1) quoted = !quoted;
    if (!quoted) cells.push(cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"'));
  }
  return quoted ? [...cells, cell] : cells;
}

function isRegular(rows: readonly string[], delimiter: string): boolean {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const kind = 'delimited';
  const cells = sample.map((row) => cellsOf(row, { kind, delimiter }));
  const columns = cells[0]?.length ?? 0;
  if (columns < 2 || cells.some((row) => row.length !== columns)) return false;
  if ((cells[0] ?? []).some((name) => name === '')) return false;
  const chars = sample.reduce((sum, row) => sum + row.length, 0);
  return chars / (columns * sample.length) <= MAX_MEAN_CELL_CHARS;
}

function parseDelimited(lines: readonly string[]): Table | null {
  const whole = lines.filter((line) => line.trim() !== '');
  const rows = joinQuoted(whole) ?? whole;
  if (rows.length < MIN_DELIMITED_ROWS + 1 || whole.length !== lines.length) return null;
  const delimiter = DELIMITERS.find((mark) => isRegular(rows, mark));
  if (delimiter === undefined) return null;
  const header = rows.slice(0, 1);
  return { kind: 'delimited', delimiter, before: [], header, rows: rows.slice(1), after: [] };
}

/**
 * `text` as one table, when that is what it is: a Markdown (GFM) table with at most six lines around it,
 * or CSV, TSV or semicolon-separated text with the same number of cells in its first rows. Else null.
 */
export function parseTable(text: string): Table | null {
  const lines = splitLines(text);
  return parseGfm(lines) ?? parseDelimited(lines);
}

/**
 * Splits a table into texts of at most `maxRows` (at least 1) rows, each with the header (and delimiter
 * row) first; every row stands whole in exactly one. What stands before and after a table is a text of
 * its own. `[text]` when `text` is not a table, `[]` for "".
 */
export function splitTable(text: string, maxRows: number): readonly string[] {
  if (text === '') return [];
  const table = parseTable(text);
  if (table === null) return [text];
  const step = Math.max(1, Math.floor(maxRows));
  const header = table.header.join('');
  const chunks: string[] = [];
  for (let from = 0; from < table.rows.length; from += step) {
    chunks.push(header + table.rows.slice(from, from + step).join(''));
  }
  if (chunks.length === 0) chunks.push(header);
  const around = (lines: readonly string[]) => {
    const joined = lines.join('');
    return joined.trim() === '' ? [] : [joined];
  };
  return [...around(table.before), ...chunks, ...around(table.after)];
}
