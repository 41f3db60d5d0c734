import { isForeignStopWord, withoutAskingWords } from '../../score/foreign-words.ts';
import { isEnglish } from '../../score/readable.ts';
import { MAX_QUESTION_SENTENCES, sentences } from '../../score/sentences.ts';
import { isStopWord, stem, terms, words } from '../../score/words.ts';

/**
 * Distinct words of a query that count. A question has about ten; a task of pages names its subject in
 * the first hundred.
 */
export const MAX_QUERY_WORDS = 100;

/** Letters of a word that stay when it is declined or conjugated, at least. */
const MIN_PREFIX_CHARS = 4;
/** Letters that an inflection changes at the end of a word, at most. */
const MAX_ENDING_CHARS = 3;

/** What a question is searched and ranked by. */
export interface QueryWords {
  /** Its distinct stems in order, at most 100; [] when it has stop words only. */
  readonly terms: readonly string[];
  /**
   * Beginnings of the words of a question that is not in English, for a search: `terms` are not stemmed
   * there, and a memory may have another form of the word. [] for English.
   */
  readonly prefixes: readonly string[];
  /** False for English: then stems stand for all forms of a word. */
  readonly isInflected: boolean;
  /** More than three sentences: a task rather than a question. */
  readonly isLong: boolean;
}

/**
 * Reads the words of a query: stems as `terms` gives them, without stop words; those of other languages
 * are left out where the query is not in English. Linear time.
 */
export function queryWords(text: string): QueryWords {
  const isInflected = !isEnglish(text);
  const found = isInflected ? foreignTerms(text) : terms(text);
  const distinct = [...new Set(found)].slice(0, MAX_QUERY_WORDS);
  const prefixes = isInflected ? distinct.map(prefixOf).filter((prefix) => prefix !== '') : [];
  const isLong = sentences(text).length > MAX_QUESTION_SENTENCES;
  return { terms: distinct, prefixes: [...new Set(prefixes)], isInflected, isLong };
}

function foreignTerms(text: string): readonly string[] {
  const told = words(withoutAskingWords(text)).filter((word) => !isStopWord(word));
  const topical = told.filter((word) => !isForeignStopWord(word));
  // A question of function words only is about them.
  return (topical.length > 0 ? topical : terms(text)).map(stem);
}

/** "" for words too short to have endings, and for the character pairs of unspaced scripts. */
function prefixOf(word: string): string {
  if (word.length < MIN_PREFIX_CHARS) return '';
  return word.slice(0, Math.max(MIN_PREFIX_CHARS, word.length - MAX_ENDING_CHARS));
}

/**
 * Finds other forms of a word among `known` stems: words that begin alike and differ in at most three
 * letters at the end. Built once, then cheap to ask; a word is no other form of itself.
 */
export function formsAmong(known: Iterable<string>): (word: string) => readonly string[] {
  const byBeginning = new Map<string, string[]>();
  for (const word of known) {
    if (word.length < MIN_PREFIX_CHARS) continue;
    const beginning = word.slice(0, MIN_PREFIX_CHARS);
    const group = byBeginning.get(beginning);
    if (group === undefined) byBeginning.set(beginning, [word]);
    else group.push(word);
  }
  return (word) =>
    (byBeginning.get(word.slice(0, MIN_PREFIX_CHARS)) ?? []).filter((other) => {
      const common = commonPrefix(word, other);
      const ending = Math.max(word.length, other.length) - common;
      return other !== word && common >= MIN_PREFIX_CHARS && ending <= MAX_ENDING_CHARS;
    });
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
