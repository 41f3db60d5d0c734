import type { Ranks } from './ranks.ts';

/** Rank of a pair that does not merge. */
const NO_RANK = 0x7fffffff;
/** Bytes merged at a time in a long piece. Merging a block is quadratic, so blocks are small. */
const BLOCK_BYTES = 128;
/** Bytes around a block border that may be merged anew before the plain split is accepted. */
const MAX_SEAM_BYTES = 8192;
/** Tokens on each side of a block border that are merged anew at first; doubled until it fits. */
const SEAM_TOKENS = 4;
/** Slots of the pair memo; a power of two. */
const MEMO_SLOTS = 1 << 16;
/** Odd multiplier that spreads token ids over the memo (2^32 divided by the golden ratio). */
const MEMO_MIX = 0x9e3779b1;
/**
 * Work on seams (squared bytes) allowed per text, and more per character of it: about a second per
 * megabyte. Real text needs under 5 % of it; a text made to ripple from each border far to the left
 * gets the plain split once it is spent.
 */
const SEAM_WORK = 16_000_000;
const SEAM_WORK_PER_CHAR = 1000;
/** Layouts remembered, so that a run of one character is merged once. */
const MAX_LAYOUTS = 2048;

/** How a piece was merged: the number of tokens, and whether plain BPE gives exactly that. */
interface Merged {
  readonly tokens: number;
  readonly exact: boolean;
}

/** The borders of the tokens of a byte string: 0, the end of the first token, …, the length. */
type Borders = readonly number[];

/**
 * Byte-pair merging over one vocabulary, in near-linear time on any input.
 *
 * A long piece is cut into small blocks, each block is merged, and the blocks are joined. Joining is
 * exact, because a sequence of tokens is the BPE encoding of its bytes if and only if every adjacent
 * pair of them is (github/rust-gems, crates/bpe). Where the pair at a block border is not, a growing
 * stretch around the border is merged anew until the pairs at both of its ends are valid.
 */
export class PairMerger {
  readonly #ranks: Ranks;
  readonly #byteIds = new Int32Array(256);
  // A direct-mapped memo of pair ranks: finding a rank by substring costs several times more.
  readonly #memoLeft = new Int32Array(MEMO_SLOTS).fill(-1);
  readonly #memoRight = new Int32Array(MEMO_SLOTS);
  readonly #memoRank = new Int32Array(MEMO_SLOTS);
  // The parts of the byte string in work: where each starts, its token, its rank with the next one.
  readonly #starts = new Int32Array(MAX_SEAM_BYTES + 1);
  readonly #ids = new Int32Array(MAX_SEAM_BYTES + 1);
  readonly #pairs = new Int32Array(MAX_SEAM_BYTES + 1);
  readonly #layouts = new Map<string, Borders>();
  #workLeft = 0;

  /** `ranks` must hold all 256 single bytes; throws otherwise, since not every text could be encoded. */
  constructor(ranks: Ranks) {
    this.#ranks = ranks;
    for (let byte = 0; byte < 256; byte++) {
      const id = ranks.get(String.fromCharCode(byte));
      if (id === undefined) throw new Error(`Cannot build merger: byte ${byte} has no token`);
      this.#byteIds[byte] = id;
    }
  }

  /** Grants the work for a text of `chars` characters; to be called before its pieces are counted. */
  begin(chars: number): void {
    this.#workLeft = SEAM_WORK + chars * SEAM_WORK_PER_CHAR;
  }

