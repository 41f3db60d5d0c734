import type { TreeNode, Trees } from '../../../shared/injection/model/trees.ts';

/** Rows of features with labels (0 or 1) and weights. */
export interface Samples {
  readonly rows: readonly Float32Array[];
  readonly labels: Uint8Array;
  readonly weights: Float32Array;
}

export interface BoostOptions {
  readonly trees: number;
  readonly leaves: number;
  /** Learning rate, 0–1. */
  readonly rate: number;
  /** Fewest samples of a leaf. */
  readonly minLeaf: number;
  /** L2 penalty on leaf values. */
  readonly l2: number;
  /** Share of features that a tree may use, 0–1. */
  readonly featureShare: number;
  readonly seed: number;
  readonly onTree?: (done: number) => void;
}

/** The recipe's setting: small trees, so that no single phrase is learned by heart. */
export const DEFAULT_BOOST: BoostOptions = {
  trees: 200,
  leaves: 15,
  rate: 0.08,
  minLeaf: 40,
  l2: 2,
  featureShare: 0.8,
  seed: 1,
};

/** Most features here are 0 or 1; the others are shares and short counts. */
const MAX_BINS = 64;

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Gradient boosting of histogram trees for log loss (Friedman 2001; leaf-wise growth as in LightGBM).
 * The same samples, options and seed give the same trees. Throws for no samples.
 */
export function boost(samples: Samples, options: BoostOptions): Trees {
  const { rows, labels, weights } = samples;
  const [first] = rows;
  if (first === undefined) throw new Error('Cannot train: there are no samples');
  const binned = bin(rows, first.length);
  const size = rows.length;
  let positive = 0;
  let total = 0;
  for (let i = 0; i < size; i += 1) {
    const weight = weights[i] ?? 0;
    total += weight;
    if (labels[i] === 1) positive += weight;
  }
  const baseline = Math.log(positive / (total - positive));
  const scores = new Float64Array(size).fill(baseline);
  const grads = new Float64Array(size);
  const hessians = new Float64Array(size);
  const next = random(options.seed);
  const trees: (readonly TreeNode[])[] = [];
  for (let round = 0; round < options.trees; round += 1) {
    for (let i = 0; i < size; i += 1) {
      const probability = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
      const weight = weights[i] ?? 0;
      grads[i] = weight * (probability - (labels[i] ?? 0));
      hessians[i] = weight * probability * (1 - probability);
    }
    const used = binned.columns.map(() => next() < options.featureShare);
    const grower = new TreeGrower(binned, grads, hessians, used, options);
    trees.push(grower.grow(scores));
    options.onTree?.(round + 1);
  }
  return { baseline, trees };
}

interface Binned {
  readonly columns: readonly Uint8Array[];
  /** Upper edge of each bin but the last, by feature. */
  readonly edges: readonly Float32Array[];
}

function bin(rows: readonly Float32Array[], features: number): Binned {
  const columns: Uint8Array[] = [];
  const edges: Float32Array[] = [];
  for (let feature = 0; feature < features; feature += 1) {
    const values = Float32Array.from(rows, (row) => row[feature] ?? 0);
    const sorted = values.toSorted();
    const distinct: number[] = [];
    for (const value of sorted) if (value !== distinct.at(-1)) distinct.push(value);
    const cuts =
      distinct.length <= MAX_BINS
        ? distinct
        : Array.from(
            { length: MAX_BINS },
            (_, index) => sorted[Math.floor((index * sorted.length) / MAX_BINS)] ?? 0,
          ).filter((value, index, all) => index === 0 || value !== all[index - 1]);
    // A threshold lies half way to the next value, so that new values fall on the nearer side.
    const own = Float32Array.from(
      cuts.slice(1),
      (value, index) => ((cuts[index] ?? 0) + value) / 2,
    );
    edges.push(own);
    columns.push(
      Uint8Array.from(values, (value) => {
        let low = 0;
        let high = own.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (value <= (own[middle] ?? 0)) high = middle;
          else low = middle + 1;
        }
        return low;
      }),
    );
  }
  return { columns, edges };
}

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

interface Leaf {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly histogram: Float64Array;
  readonly split: Split | null;
}

/** Numbers kept per bin: gradient, hessian, count. */
const PER_BIN = 3;

class TreeGrower {
  readonly #binned: Binned;
  readonly #grads: Float64Array;
  readonly #hessians: Float64Array;
  readonly #used: readonly boolean[];
  readonly #options: BoostOptions;
  readonly #order: Uint32Array;
  readonly #nodes: TreeNode[] = [];

  constructor(
    binned: Binned,
    grads: Float64Array,
    hessians: Float64Array,
    used: readonly boolean[],
    options: BoostOptions,
  ) {
    this.#binned = binned;
    this.#grads = grads;
    this.#hessians = hessians;
    this.#used = used;
    this.#options = options;
    this.#order = Uint32Array.from({ length: grads.length }, (_, index) => index);
  }

