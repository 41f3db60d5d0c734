import {
  type Dense,
  HIDDEN_UNITS,
  type Layer,
  type Layout,
  type Norm,
  SENTENCE_DIMENSIONS,
  TOKEN_DIMENSIONS,
  TOKEN_LIMIT,
} from './layout.ts';

const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;
/** The compiled kernels keep their own constants (the table of exp) at the bottom of the memory. */
const KERNEL_DATA_BYTES = PAGE_BYTES;
/** Queries, keys and values of the wider layer: as wide as the hidden layer. */
const WIDEST_ROW = HIDDEN_UNITS;

/** What a dense layer does with its result: store it, clip it at 0, or add it to what is there. */
export type DenseMode = 'set' | 'relu' | 'add';

/** What the kernels module exports; kernels/ documents the arguments. */
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
 * The memory of the kernels: the weights, and room for one text of TOKEN_LIMIT tokens. Buffers are
 * byte addresses; a method says which ones it overwrites.
 */
export class Workspace {
  /** Token vectors with their positions, [tokens, TOKEN_DIMENSIONS]. */
  readonly input: number;
  /** What the layers add to, [tokens, SENTENCE_DIMENSIONS]. */
  readonly stream: number;
  /** Result of a norm. */
  readonly normed: number;
  /** Queries, keys and values, then hidden units. */
  readonly wide: number;
  /** Result of attention. */
  readonly attended: number;
  readonly #kernels: Kernels;
  readonly #memory: WebAssembly.Memory;
  readonly #weights: number;
  readonly #scores: number;
  readonly #quantised: number;
  readonly #rowScales: number;

  constructor(module: WebAssembly.Module, layout: Layout, weights: ArrayBuffer) {
    let bytes = KERNEL_DATA_BYTES;
    const reserve = (size: number): number => {
      const address = bytes;
      bytes += size;
      return address;
    };
    const rows = (width: number) => reserve(TOKEN_LIMIT * width * FLOAT_BYTES);
    this.#weights = reserve(layout.bytes);
    this.input = rows(TOKEN_DIMENSIONS);
    this.stream = rows(SENTENCE_DIMENSIONS);
    this.normed = rows(SENTENCE_DIMENSIONS);
    this.wide = rows(WIDEST_ROW);
    this.attended = rows(SENTENCE_DIMENSIONS);
    this.#scores = rows(1);
    this.#quantised = rows(WIDEST_ROW);
    this.#rowScales = rows(1);
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    new Uint8Array(this.#memory.buffer).set(new Uint8Array(weights), this.#weights);
    const abort = () => {
      throw new Error('Cannot embed: a kernel aborted');
    };
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory, abort } });
    this.#kernels = instance.exports as unknown as Kernels;
  }

  /** The floats at an address, shared with the kernels. */
  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, count);
  }

  /** Multiplies `rows` rows at `input` into `output`. */
  dense(input: number, layer: Dense, output: number, rows: number, mode: DenseMode): void {
    this.#kernels.quantiseRows(input, this.#quantised, this.#rowScales, rows, layer.rows);
    this.#multiply(layer, output, rows, mode);
    if (layer.remainder) this.#multiply(layer.remainder, output, rows, 'add');
  }

  /** Mean of the rows at `input`. */
  mean(input: number, output: number, rows: number, width: number): void {
    this.#kernels.meanRows(input, output, rows, width);
  }

  /**
   * Runs one layer up to the hidden units of its feed-forward block, which it leaves in `wide`.
   * Attention is added to `stream`; `normed` and `attended` are overwritten.
   */
  layer(input: number, layer: Layer, rows: number): void {
    this.#norm(input, layer.attentionNorm, rows);
    this.dense(this.normed, layer.qkv, this.wide, rows, 'set');
    this.#kernels.attend(this.wide, this.attended, this.#scores, rows, layer.output.rows);
    this.dense(this.attended, layer.output, this.stream, rows, 'add');
    this.#norm(this.stream, layer.feedNorm, rows);
    this.dense(this.normed, layer.expand, this.wide, rows, 'relu');
  }

  #norm(input: number, { scale, bias, width }: Norm, rows: number): void {
    const [scaleAt, biasAt] = [this.#weights + scale, this.#weights + bias];
    this.#kernels.normaliseRows(input, scaleAt, biasAt, this.normed, rows, width);
  }

  /** Multiplies the rows that were quantised last. */
  #multiply(layer: Dense, output: number, rows: number, mode: DenseMode): void {
    this.#kernels.dense(
      this.#quantised,
      this.#rowScales,
      this.#weights + layer.weights,
      this.#weights + layer.scales,
      this.#weights + layer.bias,
      output,
      rows,
      layer.columns,
      layer.rows,
      mode === 'relu' ? 1 : 0,
      mode === 'add' ? 1 : 0,
    );
  }
}