  /** Tokens of a piece given as bytes (one character per byte). 0 for "". */
  count(bytes: string): Merged {
    if (bytes.length <= BLOCK_BYTES) return { tokens: this.#merge(bytes), exact: true };
    const borders: number[] = [0];
    let exact = true;
    for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
      const block = this.#layout(bytes.slice(start, start + BLOCK_BYTES));
      if (!this.#join(bytes, borders, block)) exact = false;
    }
    return { tokens: borders.length - 1, exact };
  }

  /**
   * Appends `block`, the tokens of what follows, to `borders`. Returns false when the seam did not
   * close within its bounds; the plain split then stands, which may be a few tokens too many.
   */
  #join(bytes: string, borders: number[], block: Borders): boolean {
    const seam = at(borders, borders.length - 1);
    let left = 0;
    let right = 0;
    for (;;) {
      const keep = borders.length - left;
      const from = at(borders, keep - 1);
      const to = seam + at(block, right);
      if (to - from > MAX_SEAM_BYTES || this.#workLeft < 0) {
        append(borders, block, 1, seam);
        return false;
      }
      const middle = this.#layout(bytes.slice(from, to));
      const leftEnd = middle.length > 1 ? from + at(middle, 1) : seam + at(block, 1);
      const leftFits = from === 0 || this.#isPair(bytes, at(borders, keep - 2), from, leftEnd);
      const rightStart = middle.length > 1 ? from + at(middle, middle.length - 2) : from;
      const rightFits =
        right === block.length - 1 ||
        // With nothing merged anew both checks are about the same pair.
        (right === 0 && left === 0
          ? leftFits
          : this.#isPair(bytes, rightStart, to, seam + at(block, right + 1)));
      if (leftFits && rightFits) {
        borders.length = keep;
        append(borders, middle, 1, from);
        append(borders, block, right + 1, seam);
        return true;
      }
      if (!leftFits || left === 0) left = grow(left, borders.length - 1);
      if (!rightFits || right === 0) right = grow(right, block.length - 1);
    }
  }

  /** True when the bytes from `start` to `end` are two tokens that meet at `border`. */
  #isPair(bytes: string, start: number, border: number, end: number): boolean {
    const pair = this.#layout(bytes.slice(start, end));
    return pair.length === 3 && pair[1] === border - start;
  }

  /** Token borders of at most `MAX_SEAM_BYTES` bytes. */
  #layout(bytes: string): Borders {
    const known = this.#layouts.get(bytes);
    if (known !== undefined) return known;
    this.#workLeft -= bytes.length * bytes.length;
    const count = this.#merge(bytes);
    const borders = Array.from(this.#starts.subarray(0, count + 1));
    if (this.#layouts.size >= MAX_LAYOUTS) this.#layouts.clear();
    this.#layouts.set(bytes, borders);
    return borders;
  }

  /** Merges at most `MAX_SEAM_BYTES` bytes in `#starts`; returns the number of tokens. */
  #merge(bytes: string): number {
    const starts = this.#starts;
    const ids = this.#ids;
    const pairs = this.#pairs;
    let count = bytes.length;
    for (let index = 0; index < count; index++) {
      starts[index] = index;
      ids[index] = this.#byteIds[bytes.charCodeAt(index)] ?? 0;
    }
    starts[count] = count;
    for (let index = 0; index < count - 1; index++) pairs[index] = this.#rank(bytes, index);
    for (;;) {
      let best = NO_RANK;
      let bestIndex = -1;
      for (let index = 0; index < count - 1; index++) {
        const rank = pairs[index] ?? NO_RANK;
        if (rank < best) {
          best = rank;
          bestIndex = index;
        }
      }
      if (bestIndex < 0) return count;
      ids[bestIndex] = best;
      count--;
      for (let index = bestIndex + 1; index < count; index++) {
        starts[index] = starts[index + 1] ?? 0;
        ids[index] = ids[index + 1] ?? 0;
        pairs[index] = pairs[index + 1] ?? 0;
      }
      starts[count] = starts[count + 1] ?? 0;
      if (bestIndex < count - 1) pairs[bestIndex] = this.#rank(bytes, bestIndex);
      if (bestIndex > 0) pairs[bestIndex - 1] = this.#rank(bytes, bestIndex - 1);
    }
  }

  /** Rank of the part at `index` joined with the next one; `NO_RANK` when that is not a token. */
  #rank(bytes: string, index: number): number {
    const left = this.#ids[index] ?? 0;
    const right = this.#ids[index + 1] ?? 0;
    const slot =
      ((Math.imul(left, MEMO_MIX) ^ Math.imul(right, MEMO_MIX + 2)) >>> 8) & (MEMO_SLOTS - 1);
    if (this.#memoLeft[slot] === left && this.#memoRight[slot] === right) {
      return this.#memoRank[slot] ?? NO_RANK;
    }
    const joined = bytes.slice(this.#starts[index], this.#starts[index + 2]);
    const rank = this.#ranks.get(joined) ?? NO_RANK;
    this.#memoLeft[slot] = left;
    this.#memoRight[slot] = right;
    this.#memoRank[slot] = rank;
    return rank;
  }
}

function at(borders: Borders, index: number): number {
  const border = borders[index];
  if (border === undefined) throw new Error(`Read token border: index ${index} is out of range`);
  return border;
}

/** Appends the borders of `added` from index `first` on, moved by `offset`. */
function append(borders: number[], added: Borders, first: number, offset: number): void {
  for (let index = first; index < added.length; index++) borders.push(at(added, index) + offset);
}

function grow(tokens: number, available: number): number {
  return Math.min(available, Math.max(SEAM_TOKENS, tokens * 2));
}
