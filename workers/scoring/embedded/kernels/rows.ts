import { sumLanes } from './lanes';

/** Keeps the variance of a constant row away from zero; the value the model was trained with. */
const VARIANCE_FLOOR: f32 = 1e-6;

/** Layer normalisation of each row of `input` [rows, width], then scale and bias per column. */
export function normaliseRows(
  input: usize,
  scale: usize,
  bias: usize,
  output: usize,
  rows: i32,
  width: i32,
): void {
  const rowBytes = (<usize>width) << 2;
  for (let row = 0; row < rows; row++) {
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < rowBytes; at += 16) sum = f32x4.add(sum, v128.load(input + at));
    const mean = f32x4.splat(sumLanes(sum) / <f32>width);
    let squares = f32x4.splat(0);
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const difference = f32x4.sub(v128.load(input + at), mean);
      squares = f32x4.add(squares, f32x4.mul(difference, difference));
    }
    const variance = sumLanes(squares) / <f32>width;
    const inverse = f32x4.splat(1 / sqrt<f32>(variance + VARIANCE_FLOOR));
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const difference = f32x4.sub(v128.load(input + at), mean);
      const factor = f32x4.mul(inverse, v128.load(scale + at));
      v128.store(output + at, f32x4.add(f32x4.mul(difference, factor), v128.load(bias + at)));
    }
    input += rowBytes;
    output += rowBytes;
  }
}

/** Mean of the rows of `input` [rows, width], as one row. */
export function meanRows(input: usize, output: usize, rows: i32, width: i32): void {
  const rowBytes = (<usize>width) << 2;
  const share = f32x4.splat(<f32>1 / <f32>rows);
  for (let at: usize = 0; at < rowBytes; at += 16) {
    let sum = f32x4.splat(0);
    let cell = input + at;
    for (let row = 0; row < rows; row++) {
      sum = f32x4.add(sum, v128.load(cell));
      cell += rowBytes;
    }
    v128.store(output + at, f32x4.mul(sum, share));
  }
}
