import type { TokenCounter } from '../ports.ts';
import type { Encoding } from '../types.ts';
import { CountCache } from './count-cache.ts';
import { PairMerger } from './merge.ts';
import { ownCopy } from './own-copy.ts';
import { loadRanks, type Ranks } from './ranks.ts';
import { createSplitter, type Splitter } from './split.ts';
import { isAscii, toByteString } from './utf8.ts';

/** Pieces of up to this many characters are remembered; longer ones hardly recur. */
const MAX_CACHED_PIECE_CHARS = 64;
/** Pieces remembered per generation of the piece cache. */
const PIECE_CACHE_ENTRIES = 50_000;
/** Texts below this length are counted faster than they are looked up and kept. */
const MIN_CACHED_TEXT_CHARS = 256;

/** A count of tokens, and whether it is exact. */
export interface DetailedCount {
  readonly tokens: number;
  /** True when a long run had to be split, so that the count may be a few tokens too high. */
  readonly estimated: boolean;
}

/** A counter that also says when it is not exact. */
export interface DetailedCounter extends TokenCounter {
  countDetailed(text: string): DetailedCount;
}

const counters = new Map<Encoding, Promise<DetailedCounter>>();

/**
 * The counter of `encoding`, one per isolate. The tables (up to 20 MB of heap) load on first use.
 * Rejects when they cannot be loaded; the next call tries again.
 */
export function loadCounter(encoding: Encoding): Promise<DetailedCounter> {
  let counter = counters.get(encoding);
  if (counter === undefined) {
    counter = loadRanks(encoding).then((ranks) => new BpeCounter(encoding, ranks));
    counters.set(encoding, counter);
    counter.catch(() => counters.delete(encoding));
  }
  return counter;
}

class BpeCounter implements DetailedCounter {
  readonly encoding: Encoding;
  readonly #splitter: Splitter;
  readonly #ranks: Ranks;
  readonly #merger: PairMerger;
  readonly #texts = new CountCache();
  // Two generations: when the young one is full it becomes the old one. Cheaper per hit than an LRU.
  #young = new Map<string, number>();
  #old = new Map<string, number>();

  constructor(encoding: Encoding, ranks: Ranks) {
    this.encoding = encoding;
    this.#splitter = createSplitter(encoding);
    this.#ranks = ranks;
    this.#merger = new PairMerger(ranks);
  }

  count(text: string): number {
    return this.countDetailed(text).tokens;
  }

  countDetailed(text: string): DetailedCount {
    if (text.length < MIN_CACHED_TEXT_CHARS) return this.#countText(text);
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const counted = this.#countText(text);
    this.#texts.set(text, counted);
    return counted;
  }

  #countText(text: string): DetailedCount {
    const ascii = isAscii(text);
    const splitter = this.#splitter;
    let tokens = 0;
    let estimated = false;
    splitter.reset(text);
    this.#merger.begin(text.length);
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = splitter.next(start);
      const piece = text.slice(start, end);
      // A non-ASCII piece must not be looked up as it is: the keys are bytes, not characters.
      if ((ascii || isAscii(piece)) && this.#ranks.has(piece)) {
        tokens++;
        continue;
      }
      const known = this.#young.get(piece) ?? this.#recall(piece);
      if (known !== undefined) {
        tokens += known;
        continue;
      }
      const bytes = ascii ? piece : toByteString(piece);
      const merged = this.#ranks.has(bytes) ? ONE_TOKEN : this.#merger.count(bytes);
      tokens += merged.tokens;
      if (!merged.exact) estimated = true;
      else if (piece.length <= MAX_CACHED_PIECE_CHARS) this.#remember(piece, merged.tokens);
    }
    return { tokens, estimated };
  }

  #recall(piece: string): number | undefined {
    const known = this.#old.get(piece);
    if (known !== undefined) this.#remember(piece, known);
    return known;
  }

  #remember(piece: string, tokens: number): void {
    if (this.#young.size >= PIECE_CACHE_ENTRIES) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(ownCopy(piece), tokens);
  }
}

const ONE_TOKEN = { tokens: 1, exact: true } as const;
