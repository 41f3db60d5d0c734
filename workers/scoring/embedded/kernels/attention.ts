import { sumLanes } from './lanes';

const HEADS = 4;

/** Dot product of two float vectors. */
function dot(a: usize, b: usize, bytes: usize): f32 {
  let even = f32x4.splat(0);
  let odd = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 32) {
    even = f32x4.add(even, f32x4.mul(v128.load(a + at), v128.load(b + at)));
    odd = f32x4.add(odd, f32x4.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
  }
  return sumLanes(f32x4.add(even, odd));
}

/** Turns `count` scores into probabilities that sum to 1, in place. */
function softmax(scores: usize, count: i32): void {
  const end = scores + ((<usize>count) << 2);
  let largest = load<f32>(scores);
  for (let at = scores + 4; at < end; at += 4) largest = max(largest, load<f32>(at));
  let sum: f32 = 0;
  for (let at = scores; at < end; at += 4) {
    const power = Mathf.exp(load<f32>(at) - largest);
    store<f32>(at, power);
    sum += power;
  }
  const inverse: f32 = 1 / sum;
  for (let at = scores; at < end; at += 4) store<f32>(at, load<f32>(at) * inverse);
}

/**
 * Multi-head attention of one sequence with itself, without a mask.
 * `qkv` is [tokens, 3 × width]: queries, keys, values, each with its heads side by side.
 * `output` is [tokens, width]; `scores` is scratch for one float per token.
 */
export function attend(qkv: usize, output: usize, scores: usize, tokens: i32, width: i32): void {
  const stride = (<usize>(3 * width)) << 2;
  const widthBytes = (<usize>width) << 2;
  const headWidth = width / HEADS;
  const headBytes = (<usize>headWidth) << 2;
  const sharpness: f32 = 1 / sqrt<f32>(<f32>headWidth);
  for (let head = 0; head < HEADS; head++) {
    const offset = <usize>head * headBytes;
    const keys = qkv + widthBytes + offset;
    const values = keys + widthBytes;
    for (let token = 0; token < tokens; token++) {
      const query = qkv + <usize>token * stride + offset;
      for (let other = 0; other < tokens; other++) {
        const score = dot(query, keys + <usize>other * stride, headBytes) * sharpness;
        store<f32>(scores + ((<usize>other) << 2), score);
      }
      softmax(scores, tokens);
      mix(values, stride, scores, tokens, output + <usize>token * widthBytes + offset, headBytes);
    }
  }
}

/** Weighted sum of the value vectors of one head; 16 components (one cache line) at a time. */
function mix(
  values: usize,
  stride: usize,
  weights: usize,
  tokens: i32,
  target: usize,
  bytes: usize,
): void {
  for (let at: usize = 0; at < bytes; at += 64) {
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let value = values + at;
    for (let token = 0; token < tokens; token++) {
      const weight = v128.load_splat<f32>(weights + ((<usize>token) << 2));
      s0 = f32x4.add(s0, f32x4.mul(weight, v128.load(value)));
      s1 = f32x4.add(s1, f32x4.mul(weight, v128.load(value, 16)));
      s2 = f32x4.add(s2, f32x4.mul(weight, v128.load(value, 32)));
      s3 = f32x4.add(s3, f32x4.mul(weight, v128.load(value, 48)));
      value += stride;
    }
    v128.store(target + at, s0);
    v128.store(target + at, s1, 16);
    v128.store(target + at, s2, 32);
    v128.store(target + at, s3, 48);
  }
}
