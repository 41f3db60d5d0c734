// Universal Sentence Encoder Lite: two pre-norm transformer layers over sentence pieces, mean
// pooling and a tanh layer give a unit vector of 512 components. Weights are int8 (one scale per
// column), activations are rounded to 11 bits in front of each matrix; sums are exact integers, so
// the same text gives the same bytes on every machine with the same `Math.tanh`.

import {
  type Dense,
  HIDDEN_UNITS,
  type Layer,
  type Norm,
  SENTENCE_DIMENSIONS,
  TOKEN_DIMENSIONS,
  TOKEN_LIMIT,
  TOKEN_ROWS,
  weightLayout,
} from './layout.ts';
import { createTokenizer, UNKNOWN_ID } from './tokenizer.ts';

const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;
/** The compiled kernels keep their own constants (the table of exp) at the bottom of the memory. */
const KERNEL_DATA_BYTES = PAGE_BYTES;
/** Queries, keys and values of the wider layer: as wide as the hidden layer. */
const WIDEST_ROW = HIDDEN_UNITS;

/** The compiled code and data the encoder runs on; written by the install step. */
export interface EncoderParts {
  readonly kernels: WebAssembly.Module;
  /** Laid out as `weightLayout()` says. */
  readonly weights: ArrayBuffer;
  /** UTF-8, one `piece TAB score` per line. */
  readonly vocabulary: ArrayBuffer;
}

/** Embeds sentences and short passages. Synchronous: 2–20 ms of CPU per text. */
export interface SentenceEncoder {
  /**
   * The unit vector (512 components) of `text`. Only the first 128 tokens (about 500 characters of
   * English) are seen. "" has no tokens and gets the vector of a single unknown token: a valid
   * direction that means nothing, so callers should not compare it. Never fails, never all zero.
   */
  embed(text: string): Float32Array;
  /** The unit vector of token ids; ids beyond the 128th are ignored, `[]` is one unknown token. */
  embedIds(ids: readonly number[]): Float32Array;
  /** The token ids that `embed` sees: at most 128, `[]` for "". */
  encodeIds(text: string): number[];
}

/** What the kernels module exports; kernels/index.ts documents the arguments. */
interface Kernels {
  quantiseRows(input: number, output: number, scales: number, rows: number, width: number): void;
  dense(
    input: number,
    inputScales: number,
    weights: number,
    weightScales: number,
    bias: number,
    output: number,
    rows: number,
    columns: number,
    inner: number,
    relu: number,
    add: number,
  ): void;
  normaliseRows(
    input: number,
    scale: number,
    bias: number,
    output: number,
    rows: number,
    width: number,
  ): void;
  meanRows(input: number, output: number, rows: number, width: number): void;
  attend(qkv: number, output: number, scores: number, tokens: number, width: number): void;
}

/**
 * Instantiates the kernels and copies the weights into their memory (about 10 MB, 10–20 ms): once
 * per isolate. Throws if the weight file has not the size that the layout asks for.
 */
