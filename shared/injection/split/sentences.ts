import type { Span } from '../../types.ts';
import { LEAD_INS, VERBS } from '../features/lexicon.ts';

/**
 * The end of a sentence: a mark with white space and a capital, digit, quote or bullet behind it, or a
 * mark of a script that needs no white space.
 */
const END =
  /[.!?]["')\]]*\s+(?=["'([*_#•–—-]{0,4}\s?[\p{Lu}\p{Lo}0-9<"'“¿¡])|[。！？؟।]["'」』）)]*\s*|[.!?]\s+(?=[a-z])/gu;
/** A word that starts a request, capitalised in the middle of a line that was not ended. */
const RUN_ON =
  /\s(?=(?:Please|Kindly|Ignore|Disregard|Forget|(?:IMPORTANT|ATTENTION|SYSTEM|URGENT|NOTE)[:!])\s?)/g;
const ABBREVIATION =
  /\b(?:e\.g|i\.e|mr|mrs|dr|ms|st|vs|etc|no|inc|ltd|jr|sr|fig|al|approx)\.["')\]]*\s*$/i;
/** Longest abbreviation with what may stand around it. */
const TAIL_CHARS = 16;
const FIRST_WORD = /[a-z]+/y;
const LOWER = /^[a-z]$/;
/** Abbreviations are shorter, but for a few that are named above. */
const LONG_WORD_CHARS = 6;
const LONG_WORD = /^[\p{L}\d)]{6}$/u;

/** Words of a sentence that are read together; a longer one is read in overlapping windows. */
const WINDOW_WORDS = 60;
const STEP_WORDS = 45;
/** Bounds a unit whose words are long: ids, URLs, one endless word. */
const WINDOW_CHARS = 1000;
/** A longer run without white space is read in pieces. */
const WORD_CHARS = 200;

/**
 * Where the sentences of a paragraph stand, trimmed and in order. Sentences of more than 60 words come
 * as overlapping windows of 60 words, a step of 45 apart. Linear time; no sentences in "".
 */
export function sentenceSpans(text: string): readonly Span[] {
  const cuts: number[] = [];
  for (const match of text.matchAll(END)) {
    const after = match.index + match[0].length;
    if (isLowerStart(text, after) && !isEnded(text, match.index, after)) continue;
    if (!ABBREVIATION.test(text.slice(Math.max(0, after - TAIL_CHARS), after))) cuts.push(after);
  }
  for (const match of text.matchAll(RUN_ON)) {
    if (followsLowerWord(text, match.index)) cuts.push(match.index + 1);
  }
  cuts.sort((a, b) => a - b);
  cuts.push(text.length);
  const spans: Span[] = [];
  let from = 0;
  for (const cut of cuts) {
    addWindows(spans, text, from, cut);
    from = cut;
  }
  return spans;
}

function isLowerStart(text: string, at: number): boolean {
  return LOWER.test(text.charAt(at));
}

/**
 * Before a small letter a full stop may belong to an abbreviation; it ends a sentence behind a longer
 * word, before wide space, and before an order, which is often written without a capital. Question and
 * exclamation marks always do.
 */
function isEnded(text: string, mark: number, at: number): boolean {
  if (text.charAt(mark) !== '.') return true;
  if (text.charAt(mark - 1) === '.' || text.charAt(mark - 2) === '.') return false;
  if (at - mark > 2 || LONG_WORD.test(text.slice(Math.max(0, mark - LONG_WORD_CHARS), mark)))
    return true;
  FIRST_WORD.lastIndex = at;
  const word = FIRST_WORD.exec(text)?.[0] ?? '';
  return VERBS.all.has(word) || (LEAD_INS.has(word) && word.length > 2);
}

/** True when a text ends with a full stop that belongs to an abbreviation. */
export function endsInAbbreviation(text: string): boolean {
  return ABBREVIATION.test(text.slice(-TAIL_CHARS));
}

/** In a heading in title case every word is capital; a lower-case word before one ends a sentence. */
function followsLowerWord(text: string, blank: number): boolean {
  // "IMPORTANT: Please …" is one sentence.
  if (/[:,;(–—-]/.test(text.charAt(blank - 1))) return false;
  let at = blank;
  while (at > 0 && blank - at < WORD_CHARS && !/\s/.test(text.charAt(at - 1))) at -= 1;
  return /^[a-z0-9]/.test(text.charAt(at)) || /[)\]"'.]/.test(text.charAt(blank - 1));
}

function addWindows(spans: Span[], text: string, from: number, to: number): void {
  const piece = text.slice(from, to);
  const words: Span[] = [];
  for (const word of piece.matchAll(WORDS)) {
    words.push({ start: from + word.index, end: from + word.index + word[0].length });
  }
  for (let first = 0; first < words.length; ) {
    const start = words[first]?.start ?? from;
    let last = first;
    while (last + 1 < words.length && last + 1 - first < WINDOW_WORDS) {
      if ((words[last + 1]?.end ?? to) - start > WINDOW_CHARS) break;
      last += 1;
    }
    spans.push({ start, end: words[last]?.end ?? to });
    if (last + 1 >= words.length) return;
    const step = Math.min(STEP_WORDS, Math.ceil(((last - first + 1) * STEP_WORDS) / WINDOW_WORDS));
    first += step;
  }
}

const WORDS = new RegExp(`\\S{1,${WORD_CHARS}}`, 'g');
