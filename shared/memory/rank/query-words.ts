import { MAX_QUESTION_SENTENCES, sentences } from '../../score/sentences.ts';
import { terms } from '../../score/words.ts';

/**
 * Distinct words of a query that count. A question has about ten; a task of pages names its subject in
 * the first hundred.
 */
export const MAX_QUERY_WORDS = 100;

/** What a question is searched and ranked by. */
export interface QueryWords {
  /** Its distinct stems in order, at most 100; [] when it has stop words only. */
  readonly terms: readonly string[];
  /** More than three sentences: a task rather than a question. */
  readonly isLong: boolean;
}

/** Reads the words of a query: stems as `terms` gives them, without stop words. Linear time. */
export function queryWords(text: string): QueryWords {
  const distinct = new Set<string>();
  for (const term of terms(text)) {
    distinct.add(term);
    if (distinct.size >= MAX_QUERY_WORDS) break;
  }
  return { terms: [...distinct], isLong: sentences(text).length > MAX_QUESTION_SENTENCES };
}
