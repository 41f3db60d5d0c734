import { firstFrom } from './sorted.ts';

/** One step that turns `a[a0..a1)` into `b[b0..b1)`. */
export interface Opcode {
  readonly tag: 'equal' | 'replace' | 'delete' | 'insert';
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/** A run of equal items: `a[a..a+size)` and `b[b..b+size)`. */
export interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

interface Range {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/**
 * Comparisons that one diff may make: enough for two texts of 10,000 English words with dozens of edits.
 * What is still open then is aligned by its common start and end only.
 */
const MAX_STEPS = 4_000_000;

/**
 * The runs that `a` and `b` share, in order, as Python's difflib finds them (Ratcliff and Obershelp's
 * "gestalt" matching without its junk heuristic): the longest run first, the earliest in `a`, then in
 * `b`, among equals; then the same to its left and right. Touching runs are one. [] when nothing is
 * shared. Near-linear for texts that are mostly distinct words; on hostile input the work is bounded and
 * the blocks are still valid, though no longer the longest.
 */
export function matchingBlocks(a: readonly string[], b: readonly string[]): readonly Block[] {
  const finder = new LongestRun(a, b);
  const blocks: Block[] = [];
  const open: Range[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const { a0, a1, b0, b1 } = range;
    if (a0 >= a1 || b0 >= b1) continue;
    const found = finder.find(range);
    if (found === null) {
      blocks.push(...commonEnds(a, b, range));
      continue;
    }
    if (found.size === 0) continue;
    blocks.push(found);
    open.push({ a0, a1: found.a, b0, b1: found.b });
    open.push({ a0: found.a + found.size, a1, b0: found.b + found.size, b1 });
  }
  return joined(blocks.sort((left, right) => left.a - right.a || left.b - right.b));
}

/**
 * The steps from `a` to `b` in order; together they cover both. [] for two empty lists. Behaves as
 * `SequenceMatcher(None, a, b, autojunk=False).get_opcodes()` of Python's difflib.
 */
export function opcodes(a: readonly string[], b: readonly string[]): readonly Opcode[] {
  const steps: Opcode[] = [];
  let [i, j] = [0, 0];
  for (const block of [...matchingBlocks(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (i < block.a || j < block.b) {
      const tag = i === block.a ? 'insert' : j === block.b ? 'delete' : 'replace';
      steps.push({ tag, a0: i, a1: block.a, b0: j, b1: block.b });
    }
    i = block.a + block.size;
    j = block.b + block.size;
    if (block.size > 0) steps.push({ tag: 'equal', a0: block.a, a1: i, b0: block.b, b1: j });
  }
  return steps;
}

/** Share of items in equal runs, 0–1: twice the matched over all. Two empty lists: 1. */
export function ratio(a: readonly string[], b: readonly string[]): number {
  const total = a.length + b.length;
  if (total === 0) return 1;
  const matched = matchingBlocks(a, b).reduce((sum, { size }) => sum + size, 0);
  return (2 * matched) / total;
}

/** Finds longest common runs in ranges of two lists, on one budget of steps. */
class LongestRun {
  /** For each item of `a`, its places in `b`, ascending. */
  readonly #places: readonly (readonly number[])[];
  #steps = MAX_STEPS;
  /** Length of the run that ends before each place of `b`, for the previous and the present item of `a`. */
  #before: Int32Array;
  #here: Int32Array;

  constructor(a: readonly string[], b: readonly string[]) {
    const places = new Map<string, number[]>();
    for (const [index, item] of b.entries()) {
      const known = places.get(item);
      if (known === undefined) places.set(item, [index]);
      else known.push(index);
    }
    const none: readonly number[] = [];
    this.#places = a.map((item) => places.get(item) ?? none);
    this.#before = new Int32Array(b.length + 1);
    this.#here = new Int32Array(b.length + 1);
  }

  /** The longest run in a range, of size 0 when nothing is shared; null when the budget is used up. */
  find({ a0, a1, b0, b1 }: Range): Block | null {
    if (this.#steps <= 0) return null;
    let [bestA, bestB, bestSize] = [a0, b0, 0];
    for (let i = a0; i < a1; i += 1) {
      const places = this.#places[i] ?? [];
      for (let at = firstFrom(places, b0); at < places.length; at += 1) {
        const j = places[at] ?? b1;
        if (j >= b1) break;
        this.#steps -= 1;
        const size = (this.#before[j] ?? 0) + 1;
        this.#here[j + 1] = size;
        if (size > bestSize) [bestA, bestB, bestSize] = [i - size + 1, j - size + 1, size];
      }
      this.#steps -= 1;
      if (i > a0) this.#clear(this.#before, i - 1, b0, b1);
      [this.#before, this.#here] = [this.#here, this.#before];
      if (this.#steps <= 0 || i === a1 - 1) {
        this.#clear(this.#before, i, b0, b1);
        break;
      }
    }
    return this.#steps <= 0 ? null : { a: bestA, b: bestB, size: bestSize };
  }

  /** Sets back what item `i` of `a` wrote. */
  #clear(row: Int32Array, i: number, b0: number, b1: number): void {
    const places = this.#places[i] ?? [];
    for (let at = firstFrom(places, b0); at < places.length; at += 1) {
      const j = places[at] ?? b1;
      if (j >= b1) break;
      row[j + 1] = 0;
    }
  }
}

function commonEnds(a: readonly string[], b: readonly string[], range: Range): readonly Block[] {
  const { a0, a1, b0, b1 } = range;
  const most = Math.min(a1 - a0, b1 - b0);
  let start = 0;
  while (start < most && a[a0 + start] === b[b0 + start]) start += 1;
  let end = 0;
  while (end < most - start && a[a1 - 1 - end] === b[b1 - 1 - end]) end += 1;
  return [
    { a: a0, b: b0, size: start },
    { a: a1 - end, b: b1 - end, size: end },
  ].filter(({ size }) => size > 0);
}

function joined(sorted: readonly Block[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const block of sorted) {
    const last = blocks.at(-1);
    if (last !== undefined && last.a + last.size === block.a && last.b + last.size === block.b) {
      blocks[blocks.length - 1] = { ...last, size: last.size + block.size };
    } else {
      blocks.push(block);
    }
  }
  return blocks;
}
