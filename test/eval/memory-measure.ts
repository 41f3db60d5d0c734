/** Recall and nDCG of ranked ids against the ids that answer a question. */

const NDCG_CUTOFF = 10;
/** How deep `measure` looks. */
export const DEPTH = 20;

/** Percentages: share of the evidence among the first 5, 10 and 20, and nDCG of the first ten. */
export interface Measures {
  readonly recall_at_5: number;
  readonly recall_at_10: number;
  readonly recall_at_20: number;
  readonly ndcg_at_10: number;
}

/** Measures of one answer, 0–1; `ranked` is best first. */
export function measure(ranked: readonly string[], relevant: ReadonlySet<string>): Measures {
  const recall = (cutoff: number): number =>
    ranked.slice(0, cutoff).filter((id) => relevant.has(id)).length / relevant.size;
  const gain = (place: number): number => 1 / Math.log2(place + 2);
  let found = 0;
  let ideal = 0;
  for (let place = 0; place < NDCG_CUTOFF; place++) {
    if (relevant.has(ranked[place] ?? '')) found += gain(place);
    if (place < relevant.size) ideal += gain(place);
  }
  return {
    recall_at_5: recall(5),
    recall_at_10: recall(10),
    recall_at_20: recall(20),
    ndcg_at_10: found / ideal,
  };
}

/** Means in percent, with one decimal; zeros for none. */
export function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (pick: (one: Measures) => number): number =>
    Math.round((1000 * all.reduce((sum, one) => sum + pick(one), 0)) / Math.max(1, all.length)) /
    10;
  return {
    recall_at_5: mean((one) => one.recall_at_5),
    recall_at_10: mean((one) => one.recall_at_10),
    recall_at_20: mean((one) => one.recall_at_20),
    ndcg_at_10: mean((one) => one.ndcg_at_10),
  };
}

/** What a way of ranking gives, over all questions and by their kind. */
export interface RankingReport {
  readonly questions: number;
  readonly all: Measures;
  readonly by_kind: Readonly<Record<string, Measures & { readonly questions: number }>>;
}

/** Collects answers and reports their means. */
export class Tally {
  readonly #measures: { readonly kind: string; readonly measures: Measures }[] = [];

  /** Adds one answer, best first. */
  add(kind: string, ranked: readonly string[], relevant: ReadonlySet<string>): void {
    this.#measures.push({ kind, measures: measure(ranked, relevant) });
  }

  report(): RankingReport {
    const kinds = [...new Set(this.#measures.map(({ kind }) => kind))].sort();
    const of = (kind: string) =>
      this.#measures.filter((one) => one.kind === kind).map((one) => one.measures);
    return {
      questions: this.#measures.length,
      all: meanMeasures(this.#measures.map((one) => one.measures)),
      by_kind: Object.fromEntries(
        kinds.map((kind) => [kind, { questions: of(kind).length, ...meanMeasures(of(kind)) }]),
      ),
    };
  }
}
