import { findGfmTables } from '../../text/table.ts';
import type { Span } from '../../types.ts';
import type { Field, RecordFields } from './fields.ts';
import { isRowLabel, isValueColumn, normaliseKey } from './keys.ts';

/** What the tables of a text state, and which part of the text they are. */
export interface TableFields {
  readonly records: readonly RecordFields[];
  readonly spans: readonly Span[];
}

interface Cell extends Span {
  readonly text: string;
}

/** Fewer rows than this are no delimited table, only lines with commas. */
const MIN_CSV_LINES = 3;
const MIN_CSV_COLUMNS = 2;
/** Longer cells are sentences with commas in them. */
const MAX_CSV_CELL_CHARS = 60;

/** The cells of Markdown tables and of a text that is one table of comma- or tab-separated values. */
export function tableFields(text: string): TableFields {
  const lines = text.split('\n');
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const records: (readonly RecordFields[])[] = [];
  const spans: Span[] = [];
  const rowOf = (index: number, cut: (line: string, at: number) => readonly Cell[]) =>
    cut(lines[index] ?? '', starts[index] ?? 0);
  for (const { header, end } of findGfmTables(lines)) {
    const rows: (readonly Cell[])[] = [];
    for (let row = header + 2; row < end; row += 1) rows.push(rowOf(row, pipeCells));
    records.push(recordsOfTable(rowOf(header, pipeCells), rows));
    spans.push({ start: starts[header] ?? 0, end: starts[end] ?? text.length });
  }
  const delimiter = spans.length > 0 ? null : delimiterOf(lines);
  if (delimiter !== null) {
    const cut = (line: string, from: number) => cells(line, from, delimiter);
    const rows = lines.slice(1).map((_, index) => rowOf(index + 1, cut));
    records.push(recordsOfTable(rowOf(0, cut), rows));
    spans.push({ start: 0, end: text.length });
  }
  return { records: records.flat(), spans };
}

/**
 * A row is a record about what its first cell says, unless that only labels the row ("timeout", "2031"):
 * then the whole table is one record, of `label` or `label.column` fields.
 */
function recordsOfTable(
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
): readonly RecordFields[] {
  const names = header.map((cell) => normaliseKey(cell.text));
  const [first = '', second = ''] = names;
  const isFieldList = names.length === 2 && isValueColumn(second);
  if (!isFieldList && !isRowLabel(first)) {
    return rows.flatMap((row): readonly RecordFields[] => {
      const name = row[0]?.text.toLowerCase() ?? '';
      const fields = fieldsOf(names, row, '');
      if (name === '' || fields.length === 0) return [];
      return [{ fields, place: { key: first, name }, isElement: false, parent: null }];
    });
  }
  const fields = rows.flatMap((row): readonly Field[] => {
    const label = normaliseKey(row[0]?.text ?? '');
    if (label === '') return [];
    return isFieldList
      ? fieldsOf(['', label], row, '')
      : fieldsOf(names, row, `${label.replaceAll('.', '_')}.`);
  });
  return fields.length === 0 ? [] : [{ fields, place: null, isElement: false, parent: null }];
}

function fieldsOf(
  names: readonly string[],
  row: readonly Cell[],
  prefix: string,
): readonly Field[] {
  return row.slice(1).flatMap((cell, index): readonly Field[] => {
    const name = names[index + 1];
    if (name === undefined || name === '') return [];
    const { start, end, text: raw } = cell;
    return [{ key: prefix + name, raw, start, end, value: { start, end } }];
  });
}

function pipeCells(line: string, at: number): readonly Cell[] {
  const open = /^\s*\|/.exec(line)?.[0].length ?? 0;
  const close = /\|\s*$/.exec(line)?.index ?? line.length;
  return cells(line.slice(open, Math.max(open, close)), at + open, '|');
}

/** The cells of a row, without the quotes or the emphasis around them. */
function cells(line: string, at: number, delimiter: string): readonly Cell[] {
  return splitCells(line, delimiter).map(({ start, end }) => {
    const cell = line.slice(start, end);
    const text = cell.trim().replace(/^(\*\*|__|["`])(.*)\1$/, '$2');
    const from = at + start + cell.indexOf(text);
    return { text, start: from, end: from + text.length };
  });
}

/** Where the cells of a row stand; a delimiter inside double quotes, or behind a backslash, is text. */
function splitCells(line: string, delimiter: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    const unit = line[at];
    if (unit === '"' && delimiter !== '|') isQuoted = !isQuoted;
    const isEscaped = delimiter === '|' && line[at - 1] === '\\';
    if (unit === undefined || (unit === delimiter && !isQuoted && !isEscaped)) {
      spans.push({ start, end: at });
      start = at + 1;
    }
  }
  return spans;
}

/** What separates the cells of a text that is one table; null for any other text. */
function delimiterOf(lines: readonly string[]): string | null {
  const rows = lines.filter((line) => line.trim() !== '');
  if (rows.length < MIN_CSV_LINES) return null;
  for (const delimiter of [',', '\t', ';']) {
    const columns = splitCells(rows[0] ?? '', delimiter).length;
    const isTable =
      columns >= MIN_CSV_COLUMNS &&
      rows.every((row) => {
        const parts = splitCells(row, delimiter);
        return (
          parts.length === columns &&
          parts.every(({ start, end }) => end - start <= MAX_CSV_CELL_CHARS)
        );
      });
    if (isTable) return delimiter;
  }
  return null;
}
