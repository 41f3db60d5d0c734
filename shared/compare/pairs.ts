/** Most texts that one text is compared with: those that share its rarest words. */
const MAX_CANDIDATES = 24;
/** Entries read for one text; the rarest words come first, so what is left out says little. */
const MAX_READ = 1000;
/** A word in more texts than this says nothing about which two belong together. */
const MAX_POSTINGS = 500;

/**
 * Finds texts that may overlap with another by at least a given share, without comparing all pairs.
 * Two sets with Jaccard overlap ≥ t share a word among any |x| − ⌈t·|x|⌉ + 1 words of x (prefix
 * filtering, Chaudhuri et al. 2006), so only those, the rarest, are looked up. Work is bounded for
 * thousands of near-identical texts: the candidates that share most of the looked-up words come first.
 */
export class CandidatePairs {
  readonly #postings = new Map<string, number[]>();
  readonly #minOverlap: number;
  #size = 0;

  constructor(minOverlap: number) {
    this.#minOverlap = minOverlap;
  }

  /** Adds the words of the next text; texts are numbered from 0 in order. */
  add(words: ReadonlySet<string>): void {
    for (const word of words) {
      const list = this.#postings.get(word);
      if (list === undefined) this.#postings.set(word, [this.#size]);
      else if (list.length < MAX_POSTINGS) list.push(this.#size);
    }
    this.#size += 1;
  }

  /** Numbers of the texts that may overlap enough, best first, at most `MAX_CANDIDATES`. */
  candidates(words: ReadonlySet<string>): readonly number[] {
    const known = [...words]
      .map((word) => ({ word, list: this.#postings.get(word) ?? [] }))
      .sort((a, b) => a.list.length - b.list.length || (a.word < b.word ? -1 : 1));
    const looked = known.length - Math.ceil(this.#minOverlap * known.length) + 1;
    const votes = new Map<number, number>();
    let left = MAX_READ;
    for (const { list } of known.slice(0, looked)) {
      if (left <= 0) break;
      left -= list.length;
      for (const index of list) votes.set(index, (votes.get(index) ?? 0) + 1);
    }
    return [...votes]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_CANDIDATES)
      .map(([index]) => index);
  }
}
