import { cellsOf, parseTable, type Table } from '../table.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { extremesOf, numberOf } from './extremes.ts';
import { gapMarker } from './marker.ts';
import { sampleOrder } from './sample-order.ts';
import { selectUnits } from './select.ts';

/** Columns looked at for extremes: identifying columns stand left, measures follow. */
const MAX_COLUMNS = 8;

function numericColumns(table: Table): Float64Array[] {
  const width = Math.min(MAX_COLUMNS, cellsOf(table.header[0] ?? '', table).length);
  const columns = Array.from({ length: width }, () => new Float64Array(table.rows.length));
  for (const [index, row] of table.rows.entries()) {
    const cells = cellsOf(row, table);
    for (const [column, values] of columns.entries()) {
      values[index] = numberOf(cells[column] ?? '');
    }
  }
  return columns;
}

/** Keeps the header and whole rows: first, last, matching, extreme; every gap states its rows. */
export function reduceTable(input: ReduceInput): Draft | null {
  const { text, maxTokens, count, matcher, handle } = input;
  const table = parseTable(text);
  if (table === null) return null;
  const { before, header, rows, after } = table;
  const offset = before.length + header.length;
  const rowsEnd = offset + rows.length;
  const of = rows.length;
  const order = sampleOrder(matcher.scores(rows), extremesOf(numericColumns(table)));
  const units = [...before, ...header, ...rows, ...after];
  const fixed = units.keys().filter((index) => index < offset || index >= rowsEnd);
  const selected = selectUnits(
    {
      units,
      order: order.map((index) => index + offset),
      always: [...fixed],
      requires: () => [],
      mark: ({ from, to, first }) =>
        gapMarker({ count: to - from, of, unit: 'rows', first, handle, note: '' }),
    },
    maxTokens,
    count,
  );
  if (selected === null) return null;
  const omitted = { unit: 'rows', count: units.length - selected.kept.length, of } as const;
  return { text: selected.text, omitted, emptied: selected.emptied };
}
