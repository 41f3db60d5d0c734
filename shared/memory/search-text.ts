import { baseForm } from '../score/irregular.ts';
import { isStopWord, words } from '../score/words.ts';

/**
 * Distinct words of a query that are searched for. A search reads the list of each; a question has
 * about ten, and a task of pages still names its subject in the first hundred.
 */
const MAX_QUERY_WORDS = 100;

/**
 * A text as the full text index stores it: words as ranking reads them, irregular forms in their base
 * form, CJK as character pairs, separated by spaces. The index stems them. "" for blank text.
 */
export function searchText(text: string): string {
  return words(text).map(baseForm).join(' ');
}

/**
 * The FTS5 expression that finds any of a query's words in the column `body` of rows whose column
 * `scope` has all of `scopeTokens`. Null when the query has no word to search for. Words and tokens are
 * quoted, so that nothing in a query is an operator. Stop words are left out.
 */
export function matchExpression(query: string, scopeTokens: readonly string[]): string | null {
  const found = new Set<string>();
  for (const word of words(query)) {
    if (!isStopWord(word)) found.add(baseForm(word));
    if (found.size >= MAX_QUERY_WORDS) break;
  }
  if (found.size === 0) return null;
  const scope = scopeTokens.map(quoted).join(' AND ');
  return `scope : (${scope}) AND body : (${[...found].map(quoted).join(' OR ')})`;
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
