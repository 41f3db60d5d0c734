import type { Span } from '../types.ts';
import { valueAround } from './value.ts';

/** Ends of a sentence in the scripts of the phrase list. */
const SENTENCE_END = '.!?。！？؟';
/** Marks that close after the end of a sentence and belong to it. */
const CLOSING = '"\'”’»)]」』`';
/** A sentence longer than this on one side (characters) is cut at a space instead. */
const MAX_SIDE_CHARS = 400;
/** Comments are looked for this far (characters) on either side. */
const MAX_COMMENT_CHARS = 2000;

/**
 * Widens a span to the sentence or line it stands in, inside `around`. Borders fall between code
 * points. A sentence that runs on for long is cut at a space. An HTML comment is taken whole; of JSON
 * and of a table no more than the value or the cell, so that they stay what they are.
 */
export function sentenceSpan(text: string, span: Span, around: Span): Span {
  const comment = commentAround(text, span, around);
  if (comment !== null) return comment;
  const bounds = valueAround(text, span, around) ?? around;
  let start = span.start;
  const first = Math.max(bounds.start, span.start - MAX_SIDE_CHARS);
  while (start > first && !isBorder(text, start - 1)) start--;
  while (start < span.start && /\s/u.test(text.charAt(start))) start++;
  let end = span.end;
  const last = Math.min(bounds.end, span.end + MAX_SIDE_CHARS);
  if (!isBorder(text, end - 1)) {
    while (end < last && !isBorder(text, end)) end++;
    if (end < last && text.charAt(end) !== '\n') end++;
  }
  while (end < last && CLOSING.includes(text.charAt(end))) end++;
  return { start: codePointStart(text, start), end: codePointEnd(text, end) };
}

function commentAround(text: string, span: Span, bounds: Span): Span | null {
  const from = Math.max(bounds.start, span.start - MAX_COMMENT_CHARS);
  const to = Math.min(bounds.end, span.end + MAX_COMMENT_CHARS);
  const stretch = text.slice(from, to);
  const open = stretch.lastIndexOf('<!--', span.start - from);
  if (open < 0) return null;
  const close = stretch.indexOf('-->', open);
  if (close < span.end - from) return null;
  return { start: from + open, end: from + close + '-->'.length };
}

/** True when a sentence or line ends with the character at `at`. */
function isBorder(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (character === '\n') return true;
  if (!SENTENCE_END.includes(character) || character === '') return false;
  return (
    character > '\u00ff' || at + 1 >= text.length || /[\s"'”’»)\]`]/u.test(text.charAt(at + 1))
  );
}

function codePointStart(text: string, at: number): number {
  return isLow(text, at) && isHigh(text, at - 1) ? at - 1 : at;
}

function codePointEnd(text: string, at: number): number {
  return isLow(text, at) && isHigh(text, at - 1) ? at + 1 : at;
}

function isHigh(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
