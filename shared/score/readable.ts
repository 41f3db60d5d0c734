import { isForeignLatinWord } from './foreign-words.ts';
import { isStopWord } from './stop-words.ts';

// An encoder trained on English gives every text a vector, and for a text in another language it is
// noise: by Universal Sentence Encoder Lite two unrelated sentences have a cosine of 0.62 in Chinese
// (all of them alike), 0.85 in Arabic, 0.9 in Russian, 0.7 in Spanish and 0.5 in German, against 0.2
// in English. Such a text is better treated as not embedded at all.

/** Models that read English only, by their names beside stored vectors. */
const ENGLISH_MODELS: ReadonlySet<string> = new Set([
  'use-lite-en-q8',
  '@cf/baai/bge-base-en-v1.5',
]);
/** The language of a text shows in its beginning. */
const MAX_LOOK_CHARS = 1_000;
/** Share of letters of other scripts from which an English encoder sees little of a text. */
const MAX_OTHER_SCRIPT_SHARE = 0.3;
/** One foreign word, or a name in two words with accents ("José García"), is no foreign text. */
const MAX_FOREIGN_WORDS = 1;
/** A word with an accent may be a name or a loan: it says half of what a function word says. */
const ACCENTED_WORD = 0.5;

const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
const WORD = /\p{L}+/gu;
const NOT_ASCII = /[^\0-\x7f]/;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Whether a text is in English, or in nothing that tells: names, codes, "". False for a text that is
 * mostly of another script or language. Looks at the first 1,000 characters.
 */
export function isEnglish(whole: string): boolean {
  const text = whole.slice(0, MAX_LOOK_CHARS).normalize('NFC');
  const letters = count(text, LETTER);
  const latin = count(text, LATIN_LETTER);
  if (letters - latin > MAX_OTHER_SCRIPT_SHARE * letters) return false;
  let english = 0;
  let foreign = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
    if (isStopWord(plain)) english++;
    else if (isForeignLatinWord(plain)) foreign++;
    else if (NOT_ASCII.test(word)) foreign += ACCENTED_WORD;
  }
  return foreign <= MAX_FOREIGN_WORDS || foreign <= english;
}

/** Whether a model is known to read no other language. */
export function readsOnlyEnglish(model: string): boolean {
  return ENGLISH_MODELS.has(model);
}

/**
 * Whether a model's vector of `text` says anything about its meaning: false for an English encoder and
 * a text that is not English. True for models that are not known to be English only.
 */
export function isReadableBy(model: string, text: string): boolean {
  return !readsOnlyEnglish(model) || isEnglish(text);
}
