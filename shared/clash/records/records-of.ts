import { isJson } from '../../text/json-text.ts';
import type { Span } from '../../types.ts';
import type { RecordFields } from './fields.ts';
import { jsonFields } from './json-fields.ts';
import { lineFields } from './line-fields.ts';
import { tableFields } from './table-fields.ts';

/** A block of JSON in a text has at most so many lines; longer ones stand alone. */
const MAX_BLOCK_LINES = 2_000;
/** Blocks that open like JSON and are none: a text with more of them is code. */
const MAX_MISSES = 40;

/** The records that a text holds, whatever their notation, parents before what they hold. */
export function recordsOf(text: string): readonly RecordFields[] {
  if (isJson(text)) return jsonFields(text);
  const blocks = jsonBlocks(text);
  const tables = tableFields(text);
  return [
    ...blocks.flatMap(({ start, end }) => jsonFields(text.slice(start, end), start)),
    ...tables.records,
    ...lineFields(
      text,
      [...blocks, ...tables.spans].toSorted((a, b) => a.start - b.start),
    ),
  ];
}

/** Lines that are JSON by themselves, and blocks of lines from an opening to its closing bracket. */
function jsonBlocks(text: string): readonly Span[] {
  if (!/^[ \t]*[{[]/m.test(text)) return [];
  const lines = text.split('\n');
  const blocks: Span[] = [];
  let misses = 0;
  let start = 0;
  for (let index = 0; index < lines.length && misses < MAX_MISSES; index += 1) {
    const line = lines[index] ?? '';
    const next = start + line.length + 1;
    const last = /^\s*[{[]/.test(line) ? blockEnd(lines, index) : null;
    if (last === null) {
      start = next;
      continue;
    }
    const block = lines.slice(index, last + 1).join('\n');
    if (isJson(block)) {
      blocks.push({ start, end: start + block.length });
      start += block.length + 1;
      index = last;
    } else {
      misses += 1;
      start = next;
    }
  }
  return blocks;
}

/** The line that closes what a line opens: itself, or the next one with the bracket at the same indent. */
function blockEnd(lines: readonly string[], index: number): number | null {
  const line = (lines[index] ?? '').trimEnd();
  if (/[}\]]$/.test(line)) return index;
  const [, indent = '', bracket = ''] = /^(\s*)([{[])/.exec(line) ?? [];
  const closing = indent + (bracket === '{' ? '}' : ']');
  const most = Math.min(lines.length, index + MAX_BLOCK_LINES);
  for (let at = index + 1; at < most; at += 1) if (lines[at]?.trimEnd() === closing) return at;
  return null;
}
