import type { Normalised } from './normalise.ts';
import { ORIGIN } from './normalise.ts';
import {
  type CompiledPhrase,
  type Family,
  indexPhrases,
  indexSqueezed,
  KEY_CHARS,
  POSSIBLE,
} from './phrase.ts';
import { PHRASES } from './phrases/index.ts';

/** A phrase found in normalised text; offsets are of the normalised text. */
export interface Match {
  readonly family: Family;
  readonly confidence: number;
  /** Position of the phrase in the list; two matches of one phrase are one piece of evidence. */
  readonly phrase: number;
  readonly start: number;
  readonly end: number;
}

const INDEX = indexPhrases(PHRASES);
/** Only phrases that are sure by themselves are looked for in text without spaces. */
const SQUEEZED = indexSqueezed(PHRASES.filter((phrase) => phrase.confidence > POSSIBLE));

/** Han, kana, Hangul: written without spaces, so a phrase may start at any character. */
const UNSPACED_FIRST = 0x2e80;
const UNSPACED_LAST = 0xd7ff;

/** Letters one by one ("i g n o r e", "i.g.n.o.r.e"): at least this many make a run. */
const SPACED_RUN = /(?<![\p{L}\p{N}])\p{L}(?:[\s.*_-]{1,3}\p{L}(?![\p{L}\p{N}])){7,}/gu;
const LETTER = /\p{L}/u;

/** Characters before a match that are read for its mood. */
const MOOD_CHARS = 48;
/** "Do not ignore previous instructions" is the opposite of an attack. */
const NEGATED =
  /(?:\b(?:not|never|cannot|nor|n't|nicht|nie|niemals|nunca|jamais|nao|no)|(?<!\p{L})(?:не|لا))\s+(?:\p{L}{1,12}\s+)?$|(?:不要|别|別|勿|不得|不能|不可|不应)$/u;
/** Somebody is said to do it, may do it or asks whether to: not an order to the reader. */
const REPORTED =
  /\b(?:i|we|they|he|she|who|which|users?|people|attackers?|models?|applicants?|parties|employees|nobody|no one)\s+(?:(?:can|could|may|might|will|would|should|must|to|do|did|also|often|sometimes|always|still)\s+){0,2}$|\b(?:should|can|could|may|shall|do|if|that)\s+(?:i|we|they|users?|you)\s+(?:\p{L}{1,10}\s+)?$/u;
/** What is left of the confidence of a match that is reported rather than ordered. */
const REPORTED_FACTOR = 0.55;

/** Finds every phrase in the text, in order of start. Linear time: a bounded effort per word. */
export function matchPhrases(normalised: Normalised): readonly Match[] {
  const { text } = normalised;
  const matches: Match[] = [];
  let previousIsWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = isWordCode(code);
    const mayStart = !(isWord && previousIsWord) || isUnspaced(code);
    previousIsWord = isWord;
    if (!mayStart) continue;
    const candidates = INDEX.get(text.slice(at, at + KEY_CHARS));
    if (candidates !== undefined) tryAt(text, at, candidates, matches);
  }
  for (const run of text.matchAll(SPACED_RUN)) matchSqueezed(run[0], run.index, matches);
  return matches;
}

function tryAt(
  text: string,
  at: number,
  candidates: readonly CompiledPhrase[],
  matches: Match[],
): void {
  for (const candidate of candidates) {
    const end = candidate.matchEnd(text, at);
    if (end < 0) continue;
    const { phrase, number } = candidate;
    if (phrase.opens === true && !opensLine(text, at)) continue;
    const confidence = phrase.confidence * moodFactor(text, at, phrase.family);
    if (confidence > 0) {
      matches.push({ family: phrase.family, confidence, phrase: number, start: at, end });
    }
  }
}

/** Matches a run of single letters with the separators taken out, and maps back to the run. */
function matchSqueezed(run: string, offset: number, matches: Match[]): void {
  const at: number[] = [];
  let squeezed = '';
  for (let i = 0; i < run.length; i++) {
    if (!LETTER.test(run.charAt(i))) continue;
    squeezed += run.charAt(i);
    at.push(offset + i);
  }
  for (let i = 0; i < squeezed.length; i++) {
    for (const candidate of SQUEEZED.get(squeezed.slice(i, i + KEY_CHARS)) ?? []) {
      const matchEnd = candidate.matchEnd(squeezed, i);
      if (matchEnd < 0) continue;
      const start = at[i] ?? offset;
      const end = (at[matchEnd - 1] ?? start) + 1;
      const { family, confidence } = candidate.phrase;
      matches.push({ family, confidence, phrase: candidate.number, start, end });
    }
  }
}

/** 1 for an order, less for reported speech, 0 for its negation. */
function moodFactor(text: string, at: number, family: Family): number {
  if (family === 'secrecy' || family === 'impersonation') return 1;
  const before = text.slice(Math.max(0, at - MOOD_CHARS), at);
  if (NEGATED.test(before)) return 0;
  return REPORTED.test(before) ? REPORTED_FACTOR : 1;
}

/** True when only white space stands between `at` and the start of a line, sentence or string. */
function opensLine(text: string, at: number): boolean {
  let i = at - 1;
  if (i >= 0 && text.charCodeAt(i) === 32) i--;
  return i < 0 || !(isWordCode(text.charCodeAt(i)) || text.charAt(i) === ',');
}

/** Which origin best describes a match: encoded or hidden when any of its letters is. */
export function originOf(normalised: Normalised, match: Match): number {
  let origin: number = ORIGIN.plain;
  for (let i = match.start; i < match.end; i++) {
    const own = normalised.origins[i] ?? ORIGIN.plain;
    if (own !== ORIGIN.plain && isWordCode(normalised.text.charCodeAt(i))) {
      if (own === ORIGIN.encoded) return own;
      origin = own;
    }
  }
  return origin;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 0xc0 && code < 0x2000) ||
    isUnspaced(code)
  );
}

function isUnspaced(code: number): boolean {
  return code >= UNSPACED_FIRST && code <= UNSPACED_LAST && !(code >= 0x3000 && code <= 0x303f);
}
