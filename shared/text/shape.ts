import { codeWeight, isDiff, withoutLineNumber } from './code-lines.ts';
import { isJson } from './json-text.ts';
import { fenceBlocks, splitLines } from './lines.ts';
import { isHeading } from './sentences.ts';
import { severityOf } from './severity.ts';
import { findGfmTables, parseTable } from './table.ts';
import { templateOf } from './template.ts';

/** What a text is, as far as reducing it is concerned. */
export type Shape = 'json' | 'table' | 'csv' | 'log' | 'code' | 'markdown' | 'prose';

/** Lines that decide; a text is of one kind throughout, or prose. */
const SAMPLE_LINES = 300;
const SAMPLE_LINE_CHARS = 400;
/** Fewer lines than this repeat by chance. */
const MIN_LOG_LINES = 8;
/** Share of lines with a time or a level in front, or of a repeated pattern, that makes a log. */
const LOG_SHARE = 0.4;
const REPEATED_SHARE = 0.6;
const REPEATED_TIMES = 3;
const CODE_SHARE = 0.4;

const LOG_PREFIX =
  /^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d|\d\d[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} +\d{1,2}\b|(?:mon|tue|wed|thu|fri|sat|sun) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical)\b\W)/i;
const TRACE_LINE = /^\s+at \S|^Traceback |^\s+File "|^Caused by:/;
const CODE_LINE =
  /[{};]\s*$|^\s*(?:\/\/|\/\*|\*\s|#include|#!)|=>|^\s*(?:return|if|for|while|else|elif|try|except)\b.{0,200}[:{(;]\s*$|^\s{1,40}(?:return|raise|yield|pass|break|continue)\b|^\s{2,40}[\w.[\]]{1,60} ?[-+*/|]?= ?\S|^\s{2,40}[\w.]{1,60}\(.{0,200}\)\s*$/;

interface Hint {
  readonly pattern: RegExp;
  readonly shape: Shape;
}

/** Media types that say what they are; others ("text/plain") say nothing. */
const HINTS: readonly Hint[] = [
  { pattern: /^text\/(?:csv|tab-separated-values)\b/i, shape: 'csv' },
  { pattern: /^text\/(?:x-)?(?:diff|patch)\b/i, shape: 'code' },
  {
    pattern: /^(?:text|application)\/(?:x-)?(?:typescript|javascript|python|rust|java|sql|c|sh)\b/i,
    shape: 'code',
  },
];

/** NDJSON: every line looked at is a JSON document. */
function isJsonLines(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  return lines.every((line) => isJson(line));
}

function share(lines: readonly string[], test: (line: string) => boolean): number {
  return lines.length === 0 ? 0 : lines.filter(test).length / lines.length;
}

function repeatedShare(lines: readonly string[]): number {
  const counts = new Map<string, number>();
  const templates = lines.map(templateOf);
  for (const template of templates) counts.set(template, (counts.get(template) ?? 0) + 1);
  return share(templates, (template) => (counts.get(template) ?? 0) >= REPEATED_TIMES);
}

/** A time or a level in front of many lines, or a stack trace. */
function isMarkedLog(lines: readonly string[]): boolean {
  const marked = share(lines, (line) => LOG_PREFIX.test(line) || TRACE_LINE.test(line));
  return marked >= LOG_SHARE && lines.length > 1;
}

/** Lines that repeat but for numbers and levels. Lists and code repeat too: they are told apart before. */
function isRepetitiveLog(lines: readonly string[]): boolean {
  if (lines.length < MIN_LOG_LINES) return false;
  const varied = share(lines, (line) => templateOf(line) !== line.trim() || severityOf(line) > 0);
  return repeatedShare(lines) >= REPEATED_SHARE && varied >= LOG_SHARE;
}

function isCode(lines: readonly string[]): boolean {
  return (
    share(
      lines,
      (line) => CODE_LINE.test(withoutLineNumber(line)) || codeWeight(line, false) > 0,
    ) >= CODE_SHARE
  );
}

function isMarkdown(lines: readonly string[]): boolean {
  const blocks = fenceBlocks(lines).some(({ close }) => close !== null);
  return blocks || lines.some(isHeading) || findGfmTables(lines).length > 0;
}

/**
 * What `text` is, from its content; `mediaType` decides where the content leaves it open. Never fails:
 * what is nothing else is prose, "" included. Linear in the text.
 */
export function detectShape(text: string, mediaType?: string): Shape {
  if (isJson(text)) return 'json';
  const lines = splitLines(text).filter((line) => line.trim() !== '');
  const sample = lines.slice(0, SAMPLE_LINES).map((line) => line.slice(0, SAMPLE_LINE_CHARS));
  if (/^\s*[{[]/.test(text.slice(0, SAMPLE_LINE_CHARS)) && isJsonLines(lines)) return 'json';
  if (isDiff(text)) return 'code';
  const fenced = fenceBlocks(sample).some(({ close }) => close !== null);
  const table = fenced ? null : parseTable(text);
  if (table !== null) return table.kind === 'gfm' ? 'table' : 'csv';
  const hint = HINTS.find(({ pattern }) => pattern.test(mediaType ?? ''))?.shape;
  if (hint === 'code') return hint;
  if (fenced || /^text\/(?:x-)?markdown\b/i.test(mediaType ?? '')) return 'markdown';
  if (isMarkedLog(sample)) return 'log';
  if (isCode(sample)) return 'code';
  if (isMarkdown(sample)) return 'markdown';
  return isRepetitiveLog(sample) ? 'log' : 'prose';
}
