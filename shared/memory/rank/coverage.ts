import type { TermCounts } from '../../score/analysis.ts';
import type { RelatedWord } from '../../score/related.ts';
import type { MemoryQuery } from './types.ts';

/** A second mention of a word says little in a turn; its length says nothing (BM25 with b = 0). */
const K1 = 0.6;
/** A word that no memory has says less than a rare one: it may be a typing error. */
const UNSEEN_IDF_SHARE = 0.7;
/** Related words looked at per word: the first of them that occur among the candidates. */
const MAX_RELATED_PER_TERM = 6;

/** A word of the question. */
interface AskedTerm {
  readonly stem: string;
  /** Share of the whole question's weight, 0–1; the shares of a question sum to 1. */
  readonly share: number;
  readonly related: readonly RelatedWord[];
}

/** How much of a question one text covers. */
export interface Coverage {
  /** 0 to 1.6, the ranking signal: 1 when every word is there once. */
  readonly soft: number;
  /** 0–1: repeats do not count. */
  readonly share: number;
  /** A word of the question itself occurs, not only a related one. */
  readonly matches: boolean;
}

export const NO_COVERAGE: Coverage = { soft: 0, share: 0, matches: false };

/** Inverse document frequency, > 0, of a word that `frequency` of `size` memories have. */
function inverseFrequency(size: number, frequency: number): number {
  if (frequency <= 0) return UNSEEN_IDF_SHARE * Math.log(1 + (size + 0.5) / 0.5);
  const having = Math.min(frequency, size);
  return Math.log(1 + (size - having + 0.5) / (having + 0.5));
}

function saturate(count: number): number {
  return ((K1 + 1) * count) / (count + K1);
}

/**
 * Measures texts by how much of the question they cover, each word by its best match: itself, or a
 * related word that occurs among the candidates (`known`). `names` are never replaced by related words:
 * somebody else is somebody else. Soft coverage of BM25 terms, with k1 and b measured on dialogues.
 */
export function coverageOf(
  query: MemoryQuery,
  terms: readonly string[],
  names: ReadonlySet<string>,
  known: (stem: string) => boolean,
): (text: TermCounts) => Coverage {
  const size = Math.max(0, query.size);
  const weights = terms.map((stem) => inverseFrequency(size, query.frequency(stem)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const asked = terms.map((stem, i): AskedTerm => {
    const related = names.has(stem)
      ? []
      : query.related.of(stem).filter((word) => known(word.stem));
    const share = (weights[i] ?? 0) / total;
    return { stem, share, related: related.slice(0, MAX_RELATED_PER_TERM) };
  });
  return ({ counts }) => cover(asked, counts);
}

function cover(asked: readonly AskedTerm[], counts: ReadonlyMap<string, number>): Coverage {
  let soft = 0;
  let covered = 0;
  let matches = false;
  for (const { stem, share, related } of asked) {
    const own = counts.get(stem) ?? 0;
    let best = saturate(own);
    let closest = own > 0 ? 1 : 0;
    matches ||= own > 0;
    for (const word of related) {
      const count = counts.get(word.stem) ?? 0;
      if (count === 0) continue;
      best = Math.max(best, word.weight * saturate(count));
      closest = Math.max(closest, word.weight);
    }
    soft += share * best;
    covered += share * closest;
  }
  return { soft, share: Math.min(1, covered), matches };
}
