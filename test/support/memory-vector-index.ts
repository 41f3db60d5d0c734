/** A vector index in memory: exact, and its writes are visible at once. */
import type { Failure } from '../../shared/errors.ts';
import type { VectorIndex } from '../../shared/ports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { JsonObject } from '../../shared/types.ts';

type Entry = Parameters<VectorIndex['upsert']>[0][number];

/** Filters by equality on any metadata; other operators are refused. */
export function memoryVectorIndex(dimensions: number): VectorIndex {
  const entries = new Map<string, Entry>();
  const usable = (values: Float32Array) =>
    values.length === dimensions && values.every(Number.isFinite) && values.some((v) => v !== 0);

  return {
    dimensions,
    async upsert(vectors) {
      const wrong = vectors.find(({ values }) => !usable(values));
      if (wrong !== undefined) return invalid(`Cannot index vector "${wrong.id}"`);
      for (const vector of vectors) entries.set(vector.id, vector);
      return ok(null);
    },
    async query({ namespace, values, topK, filter = {} }) {
      if (!usable(values)) return invalid('Cannot query the vector index');
      const matches = [...entries.values()]
        .filter((entry) => entry.namespace === namespace && satisfies(entry.metadata, filter))
        .map((entry) => ({ id: entry.id, score: cosine(values, entry.values) }))
        .sort((a, b) => b.score - a.score);
      return ok(matches.slice(0, Math.min(Math.max(topK, 1), 100)));
    },
    async deleteByIds(ids) {
      for (const id of ids) entries.delete(id);
      return ok(null);
    },
  };
}

function satisfies(metadata: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([property, wanted]) => metadata[property] === wanted);
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function invalid(action: string): Result<never, Failure> {
  return fail({ code: 'invalid_request', detail: `${action}: its values cannot be used` });
}
