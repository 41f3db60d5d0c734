import { type Hit, MAX_LINE_CHARS } from './grep-hits.ts';
import { boundaryBefore, lineEnd, rewindLines, skipLines, utf8Bytes } from './positions.ts';

/** A hit with its context, rendered. */
export interface Entry {
  readonly text: string;
  /** Last line (1-based) that the entry shows. */
  readonly lastLine: number;
  readonly firstLine: number;
  /** UTF-16 offsets of the first and after the last shown text. */
  readonly start: number;
  readonly end: number;
  readonly resume: number;
}

/**
 * Renders a hit as grep does: `12:` before the matching line, `11-` before a context line, and the byte
 * range behind a line that is shown in part. Context never repeats a line up to `shown`, and stops
 * before `nextLine`, the line of the next hit. `maxChars` bounds the matching line itself.
 */
export function renderEntry(
  text: string,
  hit: Hit,
  options: {
    readonly context: number;
    readonly shown: number;
    readonly nextLine: number;
    readonly maxChars: number;
  },
): Entry {
  const { context, shown, nextLine, maxChars } = options;
  const linesBefore = Math.max(0, Math.min(context, hit.line - 1 - shown));
  const linesAfter = Math.max(0, Math.min(context, nextLine - 1 - hit.line));
  const start = linesBefore > 0 ? rewindLines(text, hit.lineStart, linesBefore) : hit.lineStart;
  const after = lineEnd(text, hit.lineEnd);
  const end = skipLines(text, after, linesAfter);
  const before = contextLines(text, start, hit.lineStart, hit.line - linesBefore);
  const behind = contextLines(text, after, end, hit.line + 1);
  const lines = [...before, matchLine(text, hit, maxChars), ...behind];
  return {
    text: lines.join('\n'),
    firstLine: hit.line - before.length,
    lastLine: hit.line + behind.length,
    start: before.length > 0 ? start : hit.start,
    end: behind.length > 0 ? end : hit.end,
    resume: hit.resume,
  };
}

function matchLine(text: string, hit: Hit, maxChars: number): string {
  const end = boundaryBefore(text, Math.min(hit.end, hit.start + maxChars));
  const shown = text.slice(hit.start, end);
  if (hit.start === hit.lineStart && end === hit.lineEnd) return `${hit.line}:${shown}`;
  const from = utf8Bytes(text, 0, hit.start);
  const to = from + utf8Bytes(text, hit.start, end);
  const [open, close] = [hit.start > hit.lineStart ? '…' : '', end < hit.lineEnd ? '…' : ''];
  return `${hit.line}:${open}${shown}${close} [bytes ${from}-${to}]`;
}

function contextLines(text: string, start: number, end: number, firstLine: number): string[] {
  const lines: string[] = [];
  for (let at = start; at < end; at = lineEnd(text, at)) {
    const stop = lineEnd(text, at);
    const cut = boundaryBefore(text, Math.min(stop, at + MAX_LINE_CHARS));
    const shown = text.slice(at, cut).replace(/\r?\n$/, '');
    lines.push(`${firstLine + lines.length}-${shown}${cut < stop ? '…' : ''}`);
  }
  return lines;
}
