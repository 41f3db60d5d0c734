/** Metadata filters of Vectorize: conditions on declared metadata indexes, all of which must hold. Pure. */
import { type IndexConfig, type MetadataType, utf8Bytes } from './vectorize-limits.ts';

type Scalar = string | number | boolean | null;
type Metadata = Readonly<Record<string, VectorizeVectorMetadata>>;

/** True when a vector with this metadata passes. */
export type Predicate = (metadata: Metadata) => boolean;

// Source of the numbers: developers.cloudflare.com/vectorize/reference/metadata-filtering
const MAX_FILTER_BYTES = 2048;
const INDEXED_STRING_BYTES = 64;
/** UTF-8 bytes per UTF-16 unit, at most. */
const MAX_UTF8_PER_UNIT = 3;

const ORDER: Readonly<Record<string, (sign: number) => boolean>> = {
  $lt: (sign) => sign < 0,
  $lte: (sign) => sign <= 0,
  $gt: (sign) => sign > 0,
  $gte: (sign) => sign >= 0,
};

/**
 * Compiles a filter. No filter lets everything pass.
 * @throws Error on a property without a metadata index, an unknown operator, a wrong operand, or more than 2048 bytes.
 */
export function compileFilter(
  config: IndexConfig,
  filter: VectorizeVectorMetadataFilter | undefined,
): Predicate {
  if (filter === undefined) return () => true;
  const properties = Object.entries(filter);
  if (properties.length === 0) throw new Error('Cannot filter: the filter is empty');
  if (utf8Bytes(JSON.stringify(filter)) >= MAX_FILTER_BYTES) {
    throw new Error('Cannot filter: the filter has 2048 bytes or more');
  }
  const tests = properties.flatMap(([property, condition]) => {
    const type = Object.hasOwn(config.metadataIndexes, property)
      ? config.metadataIndexes[property]
      : undefined;
    if (type === undefined) {
      throw new Error(`Cannot filter on "${property}": it has no metadata index`);
    }
    return compileProperty(property, type, condition);
  });
  return (metadata) => tests.every((test) => test(metadata));
}

function compileProperty(property: string, type: MetadataType, condition: unknown): Predicate[] {
  if (isScalar(condition)) return [compileOperator(property, type, '$eq', condition)];
  if (typeof condition !== 'object' || Array.isArray(condition)) {
    throw new Error(`Cannot filter on "${property}": the condition must be a scalar or operators`);
  }
  const operators = Object.entries(condition ?? {});
  if (operators.length === 0) throw new Error(`Cannot filter on "${property}": no operator given`);
  return operators.map(([operator, operand]) => compileOperator(property, type, operator, operand));
}

function compileOperator(
  property: string,
  type: MetadataType,
  operator: string,
  operand: unknown,
): Predicate {
  const path = property.split('.');
  const indexed = (metadata: Metadata) => indexedValue(metadata, path, type);
  if (operator === '$in' || operator === '$nin') {
    if (!Array.isArray(operand) || !operand.every(isScalar)) {
      throw new Error(`Cannot filter on "${property}": ${operator} needs a list of scalars`);
    }
    const values = new Set(operand.map(truncate));
    return (metadata) => values.has(indexed(metadata)) === (operator === '$in');
  }
  if (!isScalar(operand)) {
    throw new Error(`Cannot filter on "${property}": ${operator} needs a scalar`);
  }
  const wanted = truncate(operand);
  if (operator === '$eq') return (metadata) => indexed(metadata) === wanted;
  if (operator === '$ne') return (metadata) => indexed(metadata) !== wanted;
  const holds = Object.hasOwn(ORDER, operator) ? ORDER[operator] : undefined;
  if (holds === undefined) {
    throw new Error(`Cannot filter on "${property}": unknown operator "${operator}"`);
  }
  return (metadata) => {
    const sign = compare(indexed(metadata), wanted);
    return sign !== null && holds(sign);
  };
}

/** What the index knows of a property: null when it is absent or of another type than declared. */
function indexedValue(metadata: Metadata, path: readonly string[], type: MetadataType): Scalar {
  let value: unknown = metadata;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = Reflect.get(value, key);
  }
  return typeof value === type && isScalar(value) ? truncate(value) : null;
}

/** Only the first 64 bytes of a string are indexed, cut at a character. */
function truncate(value: Scalar): Scalar {
  // No string of so few units can be longer in UTF-8; most are, and this runs once per vector.
  if (typeof value !== 'string' || value.length * MAX_UTF8_PER_UNIT <= INDEXED_STRING_BYTES) {
    return value;
  }
  const room = new Uint8Array(INDEXED_STRING_BYTES);
  const { read } = new TextEncoder().encodeInto(value, room);
  return value.slice(0, read);
}

/** Negative, zero or positive; null when the two cannot be ordered. */
function compare(a: Scalar, b: Scalar): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return null;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
