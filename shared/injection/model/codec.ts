import type { TreeNode, Trees } from './trees.ts';

/*
 * The weight file, little-endian, as base64:
 *   u8 version, f32 baseline, u16 number of trees,
 *   per tree: u8 number of nodes, per node: u8 feature (255: leaf), f32 threshold or leaf value,
 *   and for a split: u8 left, u8 right.
 */
const VERSION = 1;
const LEAF = 255;
const MAX_NODES = 255;
const HEADER_BYTES = 7;
const LEAF_BYTES = 5;
const SPLIT_BYTES = 7;

/**
 * Packs trees into the text of a weight file. Thresholds and values are rounded to 32 bits.
 *
 * @throws RangeError when a tree has more than 255 nodes, or a feature's number is over 254.
 */
export function encodeTrees({ baseline, trees }: Trees): string {
  const bytes = trees.reduce(
    (sum, nodes) =>
      sum +
      1 +
      nodes.reduce((size, node) => size + (node.feature < 0 ? LEAF_BYTES : SPLIT_BYTES), 0),
    HEADER_BYTES,
  );
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint8(0, VERSION);
  view.setFloat32(1, baseline, true);
  view.setUint16(5, trees.length, true);
  let at = HEADER_BYTES;
  for (const nodes of trees) {
    if (nodes.length > MAX_NODES) {
      throw new RangeError(
        `Cannot pack tree: it has ${nodes.length} nodes, the limit is ${MAX_NODES}`,
      );
    }
    view.setUint8(at, nodes.length);
    at += 1;
    for (const node of nodes) at = writeNode(view, at, node);
  }
  return toBase64(new Uint8Array(view.buffer));
}

/**
 * Reads the text of a weight file.
 *
 * @throws RangeError when it is of another version or cut off.
 */
export function decodeTrees(text: string): Trees {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const version = view.getUint8(0);
  if (version !== VERSION) {
    throw new RangeError(`Cannot read weights: version is ${version}, expected ${VERSION}`);
  }
  const baseline = view.getFloat32(1, true);
  const count = view.getUint16(5, true);
  const trees: TreeNode[][] = [];
  let at = HEADER_BYTES;
  for (let tree = 0; tree < count; tree++) {
    const nodes: TreeNode[] = [];
    const size = view.getUint8(at);
    at += 1;
    for (let i = 0; i < size; i++) {
      const node = readNode(view, at);
      nodes.push(node);
      at += node.feature < 0 ? LEAF_BYTES : SPLIT_BYTES;
    }
    trees.push(nodes);
  }
  return { baseline, trees };
}

function writeNode(view: DataView, at: number, node: TreeNode): number {
  const isLeaf = node.feature < 0;
  if (node.feature >= LEAF) {
    throw new RangeError(`Cannot pack node: feature is ${node.feature}, the limit is ${LEAF - 1}`);
  }
  view.setUint8(at, isLeaf ? LEAF : node.feature);
  view.setFloat32(at + 1, isLeaf ? node.value : node.threshold, true);
  if (isLeaf) return at + LEAF_BYTES;
  view.setUint8(at + LEAF_BYTES, node.left);
  view.setUint8(at + LEAF_BYTES + 1, node.right);
  return at + SPLIT_BYTES;
}

function readNode(view: DataView, at: number): TreeNode {
  const feature = view.getUint8(at);
  const number = view.getFloat32(at + 1, true);
  if (feature === LEAF) return { feature: -1, threshold: 0, left: 0, right: 0, value: number };
  return {
    feature,
    threshold: number,
    left: view.getUint8(at + LEAF_BYTES),
    right: view.getUint8(at + LEAF_BYTES + 1),
    value: 0,
  };
}

/** Bytes handed to String.fromCharCode at once; more could overflow the stack. */
const BYTES_PER_CALL = 8192;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += BYTES_PER_CALL) {
    binary += String.fromCharCode(...bytes.subarray(at, at + BYTES_PER_CALL));
  }
  return btoa(binary);
}