  /** Grows one tree, best leaf first, and adds its values to the scores. */
  grow(scores: Float64Array): readonly TreeNode[] {
    const { leaves, rate, l2 } = this.#options;
    const open: Leaf[] = [
      this.#leaf(0, this.#order.length, this.#histogram(0, this.#order.length)),
    ];
    while (open.length < leaves) {
      let best = -1;
      open.forEach((leaf, index) => {
        const gain = leaf.split?.gain ?? 0;
        if (gain > (best < 0 ? 0 : (open[best]?.split?.gain ?? 0))) best = index;
      });
      const leaf = open[best];
      if (leaf === undefined || leaf.split === null) break;
      open.splice(best, 1, ...this.#divide(leaf, leaf.split));
    }
    for (const { node, from, to } of open) {
      let grad = 0;
      let hessian = 0;
      for (let at = from; at < to; at += 1) {
        grad += this.#grads[this.#order[at] ?? 0] ?? 0;
        hessian += this.#hessians[this.#order[at] ?? 0] ?? 0;
      }
      const value = (-rate * grad) / (hessian + l2);
      this.#nodes[node] = { feature: -1, threshold: 0, left: 0, right: 0, value };
      for (let at = from; at < to; at += 1) {
        const row = this.#order[at] ?? 0;
        scores[row] = (scores[row] ?? 0) + value;
      }
    }
    return this.#nodes;
  }

  #leaf(from: number, to: number, histogram: Float64Array): Leaf {
    const node = this.#nodes.length;
    this.#nodes.push({ feature: -1, threshold: 0, left: 0, right: 0, value: 0 });
    return { node, from, to, histogram, split: this.#best(histogram) };
  }

  #divide(leaf: Leaf, { feature, bin: last }: Split): readonly Leaf[] {
    const column = this.#binned.columns[feature] ?? new Uint8Array();
    const part = this.#order.subarray(leaf.from, leaf.to);
    const left = part.filter((row) => (column[row] ?? 0) <= last);
    const right = part.filter((row) => (column[row] ?? 0) > last);
    part.set(left);
    part.set(right, left.length);
    const middle = leaf.from + left.length;
    const isLeftSmall = left.length <= right.length;
    const small = isLeftSmall
      ? this.#histogram(leaf.from, middle)
      : this.#histogram(middle, leaf.to);
    const large = leaf.histogram.map((value, index) => value - (small[index] ?? 0));
    const children = [
      this.#leaf(leaf.from, middle, isLeftSmall ? small : large),
      this.#leaf(middle, leaf.to, isLeftSmall ? large : small),
    ] as const;
    this.#nodes[leaf.node] = {
      feature,
      threshold: this.#binned.edges[feature]?.[last] ?? 0,
      left: children[0].node,
      right: children[1].node,
      value: 0,
    };
    return children;
  }

  #histogram(from: number, to: number): Float64Array {
    const { columns } = this.#binned;
    const histogram = new Float64Array(columns.length * MAX_BINS * PER_BIN);
    columns.forEach((column, feature) => {
      if (this.#used[feature] !== true) return;
      const base = feature * MAX_BINS * PER_BIN;
      for (let at = from; at < to; at += 1) {
        const row = this.#order[at] ?? 0;
        const slot = base + (column[row] ?? 0) * PER_BIN;
        histogram[slot] = (histogram[slot] ?? 0) + (this.#grads[row] ?? 0);
        histogram[slot + 1] = (histogram[slot + 1] ?? 0) + (this.#hessians[row] ?? 0);
        histogram[slot + 2] = (histogram[slot + 2] ?? 0) + 1;
      }
    });
    return histogram;
  }

  #best(histogram: Float64Array): Split | null {
    const { l2, minLeaf } = this.#options;
    let best: Split | null = null;
    this.#binned.columns.forEach((_, feature) => {
      if (this.#used[feature] !== true) return;
      const base = feature * MAX_BINS * PER_BIN;
      let grad = 0;
      let hessian = 0;
      let count = 0;
      for (let slot = base; slot < base + MAX_BINS * PER_BIN; slot += PER_BIN) {
        grad += histogram[slot] ?? 0;
        hessian += histogram[slot + 1] ?? 0;
        count += histogram[slot + 2] ?? 0;
      }
      const parent = (grad * grad) / (hessian + l2);
      let leftGrad = 0;
      let leftHessian = 0;
      let leftCount = 0;
      const bins = this.#binned.edges[feature]?.length ?? 0;
      for (let at = 0; at < bins; at += 1) {
        const slot = base + at * PER_BIN;
        leftGrad += histogram[slot] ?? 0;
        leftHessian += histogram[slot + 1] ?? 0;
        leftCount += histogram[slot + 2] ?? 0;
        if (leftCount < minLeaf || count - leftCount < minLeaf) continue;
        const rightGrad = grad - leftGrad;
        const rightHessian = hessian - leftHessian;
        const gain =
          (leftGrad * leftGrad) / (leftHessian + l2) +
          (rightGrad * rightGrad) / (rightHessian + l2) -
          parent;
        if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, bin: at };
      }
    });
    return best;
  }
}
