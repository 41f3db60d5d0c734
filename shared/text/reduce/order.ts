/** Head lines that are kept for each tail line when nothing tells the lines apart. */
const HEAD_PER_TAIL = 2;

/** More pieces than this never fit a window that needs reducing. */
const MAX_PIECES = 20_000;

/** 0 … n−1 from both ends inwards, two of the head for each of the tail; the ends come first. At most 20,000. */
export function endsInwards(n: number): number[] {
  const order: number[] = [];
  let head = 0;
  let tail = n - 1;
  while (head <= tail && order.length < MAX_PIECES) {
    const fromTail = order.length % (HEAD_PER_TAIL + 1) === 1;
    order.push(fromTail ? tail-- : head++);
  }
  return order;
}

/** `amount` indexes spread evenly over 0 … n−1, without the ends. */
export function spread(n: number, amount: number): number[] {
  const indexes: number[] = [];
  for (let step = 1; step <= amount; step += 1) {
    indexes.push(Math.floor((step * n) / (amount + 1)));
  }
  return indexes;
}

/** Indexes with a score above 0, best first; equal scores keep their order. */
export function bestFirst(scores: Float64Array): number[] {
  return Array.from(scores.keys())
    .filter((index) => (scores[index] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** `indexes` without repetitions; the first place counts. */
export function distinct(indexes: Iterable<number>): number[] {
  return [...new Set(indexes)];
}
