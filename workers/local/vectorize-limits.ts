/** Limits of Vectorize, and the checks that the service makes on what it is given. Pure. */

/** How an index was created. The production index has the same facts, held by the service. */
export interface IndexConfig {
  readonly name: string;
  readonly dimensions: number;
  /** Declared metadata indexes: property → type. Only these can be filtered on. At most 10. */
  readonly metadataIndexes: Readonly<Record<string, MetadataType>>;
}

export type MetadataType = 'string' | 'number' | 'boolean';

/** A vector as it is stored: all fields present, values as 32-bit floats. */
export interface StoredVector {
  readonly id: string;
  readonly namespace: string;
  readonly values: Float32Array;
  readonly metadata: Record<string, VectorizeVectorMetadata>;
}

// Source of the numbers: developers.cloudflare.com/vectorize/platform/limits
const MAX_NAME_BYTES = 64;
const MAX_METADATA_BYTES = 10 * 1024;
const MAX_BATCH_VECTORS = 1000;
const MAX_TOP_K = 100;
const MAX_TOP_K_WITH_CONTENT = 20;
const DEFAULT_TOP_K = 5;
const MAX_METADATA_INDEXES = 10;

const encoder = new TextEncoder();

/** UTF-8 bytes of `text`. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/**
 * Checks how an index is declared.
 * @throws Error when there are more than 10 metadata indexes or the dimensions are not 32–1536.
 */
export function checkConfig(config: IndexConfig): void {
  const { dimensions, metadataIndexes } = config;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 1536) {
    throw new Error(`Cannot open index "${config.name}": dimensions must be 1 to 1536`);
  }
  if (Object.keys(metadataIndexes).length > MAX_METADATA_INDEXES) {
    throw new Error(`Cannot open index "${config.name}": at most 10 metadata indexes are allowed`);
  }
}

/**
 * Checks a batch and brings it into stored form. An empty batch is allowed.
 * @throws Error naming the first vector that the service would refuse.
 */
export function checkBatch(
  config: IndexConfig,
  vectors: readonly VectorizeVector[],
): readonly StoredVector[] {
  if (vectors.length > MAX_BATCH_VECTORS) {
    throw new Error(`Cannot write vectors: a batch holds at most 1000, got ${vectors.length}`);
  }
  return vectors.map((vector) => checkVector(config, vector));
}

function checkVector(config: IndexConfig, vector: VectorizeVector): StoredVector {
  const { id, namespace = '', metadata = {} } = vector;
  checkId(id);
  checkNamespace(namespace);
  if (utf8Bytes(JSON.stringify(metadata)) > MAX_METADATA_BYTES) {
    throw new Error(`Cannot write vector "${id}": metadata is larger than 10 KiB`);
  }
  return { id, namespace, metadata, values: checkValues(config, vector.values, `vector "${id}"`) };
}

/** Checks the length of a list of ids and each id. @throws Error when the service would refuse it. */
export function checkIds(ids: readonly string[]): void {
  if (ids.length > MAX_BATCH_VECTORS) {
    throw new Error(`Cannot use ids: at most 1000 are allowed, got ${ids.length}`);
  }
  for (const id of ids) checkId(id);
}

function checkId(id: string): void {
  if (typeof id !== 'string' || id === '' || utf8Bytes(id) > MAX_NAME_BYTES) {
    throw new Error('Cannot use vector id: it must have 1 to 64 bytes');
  }
}

function checkNamespace(namespace: string): void {
  if (typeof namespace !== 'string' || utf8Bytes(namespace) > MAX_NAME_BYTES) {
    throw new Error('Cannot use namespace: it must have at most 64 bytes');
  }
}

/**
 * Brings values into 32-bit floats.
 * @throws Error on wrong dimensions, NaN, infinity, or a zero vector (cosine is undefined for it).
 */
export function checkValues(
  config: IndexConfig,
  values: ArrayLike<number>,
  what: string,
): Float32Array {
  if (values.length !== config.dimensions) {
    throw new Error(
      `Cannot use ${what}: expected ${config.dimensions} dimensions, got ${values.length}`,
    );
  }
  const floats = Float32Array.from(values);
  if (floats.some((value) => !Number.isFinite(value))) {
    throw new Error(`Cannot use ${what}: a value is not a finite 32-bit number`);
  }
  if (floats.every((value) => value === 0)) {
    throw new Error(`Cannot use ${what}: it is zero, and its cosine undefined`);
  }
  return floats;
}

/** A query's options with their defaults filled in. */
export interface CheckedOptions {
  readonly topK: number;
  /** null: the whole index. */
  readonly namespace: string | null;
  readonly returnValues: boolean;
  readonly returnMetadata: VectorizeMetadataRetrievalLevel;
}

/** Fills in defaults. @throws Error when `topK` is out of range: 1–100, or 1–20 with values or all metadata. */
export function checkOptions(options: VectorizeQueryOptions): CheckedOptions {
  const {
    topK = DEFAULT_TOP_K,
    namespace,
    returnValues = false,
    returnMetadata = 'none',
  } = options;
  if (namespace !== undefined) checkNamespace(namespace);
  const level =
    typeof returnMetadata === 'string' ? returnMetadata : returnMetadata ? 'all' : 'none';
  const limit = returnValues || level === 'all' ? MAX_TOP_K_WITH_CONTENT : MAX_TOP_K;
  if (!Number.isInteger(topK) || topK < 1 || topK > limit) {
    throw new Error(`Cannot query index: topK must be 1 to ${limit} here, got ${topK}`);
  }
  return { topK, namespace: namespace ?? null, returnValues, returnMetadata: level };
}
