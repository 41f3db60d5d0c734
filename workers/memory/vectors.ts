/** The vector index over a Vectorize binding. All calls of the service are made here. */
import type { Failure } from '../../shared/errors.ts';
import type { VectorIndex } from '../../shared/ports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

/** Vectors per upsert and ids per deletion that the service accepts from a Worker. */
const MAX_BATCH = 1000;
/** Results per query without values or metadata, which recall does not need: D1 is the truth. */
const MAX_TOP_K = 100;
/** UTF-8 bytes of an id or a namespace. */
const MAX_NAME_BYTES = 64;

const encoder = new TextEncoder();

/**
 * Adapts a Vectorize binding to the port. What the service would refuse (wrong dimensions, a zero or
 * non-finite vector, a name over 64 bytes) is `invalid_request` before any call is made; a call that
 * fails is `dependency_unavailable`. Batches above the service's limit are split; an empty one makes no call.
 * @param dimensions dimensions of the index that `binding` leads to
 */
export function vectorizeIndex(binding: Vectorize, dimensions: number): VectorIndex {
  return {
    dimensions,

    async upsert(vectors) {
      for (const { id, namespace, values } of vectors) {
        const problem =
          nameProblem(id) ?? nameProblem(namespace) ?? valuesProblem(values, dimensions);
        if (problem !== null) return invalid(`Cannot index vector "${id}"`, problem);
      }
      return forBatches(vectors, 'Cannot write to the vector index', (batch) =>
        binding.upsert(batch.map(toVectorize)),
      );
    },

    async query({ namespace, values, topK, filter }) {
      const problem = nameProblem(namespace) ?? valuesProblem(values, dimensions);
      if (problem !== null) return invalid('Cannot query the vector index', problem);
      const options = {
        namespace,
        topK: Math.min(Math.max(Math.trunc(topK), 1), MAX_TOP_K),
        ...(filter === undefined ? {} : { filter: { ...filter } as VectorizeVectorMetadataFilter }),
      };
      const answer = await attempt('Cannot query the vector index', () =>
        binding.query(values, options),
      );
      return answer.ok ? ok(answer.value.matches.map(({ id, score }) => ({ id, score }))) : answer;
    },

    async deleteByIds(ids) {
      const wrong = ids.find((id) => nameProblem(id) !== null);
      if (wrong !== undefined) {
        return invalid('Cannot delete from the vector index', nameProblem(wrong) ?? '');
      }
      return forBatches(ids, 'Cannot delete from the vector index', (batch) =>
        binding.deleteByIds(batch),
      );
    },
  };
}

function toVectorize(vector: Parameters<VectorIndex['upsert']>[0][number]): VectorizeVector {
  // The binding's type knows no null and no depth; the service stores any JSON up to 10 KiB.
  const metadata = vector.metadata as Record<string, VectorizeVectorMetadata>;
  return { ...vector, metadata };
}

async function forBatches<T>(
  items: readonly T[],
  action: string,
  send: (batch: T[]) => Promise<unknown>,
): Promise<Result<null, Failure>> {
  for (let start = 0; start < items.length; start += MAX_BATCH) {
    const sent = await attempt(action, () => send(items.slice(start, start + MAX_BATCH)));
    if (!sent.ok) return sent;
  }
  return ok(null);
}

/** The service reports failures by throwing; beyond this line they are values. */
async function attempt<T>(action: string, call: () => Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await call());
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    return fail({ code: 'dependency_unavailable', detail: `${action}: ${state}` });
  }
}

function invalid(action: string, problem: string): Result<never, Failure> {
  return fail({ code: 'invalid_request', detail: `${action}: ${problem}` });
}

function nameProblem(name: string): string | null {
  const bytes = encoder.encode(name).length;
  return bytes > 0 && bytes <= MAX_NAME_BYTES
    ? null
    : `an id or namespace has ${bytes} bytes, 1 to ${MAX_NAME_BYTES} are allowed`;
}

function valuesProblem(values: Float32Array, dimensions: number): string | null {
  if (values.length !== dimensions) {
    return `it has ${values.length} dimensions, the index has ${dimensions}`;
  }
  if (!values.every(Number.isFinite)) return 'a value is not finite';
  return values.some((value) => value !== 0) ? null : 'it is zero, and its cosine undefined';
}
