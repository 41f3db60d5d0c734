import type { TermCounts } from './analysis.ts';

/** The query's words that occur in one unit of text (a title, a body, a passage), with their counts. */
export interface Hits {
  /** Positions in the query's word list, paired with `counts`. */
  readonly words: readonly number[];
  readonly counts: readonly number[];
  /** Terms of the unit in all. */
  readonly length: number;
}

/** Looks up the shorter side in the longer one, so that a long text or a long query costs no more than needed. */
export function findHits(unit: TermCounts, positions: ReadonlyMap<string, number>): Hits {
  const words: number[] = [];
  const counts: number[] = [];
  if (unit.counts.size < positions.size) {
    for (const [term, count] of unit.counts) {
      const position = positions.get(term);
      if (position !== undefined) {
        words.push(position);
        counts.push(count);
      }
    }
  } else {
    for (const [term, position] of positions) {
      const count = unit.counts.get(term);
      if (count !== undefined) {
        words.push(position);
        counts.push(count);
      }
    }
  }
  return { words, counts, length: unit.length };
}

/** The hits of a whole from those of its parts, which costs less than looking its words up again. */
export function sumHits(parts: readonly Hits[], length: number): Hits {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const sums = new Map<number, number>();
  for (const { words, counts } of parts) {
    words.forEach((word, i) => {
      sums.set(word, (sums.get(word) ?? 0) + (counts[i] ?? 0));
    });
  }
  return { words: [...sums.keys()], counts: [...sums.values()], length };
}
