import { UNSPACED_CLASS } from '../unspaced.ts';
import { STOP_WORDS } from './lexicon.ts';

const ASCII_WORD = /[a-z][a-z']*/g;
const ANY_WORD = new RegExp(`${UNSPACED_CLASS}+|[\\p{L}][\\p{L}\\p{M}']*`, 'gu');
const UNSPACED = new RegExp(`^${UNSPACED_CLASS}`, 'u');
const FOREIGN = /[^\0-\x7f]/;
/** Endings beyond this many letters are inflection: "transfer", "transferred". */
const STEM_LETTERS = 7;
const MIN_LETTERS = 3;

/**
 * The words of a text in lower case, in order. In scripts without blanks every two characters that
 * follow each other stand for a word.
 */
export function wordsIn(lower: string): readonly string[] {
  if (!FOREIGN.test(lower)) return lower.match(ASCII_WORD) ?? [];
  const words: string[] = [];
  for (const [word] of lower.matchAll(ANY_WORD)) {
    if (!UNSPACED.test(word)) words.push(word);
    else for (let i = 0; i + 1 < word.length; i += 1) words.push(word.slice(i, i + 2));
  }
  return words;
}

/** How many of the stems pass a test. */
export function countStems(stems: ReadonlySet<string>, test: (stem: string) => boolean): number {
  let count = 0;
  for (const stem of stems) if (test(stem)) count += 1;
  return count;
}

/** The stems of the words that carry content: what units share when they are about the same thing. */
export function contentOf(words: readonly string[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const word of words) {
    const isContent = word.length >= MIN_LETTERS || UNSPACED.test(word);
    if (isContent && !STOP_WORDS.has(word)) stems.add(word.slice(0, STEM_LETTERS));
  }
  return stems;
}
