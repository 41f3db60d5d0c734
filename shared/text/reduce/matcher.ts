/** Splits a text into the words it is matched by (stemmed, lower case). */
export type Terms = (text: string) => readonly string[];

/** Tells how much of the task a piece of text answers. */
export interface Matcher {
  /**
   * One score of 0 or more per unit: the sum of the weights of the distinct query words in it. A word
   * weighs ln(1 + units / units with it), and nothing when it is in every unit.
   */
  scores(units: readonly string[]): Float64Array;
  /** Offset of the first place in `text` that may match, or −1. */
  find(text: string): number;
}

/** Stems share their start with the word they come from; shorter starts would match nearly anything. */
const PREFIX_CHARS = 3;

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * A matcher for `query`. Splitting into words is slow, so a unit is split only when it contains the
 * start of a query word. An empty query scores 0 everywhere.
 */
export function createMatcher(query: string, terms: Terms): Matcher {
  const words = [...new Set(terms(query))].filter((word) => word !== '');
  const starts = [
    ...new Set(words.map((word) => Array.from(word).slice(0, PREFIX_CHARS).join(''))),
  ];
  const hint = new RegExp(starts.map(escapeRegex).join('|'), 'iu');
  const indexOf = new Map(words.map((word, index) => [word, index]));

  function hits(unit: string): ReadonlySet<number> {
    const found = new Set<number>();
    if (!hint.test(unit)) return found;
    for (const term of terms(unit)) {
      const index = indexOf.get(term);
      if (index !== undefined) found.add(index);
    }
    return found;
  }

  return {
    scores(units) {
      const scores = new Float64Array(units.length);
      if (words.length === 0) return scores;
      const matched = units.map(hits);
      const unitsWith = new Array<number>(words.length).fill(0);
      for (const found of matched) {
        for (const index of found) unitsWith[index] = (unitsWith[index] ?? 0) + 1;
      }
      const weights = unitsWith.map((n) =>
        n === 0 || n === units.length ? 0 : Math.log(1 + units.length / n),
      );
      for (const [unit, found] of matched.entries()) {
        for (const index of found) scores[unit] = (scores[unit] ?? 0) + (weights[index] ?? 0);
      }
      return scores;
    },
    find(text) {
      return words.length === 0 ? -1 : text.search(hint);
    },
  };
}
