import type { Clash, ClashSide } from '../clash/types.ts';
import type { Span } from '../types.ts';
import type { Finding } from './detector.ts';
import type { Statement } from './statements.ts';

/** How far (characters) around a value its JSON punctuation is looked for. */
const JSON_CHARS = 20;

/** What is taken out of the text of a statement that gave way, and what stands in its place. */
export type Cut = Required<Pick<Finding, 'excise' | 'marker'>> & { readonly isWhole: boolean };

/**
 * What of the losing text goes: all of it for a copy, the sentence in prose, and of a field only its
 * value, so that JSON, tables and lists stay what they are.
 */
export function cutOf(statement: Statement, side: ClashSide, clash: Clash, marker: string): Cut {
  const { chunk, start, text } = statement;
  const whole = { start: 0, end: text.length };
  const { start: from, end: to } = clash.extent === 'text' ? whole : (side.at ?? side);
  const span = { start: start + from, end: start + to };
  return {
    excise: [{ chunkId: chunk.id, spans: [span] }],
    marker: isBareJson(chunk.text, span) ? JSON.stringify(marker) : marker,
    isWhole: span.end - span.start === chunk.text.length,
  };
}

/** Whether a bare JSON value is cut, in whose place only a string can stand. */
function isBareJson(text: string, { start, end }: Span): boolean {
  return (
    /^\s*[[{]/.test(text.slice(0, JSON_CHARS)) &&
    /[:[,]\s*$/.test(text.slice(Math.max(0, start - JSON_CHARS), start)) &&
    /^\s*[,}\]]/.test(text.slice(end, end + JSON_CHARS))
  );
}
