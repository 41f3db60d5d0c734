import { TextCache } from '../../compare/text-cache.ts';
import { fenceBlocks, splitLines } from '../../text/lines.ts';
import { isHeading, splitSentences } from '../../text/sentences.ts';
import { detectShape } from '../../text/shape.ts';
import type { Span } from '../../types.ts';

/** A sentence and where it stands, without the white space and list mark around it. */
export interface Sentence extends Span {
  readonly text: string;
}

/** A sentence of more words is no sentence: it is read in pieces. */
const MAX_SENTENCE_WORDS = 80;
const PIECE_WORDS = 45;
/** The same for what has hardly any spaces, in characters. */
const MAX_SENTENCE_CHARS = 800;
/** A line this long may be wrapped when the next one goes on in lower case; a longer one in any case. */
const MIN_WRAPPED_CHARS = 40;
const MARGIN_CHARS = 60;
/** Sentences that are read of one text: a longer text is a book or a dump. */
const MAX_SENTENCES = 2_000;

/** A full stop after these ends no sentence; single capitals are initials. */
const ABBREVIATION =
  /(?:^|[\s("'])(?:Mr|Mrs|Ms|Dr|St|No|Nos|vs|v|e\.g|i\.e|cf|Prof|Gen|Col|Lt|Capt|Sgt|Rev|Gov|Sen|Sr|Jr|Mt|Ft|Fig|approx|\p{Lu})\.["')]?\s*$/u;
const LIST_MARK = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+|>\s?)+/;
const TABLE_ROW = /^\s*\|/;
/** A field: a name and a short value or number. Those are compared by name, not as sentences. */
const FIELD =
  /^[^.:!?]{2,60}:\s+(?:[$€£¥+~<>≥≤-]{0,2}\d[^.!?]{0,40}(?:\.\d[^.!?]{0,20})?|\S+(?:\s\S+)?)$/u;
/** Questions state nothing, and neither does what only announces a list. */
const NO_STATEMENT = /[?:]["'”’)\]*_]*$/;
/** A statement has a word in lower case; mail headers, signatures and mark-up have none. */
const LOWER_CASE_WORD = /(?:^|\s)\p{Ll}{2,40}(?=[\s.,;!]|$)/u;
const MARK_UP = /^<[\w/!?]/;
const HAS_WORDS = /\p{L}[^\p{L}]+\p{L}/u;
/** The part of a sentence's end in which an abbreviation is looked for, in characters. */
const TAIL_CHARS = 12;

/** Words that only one language has; a sentence belongs to the one with most of them. */
const ENGLISH = wordSet(
  'the a an of to in is was are were be been has have had and or that this it its for on with at by from not as will can may must do does did which who they he she we you your our their i my if than then there',
);
const FOREIGN = wordSet(
  'der das ein eine einen dem den des ist sind nicht und oder mit für auf von zu wird wurde hat haben kein keine le la les un une des du est sont ne pas et ou dans pour avec qui que sur par el los las una es son está no en y del con por para se lo il gli di che è non sono da nel alla um uma os não em ao foi van het een niet zijn te и не в на с что это как по он она',
);

const cache = new TextCache<readonly Sentence[]>();

/**
 * The English sentences of a prose or Markdown text, in order, at most 2,000. Headings, fields,
 * questions, tables, fenced code and sentences of other languages are left out, and so is every other shape of text (JSON, CSV,
 * logs, code): [] for those and for "". Linear.
 */
export function proseSentences(text: string): readonly Sentence[] {
  return cache.get(text, read);
}

function read(text: string): readonly Sentence[] {
  const shape = detectShape(text);
  if (shape !== 'prose' && shape !== 'markdown') return [];
  const found: Sentence[] = [];
  const fenced = shape === 'markdown' ? fencedSpans(text) : [];
  let fence = 0;
  for (const span of sentenceSpans(text)) {
    if (found.length >= MAX_SENTENCES) break;
    while ((fenced[fence]?.end ?? text.length) <= span.start) fence += 1;
    if ((fenced[fence]?.start ?? text.length) < span.end) continue;
    for (const piece of pieces(text, span)) {
      const sentence = trimmed(text, piece);
      if (sentence !== null) found.push(sentence);
    }
  }
  return found.slice(0, MAX_SENTENCES);
}

/** Spans of the sentences, gapless; one that ends in an abbreviation goes on. */
function sentenceSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let end = 0;
  for (const sentence of splitSentences(text)) {
    end += sentence.length;
    if (ABBREVIATION.test(sentence.slice(-TAIL_CHARS)) && end - start < MAX_SENTENCE_CHARS)
      continue;
    spans.push({ start, end });
    start = end;
  }
  if (start < end) spans.push({ start, end });
  return spans.flatMap((span) => lineSpans(text, span));
}

/** The lines of a span, but for a sentence that was wrapped at the margin. */
function lineSpans(text: string, span: Span): readonly Span[] {
  if (text.slice(span.start, span.end).trim() === '') return [];
  const lines = splitLines(text.slice(span.start, span.end));
  const spans: Span[] = [];
  let [start, end] = [span.start, span.start];
  for (const [index, line] of lines.entries()) {
    end += line.length;
    if (isWrapped(line.trim(), lines[index + 1]) && end - start < MAX_SENTENCE_CHARS) continue;
    spans.push({ start, end });
    start = end;
  }
  if (start < end) spans.push({ start, end });
  return spans;
}

function isWrapped(line: string, next: string | undefined): boolean {
  if (next === undefined || /[.!?:;]$/.test(line)) return false;
  return line.length >= (/^\s*\p{Ll}/u.test(next) ? MIN_WRAPPED_CHARS : MARGIN_CHARS);
}

function fencedSpans(text: string): readonly Span[] {
  const lines = splitLines(text);
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length;
  }
  return fenceBlocks(lines).map(({ open, close }) => ({
    start: starts[open] ?? 0,
    end: close === null ? text.length : (starts[close + 1] ?? text.length),
  }));
}

/** The span itself, or pieces of it when it is too long. Cut at spaces where there are any. */
function pieces(text: string, span: Span): readonly Span[] {
  const sentence = text.slice(span.start, span.end);
  const gaps = [...sentence.matchAll(/\s+/g)];
  if (gaps.length < MAX_SENTENCE_WORDS && sentence.length <= MAX_SENTENCE_CHARS) return [span];
  const parts: Span[] = [];
  let start = 0;
  let words = 0;
  for (const gap of [...gaps.map(({ index }) => index), sentence.length]) {
    words += 1;
    while (gap - start > MAX_SENTENCE_CHARS) {
      parts.push({ start, end: start + MAX_SENTENCE_CHARS });
      start += MAX_SENTENCE_CHARS;
    }
    if (words < PIECE_WORDS && gap < sentence.length) continue;
    parts.push({ start, end: gap });
    start = gap;
    words = 0;
  }
  return parts.map((part) => ({ start: span.start + part.start, end: span.start + part.end }));
}

function trimmed(text: string, { start, end }: Span): Sentence | null {
  const raw = text.slice(start, end);
  if (isHeading(raw) || TABLE_ROW.test(raw)) return null;
  const mark = LIST_MARK.exec(raw)?.[0].length ?? 0;
  const body = raw.slice(mark).trim();
  if (!HAS_WORDS.test(body) || FIELD.test(body) || NO_STATEMENT.test(body)) return null;
  if (MARK_UP.test(body) || !LOWER_CASE_WORD.test(body) || isForeign(body)) return null;
  const from = start + mark + (raw.slice(mark).length - raw.slice(mark).trimStart().length);
  return { start: from, end: from + body.length, text: body };
}

function isForeign(sentence: string): boolean {
  let [english, foreign, letters] = [0, 0, 0];
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  for (const word of words) {
    if (ENGLISH.has(word)) english += 1;
    if (FOREIGN.has(word)) foreign += 1;
    if (/^[^\p{Script=Latin}]+$/u.test(word)) letters += 1;
  }
  return letters * 2 > words.length || (foreign >= 2 && foreign > english);
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
