// Where each tensor of the encoder lies in its weight file. The build step writes by this layout and
// the encoder reads by it, so the file needs no header. See encoder.ts for what the tensors do.

/** Components of a sentence vector. */
export const SENTENCE_DIMENSIONS = 512;
/** Tokens the model sees; it was trained with its input clipped there. */
export const TOKEN_LIMIT = 128;
/** Components of a token's input vector. */
export const TOKEN_DIMENSIONS = 256;
/** Rows of the input table: 8,000 sentence pieces and two that no text reaches. */
export const TOKEN_ROWS = 8002;
/** Hidden units of the feed-forward blocks. */
export const HIDDEN_UNITS = 1536;
/** Columns of a matrix that the kernel works on together; every matrix is a multiple of it wide. */
export const PANEL_COLUMNS = 8;
/** SIMD loads are fastest, and Float32Array views possible, at multiples of this. */
const ALIGNMENT_BYTES = 16;
const FLOAT_BYTES = 4;

/** A dense layer: int8 weights in panels, one float scale and one float bias per column. */
export interface Dense {
  readonly rows: number;
  readonly columns: number;
  /** Byte offsets of the parts. */
  readonly weights: number;
  readonly scales: number;
  readonly bias: number;
  /**
   * What rounding took away, as a dense layer to add: 15-bit weights in all. For the two matrices
   * that read the token vectors, whose errors everything behind them inherits (measured: the worst
   * of 279 texts has a cosine of 0.9991 to the float model with remainders, 0.9983 without).
   */
  readonly remainder?: Dense;
}

/** A layer normalisation over `width` components. */
export interface Norm {
  readonly width: number;
  readonly scale: number;
  readonly bias: number;
}

/** One transformer layer: attention, then a feed-forward block, each with a norm in front. */
export interface Layer {
  readonly attentionNorm: Norm;
  /** Queries, keys and values side by side. */
  readonly qkv: Dense;
  readonly output: Dense;
  readonly feedNorm: Norm;
  readonly expand: Dense;
  readonly contract: Dense;
}

/** Byte offsets of every tensor in the weight file. */
export interface Layout {
  readonly bytes: number;
  /** int8, TOKEN_ROWS × TOKEN_DIMENSIONS, with one float scale per row. */
  readonly tokens: { readonly values: number; readonly scales: number };
  /** Angular frequencies of the position signal, TOKEN_DIMENSIONS / 2 floats. */
  readonly frequencies: number;
  /** Carries the 256-wide input around the first attention to its 512-wide output. */
  readonly residual: Dense;
  readonly layers: readonly [Layer, Layer];
  readonly pool: Dense;
}

/** Lays the tensors out in a fixed order. The same on every call. */
export function weightLayout(): Layout {
  let bytes = 0;
  const reserve = (size: number): number => {
    const offset = bytes;
    bytes += Math.ceil(size / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    return offset;
  };
  const floats = (count: number) => reserve(count * FLOAT_BYTES);
  const dense = (rows: number, columns: number): Dense => ({
    rows,
    columns,
    weights: reserve(rows * columns),
    scales: floats(columns),
    bias: floats(columns),
  });
  const fineDense = (rows: number, columns: number): Dense => ({
    ...dense(rows, columns),
    remainder: dense(rows, columns),
  });
  const norm = (width: number): Norm => ({ width, scale: floats(width), bias: floats(width) });
  const layer = (width: number): Layer => ({
    attentionNorm: norm(width),
    qkv: (width === TOKEN_DIMENSIONS ? fineDense : dense)(width, 3 * width),
    output: dense(width, SENTENCE_DIMENSIONS),
    feedNorm: norm(SENTENCE_DIMENSIONS),
    expand: dense(SENTENCE_DIMENSIONS, HIDDEN_UNITS),
    contract: dense(HIDDEN_UNITS, SENTENCE_DIMENSIONS),
  });
  const tokens = { values: reserve(TOKEN_ROWS * TOKEN_DIMENSIONS), scales: floats(TOKEN_ROWS) };
  const frequencies = floats(TOKEN_DIMENSIONS / 2);
  const residual = fineDense(TOKEN_DIMENSIONS, SENTENCE_DIMENSIONS);
  const layers: readonly [Layer, Layer] = [layer(TOKEN_DIMENSIONS), layer(SENTENCE_DIMENSIONS)];
  const pool = dense(SENTENCE_DIMENSIONS, SENTENCE_DIMENSIONS);
  return { bytes, tokens, frequencies, residual, layers, pool };
}
