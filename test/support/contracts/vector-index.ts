/** What every vector index must do. */
import { describe, expect, it } from 'vitest';
import type { VectorIndex } from '../../../shared/ports.ts';
import type { JsonObject } from '../../../shared/types.ts';

/**
 * Runs the contract. `create` gives an index of 4 dimensions on whose `user_id` one can filter; it may be
 * the same index each time, so each test works in a namespace of its own.
 */
export function vectorIndexContract(name: string, create: () => VectorIndex): void {
  let tests = 0;
  const setUp = () => {
    tests += 1;
    const namespace = `namespace-${tests}`;
    const entry = (id: string, values: readonly number[], metadata: JsonObject = {}) => ({
      id: `${namespace}/${id}`,
      namespace,
      values: Float32Array.from(values),
      metadata,
    });
    const index = create();
    const nearest = async (values: readonly number[], topK: number, filter?: JsonObject) => {
      const answer = await index.query({
        namespace,
        values: Float32Array.from(values),
        topK,
        ...(filter === undefined ? {} : { filter }),
      });
      if (!answer.ok) throw new Error(answer.error.detail);
      return answer.value.map(({ id }) => id.slice(namespace.length + 1));
    };
    return { index, namespace, entry, nearest };
  };

  describe(`VectorIndex contract: ${name}`, () => {
    it('query() returns nothing from an empty namespace', async () => {
      const { nearest } = setUp();
      expect(await nearest([1, 0, 0, 0], 5)).toEqual([]);
    });

    it('query() orders by cosine, whatever the length of a vector', async () => {
      const { index, namespace, entry, nearest } = setUp();
      await index.upsert([
        entry('opposite', [-1, 0, 0, 0]),
        entry('near', [100, 10, 0, 0]),
        entry('same', [0.5, 0, 0, 0]),
        entry('across', [0, 9, 0, 0]),
      ]);
      expect(await nearest([2, 0, 0, 0], 4)).toEqual(['same', 'near', 'across', 'opposite']);
      const answer = await index.query({
        namespace,
        values: Float32Array.of(2, 0, 0, 0),
        topK: 4,
      });
      const scores = answer.ok ? answer.value.map(({ score }) => score) : [];
      expect(scores[0]).toBeCloseTo(1, 5);
      expect(scores[2]).toBeCloseTo(0, 5);
      expect(scores[3]).toBeCloseTo(-1, 5);
    });

    it('query() returns at most topK', async () => {
      const { index, entry, nearest } = setUp();
      await index.upsert([1, 2, 3].map((n) => entry(`v${n}`, [n, 1, 0, 0])));
      expect(await nearest([1, 0, 0, 0], 2)).toEqual(['v3', 'v2']);
    });

    it('query() clamps a topK outside 1–100 instead of failing', async () => {
      const { index, entry, nearest } = setUp();
      await index.upsert(Array.from({ length: 120 }, (_, n) => entry(`v${n}`, [n + 1, 1, 0, 0])));
      expect(await nearest([1, 0, 0, 0], 1000)).toHaveLength(100);
      expect(await nearest([1, 0, 0, 0], 0)).toHaveLength(1);
    });

    it('query() stays within its namespace', async () => {
      const first = setUp();
      const second = setUp();
      await first.index.upsert([first.entry('a', [1, 0, 0, 0])]);
      await second.index.upsert([second.entry('b', [1, 0, 0, 0])]);
      expect(await first.nearest([1, 0, 0, 0], 10)).toEqual(['a']);
      expect(await second.nearest([1, 0, 0, 0], 10)).toEqual(['b']);
    });

    it('query() filters before it takes the best', async () => {
      const { index, entry, nearest } = setUp();
      await index.upsert([
        entry('other', [1, 0, 0, 0], { user_id: 'u1' }),
        entry('mine', [0, 1, 0, 0], { user_id: 'u2' }),
        entry('nobody', [1, 0, 0, 0]),
      ]);
      expect(await nearest([1, 0, 0, 0], 1, { user_id: 'u2' })).toEqual(['mine']);
    });

    it('upsert() replaces a vector of the same id', async () => {
      const { index, entry, nearest } = setUp();
      await index.upsert([entry('a', [1, 0, 0, 0]), entry('b', [1, 1, 0, 0])]);
      await index.upsert([entry('a', [0, 0, 1, 0])]);
      expect(await nearest([1, 0, 0, 0], 5)).toEqual(['b', 'a']);
    });

    it('deleteByIds() removes a vector and ignores an unknown id', async () => {
      const { index, entry, nearest } = setUp();
      const kept = entry('kept', [1, 0, 0, 0]);
      const gone = entry('gone', [1, 0, 0, 0]);
      await index.upsert([kept, gone]);
      expect(await index.deleteByIds([gone.id, 'unknown'])).toEqual({ ok: true, value: null });
      expect(await nearest([1, 0, 0, 0], 5)).toEqual(['kept']);
    });

    it('upsert() and deleteByIds() accept an empty list and more than one batch', async () => {
      const { index, entry, nearest } = setUp();
      expect(await index.upsert([])).toEqual({ ok: true, value: null });
      expect(await index.deleteByIds([])).toEqual({ ok: true, value: null });
      const many = Array.from({ length: 1001 }, (_, n) => entry(`v${n}`, [1, n, 0, 0]));
      expect(await index.upsert(many)).toEqual({ ok: true, value: null });
      expect(await nearest([1, 1000, 0, 0], 1)).toEqual(['v1000']);
      expect(await index.deleteByIds(many.map(({ id }) => id))).toEqual({ ok: true, value: null });
      expect(await nearest([1, 1000, 0, 0], 1)).toEqual([]);
    });

    it.each([
      ['of other dimensions', [1, 0, 0]],
      ['that is zero', [0, 0, 0, 0]],
      ['with NaN', [Number.NaN, 0, 0, 0]],
      ['with infinity', [Number.POSITIVE_INFINITY, 0, 0, 0]],
    ])('refuses a vector %s as data, and stores nothing of the batch', async (_, values) => {
      const { index, namespace, entry, nearest } = setUp();
      const refused = { ok: false, error: { code: 'invalid_request' } };
      const batch = [entry('good', [1, 0, 0, 0]), entry('bad', values)];
      expect(await index.upsert(batch)).toMatchObject(refused);
      expect(
        await index.query({ namespace, values: Float32Array.from(values), topK: 1 }),
      ).toMatchObject(refused);
      expect(await nearest([1, 0, 0, 0], 5)).toEqual([]);
    });
  });
}
