import { UNSPACED_CLASS } from '../unspaced.ts';

const LOWER_A = 97;
const LOWER_Z = 122;
const APOSTROPHE = 39;
const ASCII_END = 0x80;
const LETTER = /^\p{L}$/u;
const UNSPACED = new RegExp(UNSPACED_CLASS, 'u');
/** Characters that stand for about one word in scripts without blanks. */
const CHARS_PER_WORD = 2;

/**
 * Words in a text: runs of letters and apostrophes; in scripts without blanks two characters count as
 * a word. Numbers are no words. 0 for "". Linear time.
 */
export function countWords(text: string): number {
  let words = 0;
  let unspaced = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < ASCII_END) {
      const lower = code | 32;
      if (lower >= LOWER_A && lower <= LOWER_Z) {
        if (!inWord) words += 1;
        inWord = true;
      } else if (code !== APOSTROPHE) inWord = false;
      continue;
    }
    const character = text.charAt(i);
    if (UNSPACED.test(character)) {
      unspaced += 1;
      inWord = false;
    } else if (LETTER.test(character)) {
      if (!inWord) words += 1;
      inWord = true;
    } else inWord = false;
  }
  return words + Math.ceil(unspaced / CHARS_PER_WORD);
}

/** True when a text can say something: two words, and not glued together as in an identifier. */
export function isPhrase(text: string): boolean {
  const trimmed = text.trim();
  if (countWords(trimmed) < 2) return false;
  return trimmed.includes(' ') || trimmed.includes('\n') || UNSPACED.test(trimmed);
}
