import type { UnitKind } from '../types.ts';
import { isCodeLike } from './code-like.ts';
import { unescapeOnce } from './escapes.ts';
import { literalsOf } from './literals.ts';
import { type Reading, sliceReading, trimReading } from './reading.ts';
import type { UnitSink } from './sink.ts';
import { countWords } from './words.ts';

const COMMENT = /^\s*(?:#(?!\w*:|\[)|\/\/+|\/\*+|\*(?=\s|$)|--(?!-)|;+|%+|REM\b|'(?=\s))[!]?\s*/;
const TRAILING = /\s(?:#|\/\/|--|;|\/\*)\s{1,8}(?=\S)/g;
/** Marks of comments looked at in a line; more are no comment but a ruler or data. */
const MAX_MARKS = 16;
const CLOSE = /\s{0,40}\*\/\s{0,40}$/;
const MIN_COMMENT_WORDS = 3;
const MIN_CODE_WORDS = 3;
/** A string of fewer words in code is a label. */
const MIN_LITERAL_WORDS = 4;
/** A longer line of code is read in windows. */
const WHOLE_LINE_CHARS = 300;
const NAME_BEFORE = /([A-Za-z_][\w.-]{0,40})["']?\s{0,4}[=:]\s{0,4}[bfru]?$/;
const NAME_CHARS = 56;

/** The text of a line that is a comment, without its marks; null for other lines. */
export function commentOf(line: Reading): Reading | null {
  const match = COMMENT.exec(line.text);
  if (match === null) return null;
  const end = CLOSE.exec(line.text)?.index ?? line.text.length;
  const text = sliceReading(line, Math.min(match[0].length, end), end);
  return countWords(text.text) >= MIN_COMMENT_WORDS ? text : null;
}

/**
 * Adds what a line of code says: the code, its strings of words and its trailing comment, each as units
 * of their own so that a sentence can be cut out and the code around it stays.
 */
export function splitCodeLine(line: Reading, sink: UnitSink): void {
  const trimmed = trimReading(line);
  const comment = trailingComment(trimmed);
  const code = comment === null ? trimmed : sliceReading(trimmed, 0, comment.at);
  addLiterals(code, sink);
  if (comment !== null) sink.add(comment.text, 'comment', '');
}

function trailingComment(line: Reading): { at: number; text: Reading } | null {
  const end = CLOSE.exec(line.text)?.index ?? line.text.length;
  for (const match of line.text.matchAll(TRAILING).take(MAX_MARKS)) {
    const from = match.index + match[0].length;
    if (end <= from) return null;
    const text = line.text.slice(from, end);
    const quotes = line.text.slice(0, match.index).match(/["'`]/g)?.length ?? 0;
    if (quotes % 2 === 0 && countWords(text) >= MIN_COMMENT_WORDS && !isCodeLike(text)) {
      return { at: match.index, text: sliceReading(line, from, end) };
    }
  }
  return null;
}

function addLiterals(line: Reading, sink: UnitSink): void {
  let last = 0;
  let found = false;
  const rest = (to: number) => addCode(trimReading(sliceReading(line, last, to)), sink);
  for (const literal of literalsOf(line.text)) {
    const value = sliceReading(line, literal.from, literal.to);
    if (value.text.trim().split(' ').length < MIN_LITERAL_WORDS || isCodeLike(value.text)) continue;
    rest(literal.start);
    const before = line.text.slice(Math.max(0, literal.start - NAME_CHARS), literal.start);
    sink.add(unescapeOnce(value), 'code', NAME_BEFORE.exec(before)?.[1] ?? '');
    last = literal.end;
    found = true;
  }
  if (!found) addCode(line, sink);
  else rest(line.text.length);
}

function addCode(code: Reading, sink: UnitSink): void {
  const kind: UnitKind = 'code';
  if (code.text.length > WHOLE_LINE_CHARS) sink.add(code, kind, '', MIN_CODE_WORDS);
  else sink.addWhole(code, kind, '', MIN_CODE_WORDS);
}
