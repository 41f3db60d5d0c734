import { terms } from '../score/words.ts';

/**
 * Version of what the word index holds for a memory. Rises with every change of `terms()` or of the
 * tokens here, so that rows written before are written anew.
 */
export const WORDS_VERSION = 1;
/** Characters of a scope token that stand before each word: a letter and 80 bits of its hash. */
const PREFIX_CHARS = 21;
/** Between prefix and word; no hexadecimal digit. */
const SEPARATOR = 'x';

/**
 * Distinct words of texts as the index stores them: stemmed, without stop words, CJK as pairs, in the
 * order of their first appearance. `[]` for blank texts. Linear time.
 */
export function indexWords(texts: readonly (string | null)[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => (text === null ? [] : terms(text))))];
}

/**
 * The row of the word index for a memory: each of its words once for each of its scope tokens. "" for a
 * memory without words.
 */
export function indexBody(words: readonly string[], scopeTokens: readonly string[]): string {
  return scopeTokens.flatMap((token) => words.map((word) => `${prefixOf(token)}${word}`)).join(' ');
}

/**
 * The expression that finds a word in the memories that lie in all of the scopes. Quoted, so that
 * nothing in a word is an operator.
 */
export function matchWord(word: string, scopeTokens: readonly string[]): string {
  return `(${scopeTokens.map((token) => quoted(`${prefixOf(token)}${word}`)).join(' AND ')})`;
}

/** The expression that finds any of the words, or all of them. Null for no words. */
export function matchWords(
  words: readonly string[],
  scopeTokens: readonly string[],
  operator: 'OR' | 'AND',
): string | null {
  if (words.length === 0) return null;
  return words.map((word) => matchWord(word, scopeTokens)).join(` ${operator} `);
}

function prefixOf(token: string): string {
  return token.slice(0, PREFIX_CHARS) + SEPARATOR;
}

function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
