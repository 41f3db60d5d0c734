import type { Piece } from './content.ts';
import { type Hit, MAX_LINE_CHARS } from './grep-hits.ts';
import { boundaryBefore, lineEnd, rewindLines, skipLines, utf8Bytes } from './positions.ts';

/** One line of an entry: the content it shows, and what stands before and after. */
interface Line {
  readonly head: string;
  readonly shown: string;
  readonly tail: string;
  /** UTF-16 offset of `shown` into the content. */
  readonly start: number;
}

/** A hit with its context, rendered. */
export interface Entry {
  readonly text: string;
  /** Where the text shows the content. */
  readonly pieces: readonly Piece[];
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
    ...joinLines(lines),
    firstLine: hit.line - before.length,
    lastLine: hit.line + behind.length,
    start: before.length > 0 ? start : hit.start,
    end: behind.length > 0 ? end : hit.end,
    resume: hit.resume,
  };
}

function joinLines(lines: readonly Line[]): Pick<Entry, 'text' | 'pieces'> {
  const pieces: Piece[] = [];
  let text = '';
  for (const { head, shown, tail, start } of lines) {
    text += text === '' ? head : `\n${head}`;
    pieces.push({ at: text.length, start, length: shown.length });
    text += shown + tail;
  }
  return { text, pieces };
}

function matchLine(text: string, hit: Hit, maxChars: number): Line {
  const { start } = hit;
  const end = boundaryBefore(text, Math.min(hit.end, start + maxChars));
  const shown = text.slice(start, end);
  if (start === hit.lineStart && end === hit.lineEnd) {
    return { head: `${hit.line}:`, shown, tail: '', start };
  }
  const from = utf8Bytes(text, 0, start);
  const to = from + utf8Bytes(text, start, end);
  const [open, close] = [start > hit.lineStart ? '…' : '', end < hit.lineEnd ? '…' : ''];
  return { head: `${hit.line}:${open}`, shown, tail: `${close} [bytes ${from}-${to}]`, start };
}

function contextLines(text: string, start: number, end: number, firstLine: number): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; at = lineEnd(text, at)) {
    const stop = lineEnd(text, at);
    const cut = boundaryBefore(text, Math.min(stop, at + MAX_LINE_CHARS));
    const shown = text.slice(at, cut).replace(/\r?\n$/, '');
    const head = `${firstLine + lines.length}-`;
    lines.push({ head, shown, tail: cut < stop ? '…' : '', start: at });
  }
  return lines;
}
