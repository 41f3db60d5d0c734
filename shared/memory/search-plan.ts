/** Rows of the word index that one search reads in order of rank; one to two milliseconds. */
const MAX_RANKED_ROWS = 3_000;

/** How many memories of a scope have a word, as far as they were counted. */
export interface WordCount {
  readonly word: string;
  /** Counted from the newest on, up to a cap. */
  readonly count: number;
  /** Lowest row number among the counted. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * How many there are in all, when counting stopped at `cap`: the counted ones are the newest, and the
 * earlier ones, back to row number `first`, are taken to lie as densely. The count itself below the cap.
 */
export function estimatedTotal(
  { count, lowest, highest }: Omit<WordCount, 'word'>,
  cap: number,
  first: number,
): number {
  if (count < cap || highest <= lowest) return count;
  const density = count / (highest - lowest + 1);
  return Math.max(count, Math.round(density * (highest - Math.min(first, lowest) + 1)));
}

/** Which words of a question are looked up, and how. */
export interface SearchPlan {
  /** Rare enough that all memories with any of them can be put in order; rarest first. */
  readonly ranked: readonly string[];
  /** So frequent that only the newest memories with them are looked at; rarest first. */
  readonly frequent: readonly string[];
}

/**
 * Splits the words of a question so that a search costs about the same in a small store and in a large
 * one: the rarest words, as long as the memories that have them stay below a limit together, and the
 * rest. A memory that has only the frequent words of a question is seldom its answer. Words that
 * nothing has are left out.
 */
export function searchPlan(
  counts: readonly Pick<WordCount, 'word' | 'count'>[],
  maxRows: number = MAX_RANKED_ROWS,
): SearchPlan {
  const found = counts.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count);
  let rows = 0;
  const ranked: string[] = [];
  const frequent: string[] = [];
  for (const { word, count } of found) {
    rows += count;
    if (rows <= maxRows) ranked.push(word);
    else frequent.push(word);
  }
  return { ranked, frequent };
}
