import type { Span } from '../types.ts';

/** About 80 English words: what the embedded encoder reads at once (128 tokens). */
const PASSAGE_UNITS = 540;
/** A paragraph end closes a passage from this size on. */
const PARAGRAPH_BREAK_UNITS = 320;
/** A remainder smaller than this stays with the passage before it. */
const MIN_TAIL_UNITS = 160;
/** A character of a script written without spaces carries about as many tokens as four Latin letters. */
const WIDE_UNITS = 4;
const FIRST_WIDE_CODE = 0x2e80;
/** How far back a forced break looks for white space. */
const BREAK_SEARCH_CHARS = 80;

const SENTENCE_END = /[.!?。！？]/;
const WHITE_SPACE = /\s/;

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** The latest place in (from, at] that does not cut a word, else `at` moved off a surrogate pair. */
function forcedBreak(text: string, from: number, at: number): number {
  for (let i = at; i > Math.max(from, at - BREAK_SEARCH_CHARS); i--) {
    if (WHITE_SPACE.test(text.charAt(i - 1))) return i;
  }
  return isLowSurrogate(text, at) && at - 1 > from ? at - 1 : at;
}

/** Whether a sentence or line ends just before `at`. */
function isSentenceBreak(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  if (before === '\n') return true;
  if (before === '。' || before === '！' || before === '？') return true;
  return WHITE_SPACE.test(before) && SENTENCE_END.test(text.charAt(at - 2));
}

/**
 * Splits a text into passages of about 80 words that end at a paragraph, line or sentence where one
 * is near. The spans cover the text without gaps or overlap and never cut a code point; a short text
 * is one passage, and so is "". Linear time.
 */
export function passages(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let units = 0;
  let sentenceEnd = 0;
  let unitsAtSentence = 0;
  const close = (end: number, unitsAfter: number): void => {
    spans.push({ start, end });
    start = end;
    units = unitsAfter;
    sentenceEnd = end;
    unitsAtSentence = 0;
  };
  for (let i = 0; i < text.length; i++) {
    units += text.charCodeAt(i) >= FIRST_WIDE_CODE ? WIDE_UNITS : 1;
    const at = i + 1;
    if (isSentenceBreak(text, at)) {
      sentenceEnd = at;
      unitsAtSentence = units;
      const paragraph = text.charAt(i) === '\n' && text.charAt(i - 1) === '\n';
      if (paragraph && units >= PARAGRAPH_BREAK_UNITS) close(at, 0);
    }
    if (units < PASSAGE_UNITS) continue;
    // A very early sentence end would leave a crumb behind: break at a word instead.
    if (unitsAtSentence >= MIN_TAIL_UNITS) {
      close(sentenceEnd, units - unitsAtSentence);
    } else {
      const end = forcedBreak(text, start, at);
      close(end, at - end);
    }
  }
  const previous = spans.at(-1);
  if (start < text.length || previous === undefined) {
    if (previous !== undefined && units < MIN_TAIL_UNITS) {
      spans[spans.length - 1] = { start: previous.start, end: text.length };
    } else {
      spans.push({ start, end: text.length });
    }
  }
  return spans;
}
