import type { LexicalScore } from './fields.ts';

/**
 * Passages embedded for one ranking. The embedded encoder takes about 20–40 ms for each that is new;
 * the cap bounds the first window over a large store. It counts cached passages too, so that the
 * answer does not depend on what happens to be cached.
 */
const MAX_EMBEDDED_PASSAGES = 96;

/** One passage of one item, by their positions. */
export interface PassageChoice {
  readonly item: number;
  readonly part: number;
}

/**
 * Chooses which passages to compare by meaning: the best passage of every item first (items with the
 * strongest words first), then the second best of each, and so on up to `MAX_EMBEDDED_PASSAGES`.
 * `eligible` has item positions.
 */
export function choosePassages(
  scores: readonly LexicalScore[],
  eligible: readonly number[],
): readonly PassageChoice[] {
  const ranked = eligible
    .map((item) => {
      const strengths = scores[item]?.partStrengths ?? [];
      const parts = strengths
        .map((_, part) => part)
        .sort((a, b) => (strengths[b] ?? 0) - (strengths[a] ?? 0) || a - b);
      return { item, strength: scores[item]?.strength ?? 0, parts };
    })
    .sort((a, b) => b.strength - a.strength || a.item - b.item);
  const total = ranked.reduce((sum, { parts }) => sum + parts.length, 0);
  const chosen: PassageChoice[] = [];
  for (let round = 0; chosen.length < Math.min(total, MAX_EMBEDDED_PASSAGES); round++) {
    for (const { item, parts } of ranked) {
      const part = parts[round];
      if (part !== undefined && chosen.length < MAX_EMBEDDED_PASSAGES) chosen.push({ item, part });
    }
  }
  return chosen;
}
