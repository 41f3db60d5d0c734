import type { Pattern } from './pattern.ts';
import { boundaryAfter, boundaryBefore, lineEnd } from './positions.ts';

/** Lines up to this many UTF-16 units are shown whole; of longer ones an excerpt around each match. */
export const MAX_LINE_CHARS = 400;

/** One match as it is shown: a whole line, or an excerpt of a long one. UTF-16 offsets into the text. */
export interface Hit {
  /** 1-based. */
  readonly line: number;
  readonly lineStart: number;
  /** End of the line without its line break. */
  readonly lineEnd: number;
  /** The part that is shown. */
  readonly start: number;
  readonly end: number;
  /** Where the search goes on after this hit. */
  readonly resume: number;
}

/** One page of matches. */
export interface Hits {
  readonly hits: readonly Hit[];
  /** True when there are more hits than asked for. */
  readonly more: boolean;
  /** Matching lines in the whole text, before and after the hits too. */
  readonly matchingLines: number;
}

/**
 * The first `max` hits at or after `from`, and the number of matching lines in all. Every line is tested
 * once; only long lines that match are searched again, once per excerpt.
 */
export function findHits(text: string, pattern: Pattern, from: number, max: number): Hits {
  const hits: Hit[] = [];
  let more = false;
  let matchingLines = 0;
  let unitsLeft = pattern.maxFindUnits;
  for (let at = 0, line = 1; at < text.length; line += 1) {
    const next = lineEnd(text, at);
    const end = withoutBreak(text, at, next);
    const content = text.slice(at, end);
    if (pattern.test(content)) {
      matchingLines += 1;
      if (next > from && !more) {
        const place = { line, lineStart: at, lineEnd: end, next };
        const found = hitsInLine(content, pattern, place, from, max - hits.length, unitsLeft);
        hits.push(...found.hits);
        more = found.more;
        unitsLeft -= found.units;
      }
    }
    at = next;
  }
  return { hits, more, matchingLines };
}

interface Place {
  readonly line: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly next: number;
}

interface LineHits {
  readonly hits: readonly Hit[];
  readonly more: boolean;
  /** UTF-16 units searched again. */
  readonly units: number;
}

function hitsInLine(
  content: string,
  pattern: Pattern,
  place: Place,
  from: number,
  room: number,
  unitsLeft: number,
): LineHits {
  const { line, lineStart, lineEnd: end, next } = place;
  if (content.length <= MAX_LINE_CHARS) {
    if (room === 0) return { hits: [], more: true, units: 0 };
    const whole = { line, lineStart, lineEnd: end, start: lineStart, end, resume: next };
    return { hits: [whole], more: false, units: 0 };
  }
  const hits: Hit[] = [];
  let units = 0;
  let at = Math.max(0, from - lineStart);
  while (at <= content.length) {
    const match = pattern.find(content, at);
    if (match === null) break;
    units += content.length - at;
    // The first excerpt is always given, so that every page makes progress.
    if (hits.length >= room || (hits.length > 0 && units > unitsLeft)) {
      return { hits, more: true, units };
    }
    const part = excerpt(content, match.start, match.end, at);
    // Behind the match, however long it is: its own rest is not another match.
    at = Math.max(part.end, match.end);
    const resume = at >= content.length ? next : lineStart + boundaryAfter(content, at);
    const [from_, to] = [lineStart + part.start, lineStart + part.end];
    hits.push({ line, lineStart, lineEnd: end, start: from_, end: to, resume });
    if (resume === next) break;
  }
  return { hits, more: false, units };
}

/** About MAX_LINE_CHARS around a match, more after it than before; never before `floor`, never empty. */
function excerpt(content: string, start: number, end: number, floor: number) {
  const before = Math.max(0, MAX_LINE_CHARS - (end - start)) >> 2;
  const from = boundaryAfter(content, Math.max(floor, start - before));
  const to = boundaryBefore(content, Math.min(content.length, from + MAX_LINE_CHARS));
  return { start: from, end: to };
}

/** The end of the line without its line feed and the carriage return before it. */
function withoutBreak(text: string, start: number, end: number): number {
  if (end === start || text[end - 1] !== '\n') return end;
  return end - 1 > start && text[end - 2] === '\r' ? end - 2 : end - 1;
}
