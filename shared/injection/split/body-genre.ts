import type { Genre } from '../types.ts';
import { delimiterOf } from './cells.ts';
import { isCodeLike } from './code-like.ts';
import { isNamedLine } from './named-line.ts';

/** How a body of lines is laid out. */
export interface Layout {
  readonly genre: Genre;
  /** The delimiter of CSV and the like; null when lines are no records. */
  readonly delimiter: string | null;
  readonly isDiff: boolean;
  /** Lines of the form `name: value`, as in YAML. */
  readonly isNamed: boolean;
}

/** The start of a text that tells its layout. */
const SAMPLE_CHARS = 24_000;
const SAMPLE_LINES = 600;

/** Shares of lines (0–1) from which a text counts as the genre. */
const TABLE_SHARE = 0.4;
const LOG_SHARE = 0.4;
const CODE_SHARE = 0.5;
const MARKDOWN_SHARE = 0.15;
const NAMED_SHARE = 0.5;
const MIN_LINES = 3;

const LOG_START =
  /^\W{0,3}(?:\[?\d{2,4}[-/:.]\d\d?[-/:.]\d\d|\w{3}\s{1,2}\d{1,2} \d\d:\d\d|(?:mon|tue|wed|thu|fri|sat|sun) \w{3} +\d|\d{9,}|\[?(?:INFO|WARN|ERROR|DEBUG)|\d+ \d+ )/i;
const MARKDOWN_LINE = /^\s*(?:#{1,6} |[-*+] |\d+\. |```|> )/;
const DIFF_LINE = /^(?:diff --git |@@ -\d|Index: |--- a\/|\+\+\+ b\/)/;
const SUBJECT = /^subject:/i;

/** How a text is laid out that is neither JSON nor a mail with headers. Linear; prose when in doubt. */
export function layoutOf(text: string): Layout {
  const lines = text
    .slice(0, SAMPLE_CHARS)
    .split('\n', SAMPLE_LINES)
    .filter((line) => line.trim() !== '');
  const count = Math.max(1, lines.length);
  const share = (test: (line: string) => boolean) => lines.filter(test).length / count;
  const isDiff = lines.some((line) => DIFF_LINE.test(line)) && lines.some((l) => /^[+-]/.test(l));
  const layout = { delimiter: null, isDiff, isNamed: false };
  if (isDiff) return { ...layout, genre: 'code' };
  const piped = lines.filter(hasPipes).length;
  if (piped >= MIN_LINES && piped / count > TABLE_SHARE) return { ...layout, genre: 'table' };
  if (share((line) => LOG_START.test(line)) > LOG_SHARE) return { ...layout, genre: 'log' };
  const named = lines.filter(isNamedLine).length;
  if (named >= MIN_LINES && named / count >= NAMED_SHARE) {
    return { ...layout, genre: 'json', isNamed: true };
  }
  const delimiter = delimiterOf(lines);
  if (delimiter !== null) return { ...layout, genre: 'table', delimiter };
  if (share(isCodeLike) > CODE_SHARE) return { ...layout, genre: 'code' };
  const markdown = lines.filter((line) => MARKDOWN_LINE.test(line)).length;
  if (markdown >= MIN_LINES && markdown / count > MARKDOWN_SHARE) {
    return { ...layout, genre: 'md' };
  }
  return { ...layout, genre: SUBJECT.test(text.trimStart()) ? 'mail' : 'prose' };
}

/** True when a line has the bars of a table row. */
export function hasPipes(line: string): boolean {
  const first = line.indexOf('|');
  return first >= 0 && line.indexOf('|', first + 1) >= 0;
}
