import { takeEnd, takeStart } from './cut.ts';

/** Characters of a line that make its template; lines that differ only later count as the same. */
const HEAD_CHARS = 240;

const DAY = '(?:mon|tue|wed|thu|fri|sat|sun)';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
/** What varies between two messages of one kind. Alternatives are tried in order, longest kinds first. */
const VARIABLE = new RegExp(
  [
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?',
    '\\d{2,4}/\\d\\d/\\d{2,4} \\d\\d:\\d\\d:\\d\\d',
    `\\b(?:${DAY}[a-z]{0,6},? )?${MONTH}[a-z]{0,6} +\\d{1,2}(?:,? \\d\\d:\\d\\d:\\d\\d)?(?: \\d{4})?`,
    '(?:/[\\w.@%-]{1,80}){2,20}/?',
    '0x[0-9a-f]{1,40}',
    '[0-9a-f]{12,64}',
    '\\d{1,40}(?:[.,:/]\\d{1,40}){0,8}',
  ].join('|'),
  'gi',
);
const TIME = new RegExp(`^\\d{4}-|^\\d{2,4}/\\d\\d/\\d{2,4} |^${DAY}|^${MONTH}`, 'i');

function nameOf(value: string): string {
  if (value.startsWith('/')) return '<path>';
  if (/^[\d.,:]+$/.test(value)) return '<n>';
  if (TIME.test(value)) return '<time>';
  if (/^[\d.,:/]+$/.test(value)) return '<n>';
  return '<id>';
}

/**
 * The pattern of a log line: numbers, times, ids, hashes and paths masked, so that lines of one kind are
 * equal. "step 12 ok" → "step <n> ok". Looks at the first 240 characters; "" for a blank line.
 */
export function templateOf(line: string): string {
  return line.slice(0, HEAD_CHARS).replace(VARIABLE, nameOf).trim();
}

/** Shown length of a pattern: its start names the source, its end the message. */
const SHOWN_START_CHARS = 30;
const SHOWN_END_CHARS = 50;

/** A template as it is shown beside its count: without the time in front, at most about 80 characters. */
export function showTemplate(template: string): string {
  const shown = template.replace(/^\W{0,3}<time>\W{0,3}/, '');
  if (shown.length <= SHOWN_START_CHARS + SHOWN_END_CHARS) return shown;
  return `${takeStart(shown, SHOWN_START_CHARS)}…${takeEnd(shown, SHOWN_END_CHARS)}`;
}
