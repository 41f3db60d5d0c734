// Universal Sentence Encoder Lite: two pre-norm transformer layers over sentence pieces, mean
// pooling and a tanh layer give a unit vector of 512 components. Weights are int8 (one scale per
// column), activations are rounded to 11 bits in front of each matrix; sums are exact integers, so
// the same text gives the same bytes on every machine with the same `Math.tanh`.

import {
  HIDDEN_UNITS,
  type Layout,
  SENTENCE_DIMENSIONS,
  TOKEN_DIMENSIONS,
  TOKEN_LIMIT,
  TOKEN_ROWS,
  weightLayout,
} from './layout.ts';
import { createTokenizer, UNKNOWN_ID } from './tokenizer.ts';
import { Workspace } from './workspace.ts';

const TOKEN_COMPONENTS = TOKEN_ROWS * TOKEN_DIMENSIONS;

/** The compiled code and data the encoder runs on; written by the install step. */
export interface EncoderParts {
  readonly kernels: WebAssembly.Module;
  /** Laid out as `weightLayout()` says. */
  readonly weights: ArrayBuffer;
  /** UTF-8, one `piece TAB score` per line. */
  readonly vocabulary: ArrayBuffer;
}

/** Embeds sentences and short passages. Synchronous: 2 ms of CPU for a short question, 20 ms at the limit. */
export interface SentenceEncoder {
  /**
   * The unit vector (512 components) of `text`. Only the first 128 tokens (about 500 characters of
   * English) are seen. "" has no tokens and gets the vector of a single unknown token: a valid
   * direction that means nothing, so callers should not compare it. Never fails, never all zero.
   */
  embed(text: string): Float32Array;
  /** The token ids that `embed` sees: at most 128, `[]` for "". */
  encodeIds(text: string): number[];
}

/**
 * Instantiates the kernels and copies the weights into their memory (about 10 MB, 30 ms in all):
 * once per isolate. Throws if the weight file has not the size that the layout asks for.
 */
export function createEncoder(parts: EncoderParts): SentenceEncoder {
  const layout = weightLayout();
  if (parts.weights.byteLength !== layout.bytes) {
    throw new Error(
      `Cannot load encoder: weights have ${parts.weights.byteLength} bytes, ${layout.bytes} are needed`,
    );
  }
  const space = new Workspace(parts.kernels, layout, parts.weights);
  const tokenizer = createTokenizer(new TextDecoder().decode(parts.vocabulary));
  const readTokens = tokenReader(layout, parts.weights);

  const encodeIds = (text: string) => tokenizer.encode(text, TOKEN_LIMIT);
  const embed = (text: string): Float32Array => {
    const known = encodeIds(text);
    const ids = known.length === 0 ? [UNKNOWN_ID] : known;
    const rows = ids.length;
    const [first, second] = layout.layers;
    readTokens(ids, space.floats(space.input, rows * TOKEN_DIMENSIONS));
    space.dense(space.input, layout.residual, space.stream, rows, 'set');
    space.layer(space.input, first, rows);
    space.dense(space.wide, first.contract, space.stream, rows, 'add');
    space.layer(space.stream, second, rows);
    // The mean of the last block's outputs is the output for the mean: one row instead of all.
    space.mean(space.stream, space.attended, rows, SENTENCE_DIMENSIONS);
    space.mean(space.wide, space.normed, rows, HIDDEN_UNITS);
    space.dense(space.normed, second.contract, space.attended, 1, 'add');
    space.dense(space.attended, layout.pool, space.normed, 1, 'set');
    return unitVector(space.floats(space.normed, SENTENCE_DIMENSIONS).map(Math.tanh));
  };
  return { embed, encodeIds };
}

/** Writes the vectors of tokens, each with the signal of its position, one after the other. */
function tokenReader(layout: Layout, weights: ArrayBuffer) {
  const values = new Int8Array(weights, layout.tokens.values, TOKEN_COMPONENTS);
  const scales = new Float32Array(weights, layout.tokens.scales, TOKEN_ROWS);
  const frequencies = new Float32Array(weights, layout.frequencies, TOKEN_DIMENSIONS / 2);
  const positions = positionSignal(frequencies);
  return (ids: readonly number[], output: Float32Array): void => {
    for (const [position, id] of ids.entries()) {
      const from = position * TOKEN_DIMENSIONS;
      // The published graph adds the token vector twice.
      const scale = 2 * (scales[id] ?? 0);
      for (let at = 0; at < TOKEN_DIMENSIONS; at++) {
        const value = values[id * TOKEN_DIMENSIONS + at] ?? 0;
        output[from + at] = scale * value + (positions[from + at] ?? 0);
      }
    }
  };
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
