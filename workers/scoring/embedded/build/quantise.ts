// Rounds the published float weights to int8 and writes them in the encoder's layout.

import {
  type Dense,
  type Layer,
  type Norm,
  PANEL_COLUMNS,
  TOKEN_DIMENSIONS,
  TOKEN_ROWS,
  weightLayout,
} from '../layout.ts';
import type { SourceModel } from './source.ts';

/** Symmetric int8: −127 to 127. */
const INT8_RANGE = 127;
/** The kernel multiplies two rows of a matrix per step. */
const PANEL_ROWS = 2;
/** Prefixes of tensor names: constants folded into the graph, and trained variables. */
const FOLDED = 'module_apply_default/Encoder_en/KonaTransformer/Encode';
const TRAINED = 'module/Encoder_en/KonaTransformer/Encode';
const CONCATENATED = 'ConcatPartitions/concat';

/** The encoder's weight file. Measured against the float model: median cosine 0.9997 per text. */
export function quantiseWeights(model: SourceModel): Uint8Array {
  const layout = weightLayout();
  const file = new ArrayBuffer(layout.bytes);
  const floats = (name: string): Float32Array => model.tensor(name).values;
  const put = (offset: number, values: Float32Array) => {
    new Float32Array(file, offset, values.length).set(values);
  };
  const putNorm = (place: Norm, prefix: string) => {
    put(place.scale, floats(`${prefix}/layer_norm/layer_norm_scale/${CONCATENATED}`));
    put(place.bias, floats(`${prefix}/layer_norm/layer_norm_bias/${CONCATENATED}`));
  };
  const putWeights = (place: Dense, values: Float32Array) => {
    const { rows, columns } = place;
    const scales = columnScales(values, columns);
    const rounded = values.map((value, at) => Math.round(value / scaleAt(scales, at % columns)));
    put(place.scales, scales);
    new Int8Array(file, place.weights, rows * columns).set(panels(rounded, rows, columns));
    if (!place.remainder) return;
    const remainder = values.map((value, at) => {
      return value - (rounded[at] ?? 0) * scaleAt(scales, at % columns);
    });
    putWeights(place.remainder, remainder);
  };
  const putDense = (place: Dense, kernel: string, bias: string) => {
    putWeights(place, floats(kernel));
    put(place.bias, floats(bias));
  };
  const putLayer = (place: Layer, index: number) => {
    const folded = `${FOLDED}/Layer_${index}/TransformerLayer`;
    const stack = `${FOLDED}/TransformerStack/Layer_${index}/TransformerLayer`;
    const attention = `${TRAINED}/Layer_${index}/TransformerLayer/MultiheadAttention`;
    const biasOf = (name: string) => `${folded}/${name}/bias/${CONCATENATED}`;
    putNorm(place.attentionNorm, `${folded}/layer_prepostprocess`);
    putNorm(place.feedNorm, `${folded}/FFN/layer_prepostprocess`);
    for (const [target, name] of [
      [place.qkv, 'qkv_transform_single'],
      [place.output, 'output_transform_single'],
    ] as const) {
      putDense(target, `${attention}/${name}/kernel/part_0`, biasOf(`MultiheadAttention/${name}`));
    }
    for (const [target, name] of [
      [place.expand, 'conv1'],
      [place.contract, 'conv2'],
    ] as const) {
      putDense(target, `${stack}/FFN/${name}/Tensordot/Reshape_1`, biasOf(`FFN/${name}`));
    }
  };

  const tokens = floats('module/Embeddings_en');
  const scales = rowScales(tokens, TOKEN_DIMENSIONS);
  put(layout.tokens.scales, scales);
  new Int8Array(file, layout.tokens.values, TOKEN_ROWS * TOKEN_DIMENSIONS).set(
    tokens.map((value, at) =>
      Math.round(value / scaleAt(scales, Math.floor(at / TOKEN_DIMENSIONS))),
    ),
  );
  put(
    layout.frequencies,
    floats(`${FOLDED}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`),
  );
  const residual = `${FOLDED}/Layer_0/TransformerLayer/dense`;
  putDense(
    layout.residual,
    `${residual}/kernel/${CONCATENATED}`,
    `${residual}/bias/${CONCATENATED}`,
  );
  putLayer(layout.layers[0], 0);
  putLayer(layout.layers[1], 1);
  const pool = 'module/Encoder_en/hidden_layers/tanh_layer_0';
  putDense(layout.pool, `${pool}/weights`, `${pool}/bias`);
  return new Uint8Array(file);
}

/** The largest magnitude in each column, as the value of one int8 step. */
function columnScales(values: Float32Array, columns: number): Float32Array {
  const largest = new Float32Array(columns);
  for (let row = 0; row < values.length; row += columns) {
    for (let column = 0; column < columns; column++) {
      const size = Math.abs(values[row + column] ?? 0);
      if (size > (largest[column] ?? 0)) largest[column] = size;
    }
  }
  return largest.map((peak) => peak / INT8_RANGE);
}

/** The same for each row. */
function rowScales(values: Float32Array, width: number): Float32Array {
  return Float32Array.from({ length: values.length / width }, (_, row) => {
    const [scale] = columnScales(values.subarray(row * width, (row + 1) * width), 1);
    return scale ?? 0;
  });
}

/** A scale to divide by: 1 for a row or column of zeros. */
function scaleAt(scales: Float32Array, at: number): number {
  return scales[at] || 1;
}

/** A matrix in the order in which `dense` of kernels/dense.ts reads it. */
function panels(values: Float32Array, rows: number, columns: number): Int8Array {
  const packed = new Int8Array(values.length);
  let to = 0;
  for (let panel = 0; panel < columns; panel += PANEL_COLUMNS) {
    for (let pair = 0; pair < rows; pair += PANEL_ROWS) {
      for (let column = panel; column < panel + PANEL_COLUMNS; column++) {
        for (let row = pair; row < pair + PANEL_ROWS; row++) {
          packed[to++] = values[row * columns + column] ?? 0;
        }
      }
    }
  }
  return packed;
}
