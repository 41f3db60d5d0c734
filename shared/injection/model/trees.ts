/** A node of a tree: a leaf when `feature` is −1; values ≤ `threshold` go left. */
export interface TreeNode {
  readonly feature: number;
  readonly threshold: number;
  /** Indices of the nodes below, within the tree. */
  readonly left: number;
  readonly right: number;
  /** Log-odds that a leaf adds; 0 for a split. */
  readonly value: number;
}

/** Trees whose leaves add up, from `baseline`, to the log-odds. */
export interface Trees {
  readonly baseline: number;
  readonly trees: readonly (readonly TreeNode[])[];
}

/** The log-odds that the trees give a row of features; a feature that the row lacks counts as 0. */
export function logitOf(model: Trees, row: Float32Array): number {
  let logit = model.baseline;
  for (const nodes of model.trees) {
    let node = nodes[0];
    while (node !== undefined && node.feature >= 0) {
      node = nodes[(row[node.feature] ?? 0) <= node.threshold ? node.left : node.right];
    }
    logit += node?.value ?? 0;
  }
  return logit;
}
