import { findGfmTables } from '../../text/table.ts';
import type { Span } from '../../types.ts';
import type { Field, RecordFields } from './fields.ts';
import { normaliseKey } from './keys.ts';

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
  const records: RecordFields[] = [];
  const spans: Span[] = [];
  const rowOf = (index: number, cut: (line: string, at: number) => readonly Cell[]) =>
    cut(lines[index] ?? '', starts[index] ?? 0);
  for (const { header, end } of findGfmTables(lines)) {
    const names = rowOf(header, pipeCells).map((cell) => normaliseKey(cell.text));
    for (let row = header + 2; row < end; row += 1)
      records.push(...record(names, rowOf(row, pipeCells)));
    spans.push({ start: starts[header] ?? 0, end: starts[end] ?? text.length });
  }
  const delimiter = spans.length > 0 ? null : delimiterOf(lines);
  if (delimiter !== null) {
    const cut = (line: string, from: number) => cells(line, from, delimiter);
    const names = rowOf(0, cut).map((cell) => normaliseKey(cell.text));
    for (let row = 1; row < lines.length; row += 1) records.push(...record(names, rowOf(row, cut)));
    spans.push({ start: 0, end: text.length });
  }
  return { records, spans };
}

/** A row's first cell says what it is about. */
function record(names: readonly string[], row: readonly Cell[]): readonly RecordFields[] {
  const [first, ...rest] = row;
  const [key = ''] = names;
  if (first === undefined || first.text === '') return [];
  const fields = rest.flatMap((cell, index): readonly Field[] => {
    const name = names[index + 1];
    if (name === undefined || name === '') return [];
    const { start, end, text: raw } = cell;
    return [{ key: name, raw, start, end, value: { start, end } }];
  });
  return fields.length === 0
    ? []
    : [{ fields, place: { key, name: first.text.toLowerCase() }, isElement: false }];
}

function pipeCells(line: string, at: number): readonly Cell[] {
  const open = /^\s*\|/.exec(line)?.[0].length ?? 0;
  const close = /\|\s*$/.exec(line)?.index ?? line.length;
  return cells(line.slice(open, Math.max(open, close)), at + open, '|');
}

function cells(line: string, at: number, delimiter: string): readonly Cell[] {
  let from = 0;
  return line.split(delimiter).map((cell) => {
    const text = cell.trim();
    const start = at + from + cell.indexOf(text);
    from += cell.length + delimiter.length;
    return { text, start, end: start + text.length };
  });
}

/** What separates the cells of a text that is one table without quotes; null for any other text. */
function delimiterOf(lines: readonly string[]): string | null {
  const rows = lines.filter((line) => line.trim() !== '');
  if (rows.length < MIN_CSV_LINES || rows.some((row) => row.includes('"'))) return null;
  for (const delimiter of [',', '\t', ';']) {
    const columns = (rows[0] ?? '').split(delimiter).length;
    const isTable =
      columns >= MIN_CSV_COLUMNS &&
      rows.every((row) => {
        const parts = row.split(delimiter);
        return parts.length === columns && parts.every((part) => part.length <= MAX_CSV_CELL_CHARS);
      });
    if (isTable) return delimiter;
  }
  return null;
}
