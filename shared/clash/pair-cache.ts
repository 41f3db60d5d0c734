import { TextCache } from '../compare/text-cache.ts';

/** Stands for one text as long as the text is remembered. */
type Mark = object;

/**
 * Remembers what was made of pairs of texts, so that a warm window compares nothing again. Forgets a pair
 * with its texts (see `TextCache`). The order of the two counts.
 */
export class PairCache<T> {
  readonly #marks = new TextCache<Mark>();
  readonly #known = new WeakMap<Mark, WeakMap<Mark, Map<string, T>>>();

  /** What `make` made of the pair under these `terms`, from memory when it was made before. */
  get(a: string, b: string, terms: string, make: () => T): T {
    const [left, right] = [this.#marks.get(a, newMark), this.#marks.get(b, newMark)];
    const others = this.#known.get(left) ?? new WeakMap<Mark, Map<string, T>>();
    this.#known.set(left, others);
    const byTerms = others.get(right) ?? new Map<string, T>();
    others.set(right, byTerms);
    const known = byTerms.get(terms);
    if (known !== undefined) return known;
    const made = make();
    byTerms.set(terms, made);
    return made;
  }
}

function newMark(): Mark {
  return {};
}
