import { type Fingerprint, fingerprint, overlap } from './fingerprint.ts';
import { mergeBlock } from './guard.ts';
import { CandidatePairs, estimatedOverlap } from './pairs.ts';

/** A text that may say the same as another. */
export interface CopyInput {
  readonly id: string;
  readonly text: string;
  /** A fixed text stays, whatever copies it has; others may merge into it. */
  readonly fixed: boolean;
}

/** When two texts count as copies, and which of them survives. */
export interface CopyOptions {
  /** Word overlap (Jaccard, 0–1) above which two texts are near-copies. */
  readonly nearOverlap: number;
  /** Calibrated cosine (0–1) from which they are near-copies, given `nearSimilarityOverlap`. */
  readonly nearSimilarity: number;
  readonly nearSimilarityOverlap: number;
  /** Orders ids by which copy should survive, best first. Must be a total order. */
  readonly prefer: (a: string, b: string) => number;
  /** Calibrated cosines of pairs; called once, only for pairs that could still merge by it. */
  readonly similarity: (
    pairs: readonly { readonly a: string; readonly b: string }[],
  ) => Promise<readonly number[]>;
}

/** A text that says what another one says already. */
export interface Copy {
  readonly id: string;
  /** The surviving text. */
  readonly into: string;
  readonly reason: string;
}

/** How far below the truth an estimated overlap may lie and the texts still be compared. */
const ESTIMATE_SLACK = 0.2;

/** A pair that overlaps enough to merge if its meaning turns out the same. */
interface Pending {
  readonly item: CopyInput;
  readonly target: CopyInput;
  readonly overlap: number;
}

/**
 * Finds copies: the same bytes; the same words (case, spaces and punctuation aside, never in code);
 * word overlap above `nearOverlap`; similarity and overlap together. All but the first stand behind
 * the merge guard, so that texts which differ in a number, name, negation or code are never merged.
 * Chains are not followed: every copy merges into a text that survives itself.
 *
 * Near-linear: a text is compared with a bounded number of texts whose signature meets its own.
 */
export async function findCopies(
  items: readonly CopyInput[],
  options: CopyOptions,
): Promise<readonly Copy[]> {
  const ordered = [...items].sort((a, b) => options.prefer(a.id, b.id));
  const copies = new Map<string, Copy>();
  const pending: Pending[] = [];
  const survivors = new Survivors();
  for (const item of ordered) {
    const print = fingerprint(item.text);
    if (!item.fixed) {
      const copy =
        survivors.sameAs(item, print) ?? nearCopy(item, print, survivors, options, pending);
      if (copy !== null) {
        copies.set(item.id, copy);
        continue;
      }
    }
    survivors.add(item, print);
  }
  const open = pending.filter((pair) => !copies.has(pair.target.id) && !copies.has(pair.item.id));
  if (open.length > 0) {
    const pairs = open.map(({ item, target }) => ({ a: item.text, b: target.text }));
    const similarities = await options.similarity(pairs);
    for (const [index, { item, target, overlap: shared }] of open.entries()) {
      const similarity = similarities[index] ?? 0;
      if (similarity < options.nearSimilarity) continue;
      if (copies.has(item.id) || copies.has(target.id)) continue;
      copies.set(item.id, {
        id: item.id,
        into: target.id,
        reason: `Says the same as "${target.id}" (similarity ${percent(similarity)}, word overlap ${percent(shared)})`,
      });
    }
  }
  // A text may have merged into one that merged later by similarity: point it at the survivor.
  return [...copies.values()].map((copy) => {
    const further = copies.get(copy.into);
    return further === undefined ? copy : { ...copy, into: further.into };
  });
}

function nearCopy(
  item: CopyInput,
  print: Fingerprint,
  survivors: Survivors,
  options: CopyOptions,
  pending: Pending[],
): Copy | null {
  for (const near of survivors.near(print)) {
    const estimate = estimatedOverlap(print.signature, near.print.signature);
    if (estimate < options.nearSimilarityOverlap - ESTIMATE_SLACK) continue;
    const shared = overlap(print, near.print);
    if (shared < options.nearSimilarityOverlap) continue;
    if (mergeBlock(item.text, near.item.text) !== null) continue;
    if (shared > options.nearOverlap) {
      return {
        id: item.id,
        into: near.item.id,
        reason: `Near-copy of "${near.item.id}" (word overlap ${percent(shared)})`,
      };
    }
    pending.push({ item, target: near.item, overlap: shared });
  }
  return null;
}

/** The texts that stay, found again by their bytes, their words, or their signature. */
class Survivors {
  readonly #byText = new Map<string, CopyInput>();
  readonly #byWords = new Map<string, CopyInput>();
  readonly #entries: { readonly item: CopyInput; readonly print: Fingerprint }[] = [];
  readonly #pairs = new CandidatePairs();

  sameAs(item: CopyInput, print: Fingerprint): Copy | null {
    const exact = this.#byText.get(item.text);
    if (exact !== undefined) {
      return { id: item.id, into: exact.id, reason: `Exact copy of "${exact.id}"` };
    }
    const same = print.key === null ? undefined : this.#byWords.get(print.key);
    if (same === undefined || mergeBlock(item.text, same.text) !== null) return null;
    return { id: item.id, into: same.id, reason: `Same words as "${same.id}"` };
  }

  near(print: Fingerprint) {
    return this.#pairs.candidates(print.signature).flatMap((index) => this.#entries[index] ?? []);
  }

  add(item: CopyInput, print: Fingerprint): void {
    if (!this.#byText.has(item.text)) this.#byText.set(item.text, item);
    if (print.key !== null && !this.#byWords.has(print.key)) this.#byWords.set(print.key, item);
    this.#pairs.add(print.signature);
    this.#entries.push({ item, print });
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
