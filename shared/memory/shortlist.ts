/** Fewest candidates that compete, however few results are asked for. */
const MIN_SHORTLIST = 20;
const SHORTLIST_PER_RESULT = 2;

/** A candidate that made the shortlist. */
export interface Shortlisted<T> {
  readonly item: T;
  /** 0–1: the best of the shortlist has 1, its last place 0. */
  readonly relevance: number;
}

/** How many of the most relevant candidates compete for `limit` results: max(20, 2 · limit). */
export function shortlistSize(limit: number): number {
  return Math.max(MIN_SHORTLIST, SHORTLIST_PER_RESULT * limit);
}

/**
 * The candidates that compete for `limit` results: the most relevant ones, best first, ties in the
 * given order, with relevance min-max scaled over them. Everything below is out, however recent. The
 * places of a shortlist that is not full count as candidates of strength 0, so that two good answers
 * in a small store are not told apart more than they differ. `strength` is ≥ 0; all equal: 1 each, or
 * 0 when all are 0. `[]` for none.
 */
export function shortlist<T>(
  candidates: readonly T[],
  strength: (candidate: T) => number,
  limit: number,
): readonly Shortlisted<T>[] {
  const size = shortlistSize(limit);
  const best = candidates
    .map((item, position) => ({ item, position, strength: strength(item) }))
    .sort((a, b) => b.strength - a.strength || a.position - b.position)
    .slice(0, size);
  const top = best[0]?.strength ?? 0;
  const floor = best.length < size ? 0 : (best.at(-1)?.strength ?? 0);
  const range = top - floor;
  return best.map(({ item, strength: value }) => ({
    item,
    relevance: range > 0 ? (value - floor) / range : Number(top > 0),
  }));
}