export function createEncoder(parts: EncoderParts): SentenceEncoder {
  const layout = weightLayout();
  if (parts.weights.byteLength !== layout.bytes) {
    throw new Error(
      `Cannot load encoder: weights have ${parts.weights.byteLength} bytes, ${layout.bytes} are needed`,
    );
  }
  let bytes = KERNEL_DATA_BYTES;
  const reserve = (size: number): number => {
    const address = bytes;
    bytes += size;
    return address;
  };
  const floats = (width: number) => reserve(TOKEN_LIMIT * width * FLOAT_BYTES);
  const base = reserve(layout.bytes);
  const scratch = {
    input: floats(TOKEN_DIMENSIONS),
    stream: floats(SENTENCE_DIMENSIONS),
    normed: floats(SENTENCE_DIMENSIONS),
    wide: floats(WIDEST_ROW),
    attended: floats(SENTENCE_DIMENSIONS),
    scores: floats(1),
    quantised: floats(WIDEST_ROW),
    rowScales: floats(1),
  };
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const kernels = instantiate(parts.kernels, memory);
  new Uint8Array(memory.buffer).set(new Uint8Array(parts.weights), base);
  const tokenizer = createTokenizer(new TextDecoder().decode(parts.vocabulary));
  const view = (offset: number, length: number) => new Float32Array(memory.buffer, offset, length);
  const tokenValues = new Int8Array(parts.weights, layout.tokens.values);
  const tokenScales = new Float32Array(parts.weights, layout.tokens.scales, TOKEN_ROWS);
  const positions = positionSignal(
    new Float32Array(parts.weights, layout.frequencies, TOKEN_DIMENSIONS / 2),
  );

  /** Multiplies the rows that were quantised last. */
  const multiply = (layer: Dense, output: number, rows: number, mode: DenseMode) => {
    kernels.dense(
      scratch.quantised,
      scratch.rowScales,
      base + layer.weights,
      base + layer.scales,
      base + layer.bias,
      output,
      rows,
      layer.columns,
      layer.rows,
      mode === 'relu' ? 1 : 0,
      mode === 'add' ? 1 : 0,
    );
    if (layer.remainder) multiply(layer.remainder, output, rows, 'add');
  };
  const dense = (input: number, layer: Dense, output: number, rows: number, mode: DenseMode) => {
    kernels.quantiseRows(input, scratch.quantised, scratch.rowScales, rows, layer.rows);
    multiply(layer, output, rows, mode);
  };
  const norm = (input: number, layer: Norm, rows: number) => {
    const { scale, bias, width } = layer;
    kernels.normaliseRows(input, base + scale, base + bias, scratch.normed, rows, width);
  };
  /** Adds attention to the stream and leaves the hidden units of the feed-forward block in `wide`. */
  const runLayer = (input: number, layer: Layer, rows: number) => {
    norm(input, layer.attentionNorm, rows);
    dense(scratch.normed, layer.qkv, scratch.wide, rows, 'set');
    kernels.attend(scratch.wide, scratch.attended, scratch.scores, rows, layer.output.rows);
    dense(scratch.attended, layer.output, scratch.stream, rows, 'add');
    norm(scratch.stream, layer.feedNorm, rows);
    dense(scratch.normed, layer.expand, scratch.wide, rows, 'relu');
  };
  const readTokens = (ids: readonly number[]) => {
    const input = view(scratch.input, ids.length * TOKEN_DIMENSIONS);
    for (const [position, id] of ids.entries()) {
      const from = position * TOKEN_DIMENSIONS;
      // The published graph adds the token vector twice.
      const scale = 2 * (tokenScales[id] ?? 0);
      for (let at = 0; at < TOKEN_DIMENSIONS; at++) {
        const value = tokenValues[id * TOKEN_DIMENSIONS + at] ?? 0;
        input[from + at] = scale * value + (positions[from + at] ?? 0);
      }
    }
  };

  const embedIds = (all: readonly number[]): Float32Array => {
    const ids = all.length === 0 ? [UNKNOWN_ID] : all.slice(0, TOKEN_LIMIT);
    const rows = ids.length;
    const [first, second] = layout.layers;
    readTokens(ids);
    dense(scratch.input, layout.residual, scratch.stream, rows, 'set');
    runLayer(scratch.input, first, rows);
    dense(scratch.wide, first.contract, scratch.stream, rows, 'add');
    runLayer(scratch.stream, second, rows);
    // The mean of the last block's outputs is the output for the mean: one row instead of all.
    kernels.meanRows(scratch.stream, scratch.attended, rows, SENTENCE_DIMENSIONS);
    kernels.meanRows(scratch.wide, scratch.normed, rows, HIDDEN_UNITS);
    dense(scratch.normed, second.contract, scratch.attended, 1, 'add');
    dense(scratch.attended, layout.pool, scratch.normed, 1, 'set');
    return unitVector(view(scratch.normed, SENTENCE_DIMENSIONS).map(Math.tanh));
  };
  const encodeIds = (text: string) => tokenizer.encode(text, TOKEN_LIMIT);
  return { embed: (text) => embedIds(encodeIds(text)), embedIds, encodeIds };
}

/** What a dense layer does with its result: store it, clip it at 0, or add it to what is there. */
type DenseMode = 'set' | 'relu' | 'add';

function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernels {
  const abort = () => {
    throw new Error('Cannot embed: a kernel aborted');
  };
  const instance = new WebAssembly.Instance(module, { env: { memory, abort } });
  return instance.exports as unknown as Kernels;
}

/** Sine and cosine of the position at each frequency, [TOKEN_LIMIT, TOKEN_DIMENSIONS]. */
function positionSignal(frequencies: Float32Array): Float32Array {
  const half = frequencies.length;
  const signal = new Float32Array(TOKEN_LIMIT * 2 * half);
  for (let position = 0; position < TOKEN_LIMIT; position++) {
    for (const [at, frequency] of frequencies.entries()) {
      // Rounded to single precision in front of the sine, as the model's graph does.
      const angle = Math.fround(position * frequency);
      signal[position * 2 * half + at] = Math.sin(angle);
      signal[position * 2 * half + half + at] = Math.cos(angle);
    }
  }
  return signal;
}

function unitVector(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = 1 / Math.sqrt(squares);
  return vector.map((value) => value * scale);
}
