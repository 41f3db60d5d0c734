import { maxLane } from './lanes';

/** Activations are rounded to ±2047: 11 bits × int8 summed over 1,536 rows stays within int32. */
const ACTIVATION_RANGE: f32 = 2047;

/** Rounds each row of `input` [rows, width] to int16 with its own scale (value = integer × scale). */
export function quantiseRows(
  input: usize,
  output: usize,
  scales: usize,
  rows: i32,
  width: i32,
): void {
  for (let row = 0; row < rows; row++) {
    const end = input + ((<usize>width) << 2);
    let largest = f32x4.splat(0);
    for (let at = input; at < end; at += 16) largest = f32x4.max(largest, f32x4.abs(v128.load(at)));
    const peak = maxLane(largest);
    const scale: f32 = peak > 0 ? peak / ACTIVATION_RANGE : 1;
    store<f32>(scales + ((<usize>row) << 2), scale);
    const inverse = f32x4.splat(1 / scale);
    for (; input < end; input += 32) {
      const low = f32x4.nearest(f32x4.mul(v128.load(input), inverse));
      const high = f32x4.nearest(f32x4.mul(v128.load(input, 16), inverse));
      v128.store(
        output,
        i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high)),
      );
      output += 16;
    }
  }
}

/** Adds the products of two activations (the pair at `at`, in every lane) and eight weights. */
function accumulate(sum: v128, at: usize, weights: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(v128.load_splat<i32>(at), weights));
}

/**
 * output [rows, columns] (+)= input [rows, inner] × weights + bias, then ReLU if asked for.
 * `input` is int16 with a scale per row (quantiseRows). `weights` is int8 with a scale per column,
 * in panels of 8 columns: for each pair of inner indexes, the pair's two weights of column 0, then
 * of column 1, … so that one SIMD dot product takes four columns two steps further.
 * Four rows go together, so that each weight that is loaded and widened is used four times.
 */
export function dense(
  input: usize,
  inputScales: usize,
  weights: usize,
  weightScales: usize,
  bias: usize,
  output: usize,
  rows: i32,
  columns: i32,
  inner: i32,
  relu: bool,
  add: bool,
): void {
  const rowBytes = (<usize>inner) << 1;
  const panelBytes = (<usize>inner) << 3;
  const last = rows - 1;
  for (let column = 0; column < columns; column += 8) {
    const panelEnd = weights + panelBytes;
    for (let row = 0; row < rows; row += 4) {
      // The last group repeats the last row rather than branching in the inner loop.
      let a0 = input + <usize>row * rowBytes;
      let a1 = input + <usize>min(row + 1, last) * rowBytes;
      let a2 = input + <usize>min(row + 2, last) * rowBytes;
      let a3 = input + <usize>min(row + 3, last) * rowBytes;
      let low0 = i32x4.splat(0);
      let low1 = low0;
      let low2 = low0;
      let low3 = low0;
      let high0 = low0;
      let high1 = low0;
      let high2 = low0;
      let high3 = low0;
      for (let at = weights; at < panelEnd; at += 16) {
        const left = v128.load_ext<i8>(at);
        const right = v128.load_ext<i8>(at, 8);
        low0 = accumulate(low0, a0, left);
        high0 = accumulate(high0, a0, right);
        low1 = accumulate(low1, a1, left);
        high1 = accumulate(high1, a1, right);
        low2 = accumulate(low2, a2, left);
        high2 = accumulate(high2, a2, right);
        low3 = accumulate(low3, a3, left);
        high3 = accumulate(high3, a3, right);
        a0 += 4;
        a1 += 4;
        a2 += 4;
        a3 += 4;
      }
      const scales = inputScales + ((<usize>row) << 2);
      const target = output + ((<usize>(row * columns + column)) << 2);
      const stride = (<usize>columns) << 2;
      const factors = weightScales + ((<usize>column) << 2);
      const offsets = bias + ((<usize>column) << 2);
      finish(target, low0, high0, scales, factors, offsets, relu, add);
      if (row < last) finish(target + stride, low1, high1, scales + 4, factors, offsets, relu, add);
      if (row + 1 < last)
        finish(target + 2 * stride, low2, high2, scales + 8, factors, offsets, relu, add);
      if (row + 2 < last)
        finish(target + 3 * stride, low3, high3, scales + 12, factors, offsets, relu, add);
    }
    weights = panelEnd;
  }
}

/** Scales eight sums back to floats, adds what belongs to them and stores them. */
function finish(
  target: usize,
  low: v128,
  high: v128,
  rowScale: usize,
  factors: usize,
  offsets: usize,
  relu: bool,
  add: bool,
): void {
  const scale = v128.load_splat<f32>(rowScale);
  let left = f32x4.mul(f32x4.convert_i32x4_s(low), f32x4.mul(scale, v128.load(factors)));
  let right = f32x4.mul(f32x4.convert_i32x4_s(high), f32x4.mul(scale, v128.load(factors, 16)));
  left = f32x4.add(left, v128.load(offsets));
  right = f32x4.add(right, v128.load(offsets, 16));
  if (add) {
    left = f32x4.add(left, v128.load(target));
    right = f32x4.add(right, v128.load(target, 16));
  }
  if (relu) {
    left = f32x4.max(left, f32x4.splat(0));
    right = f32x4.max(right, f32x4.splat(0));
  }
  v128.store(target, left);
  v128.store(target, right, 16);
}
