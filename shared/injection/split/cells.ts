import type { UnitKind } from '../types.ts';
import { type Reading, replaceIn, sliceReading, trimReading } from './reading.ts';
import type { UnitSink } from './sink.ts';

/** A cell of fewer words is a name or a value. */
const MIN_CELL_WORDS = 3;
const DELIMITERS = [',', '\t', ';'] as const;
/** Lines that tell whether a text is made of records, and how many of them must have as many fields. */
const SAMPLE_LINES = 30;
const MIN_RECORDS = 3;
const MIN_SEPARATORS = 2;
const SAME_SHARE = 0.7;
/** Commas in sentences come with a blank; in records mostly without. */
const TIGHT_SHARE = 0.6;

/** The delimiter that most lines have equally many of, outside of quotes; null when there is none. */
export function delimiterOf(lines: readonly string[]): string | null {
  const sample = lines.slice(0, SAMPLE_LINES);
  if (sample.length < MIN_RECORDS) return null;
  for (const delimiter of DELIMITERS) {
    const counts = sample.map((line) => separatorsOf(line, delimiter).length);
    const [expected = 0] = counts;
    if (expected < MIN_SEPARATORS) continue;
    const same = counts.filter((count) => count === expected).length;
    if (same < MIN_RECORDS || same / sample.length < SAME_SHARE) continue;
    if (delimiter !== ',' || tightShare(sample) >= TIGHT_SHARE) return delimiter;
  }
  return null;
}

/** Share of commas without a blank behind them. */
function tightShare(lines: readonly string[]): number {
  const all = lines.join('\n').match(/,.?/g) ?? [];
  return all.filter((comma) => comma !== ', ').length / Math.max(1, all.length);
}

/** Where the delimiter stands outside of double quotes. */
function separatorsOf(line: string, delimiter: string): readonly number[] {
  const found: number[] = [];
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) found.push(i);
  }
  return found;
}

/** Adds the cells of a row that hold words. Quotes around a CSV cell are not part of it. */
export function splitCells(
  row: Reading,
  delimiter: string,
  kind: UnitKind,
  key: string,
  sink: UnitSink,
): void {
  const cuts = delimiter === '|' ? pipesOf(row.text) : separatorsOf(row.text, delimiter);
  let from = 0;
  for (const cut of [...cuts, row.text.length]) {
    const cell = trimReading(sliceReading(row, from, cut));
    sink.add(delimiter === '|' ? cell : unquoted(cell), kind, key, MIN_CELL_WORDS);
    from = cut + 1;
  }
}

function pipesOf(line: string): readonly number[] {
  const found: number[] = [];
  for (let at = line.indexOf('|'); at >= 0; at = line.indexOf('|', at + 1)) {
    if (line.charAt(at - 1) !== '\\') found.push(at);
  }
  return found;
}

function unquoted(cell: Reading): Reading {
  const { text } = cell;
  if (text.length < 2 || !text.startsWith('"')) return cell;
  const inner = sliceReading(cell, 1, text.endsWith('"') ? text.length - 1 : text.length);
  return replaceIn(inner, /""/g, () => '"');
}
