import { fenceBlocks, splitLines } from '../lines.ts';
import { findGfmTables } from '../table.ts';
import { selectLines } from './by-line.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { excerptOrder } from './excerpt.ts';
import { reduceProse } from './prose.ts';

/**
 * An excerpt of Markdown around what the task asks. With code fences or tables the pieces are lines, so
 * that fences stay in pairs and rows keep their header; else sentences.
 */
export function reduceMarkdown(input: ReduceInput): Draft | null {
  const lines = splitLines(input.text);
  const tables = findGfmTables(lines);
  if (tables.length === 0 && fenceBlocks(lines).length === 0) return reduceProse(input);
  const needs = new Map<number, readonly number[]>();
  for (const { header, end } of tables) {
    for (let index = header; index < end; index += 1) needs.set(index, [header, header + 1]);
  }
  const order = excerptOrder(lines, input.matcher.scores(lines)).filter(
    (index) => (lines[index] ?? '').trim() !== '',
  );
  return selectLines(input, { lines, order, needs });
}
