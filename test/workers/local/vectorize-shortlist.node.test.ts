import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Shortlist } from '../../../workers/local/vectorize-shortlist.ts';

const all = () => true;

/** Uniform numbers in [-0.5, 0.5), the same on every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function vector(dimensions: number, next: () => number): Float32Array {
  return Float32Array.from({ length: dimensions }, next);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe('Shortlist', () => {
  it('nearest() finds the true neighbours of a topic among many others', () => {
    const dimensions = 512;
    const next = noise(7);
    const list = new Shortlist(dimensions);
    const vectors = Array.from({ length: 60 }, () => vector(dimensions, next)).flatMap((topic) =>
      Array.from({ length: 100 }, () => topic.map((value) => value + next())),
    );
    for (const [n, values] of vectors.entries()) list.set(`${n}`, values, {});
    const query = vectors[4242]?.map((value) => value + next()) ?? new Float32Array(dimensions);
    const norm = (v: Float32Array) => Math.sqrt(dot(v, v));
    const best = vectors
      .map((values, n) => ({ id: `${n}`, score: dot(query, values) / norm(values) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 100);
    const found = new Set(list.nearest(query, 1000, all));
    expect(found.size).toBe(1000);
    expect(best.filter(({ id }) => found.has(id)).length).toBeGreaterThanOrEqual(99);
  });

  it('nearest() gives all when they are no more than asked, and only what passes', () => {
    const list = new Shortlist(4);
    list.set('a', Float32Array.of(1, 1, 1, 1), { user: 'ann' });
    list.set('b', Float32Array.of(-1, -1, -1, -1), { user: 'bob' });
    const query = Float32Array.of(1, 1, 1, 1);
    expect(list.nearest(query, 10, all).sort()).toEqual(['a', 'b']);
    expect(list.nearest(query, 10, ({ user }) => user === 'bob')).toEqual(['b']);
    expect(list.nearest(query, 1, all)).toEqual(['a']);
    expect(new Shortlist(4).nearest(query, 10, all)).toEqual([]);
  });

  it('nearest() holds exactly what was set and not deleted, and never more than asked', () => {
    const operation = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      remove: fc.boolean(),
      sign: fc.constantFrom(1, -1),
    });
    fc.assert(
      fc.property(fc.array(operation), fc.nat(8), (operations, count) => {
        const list = new Shortlist(3);
        const expected = new Map<string, number>();
        for (const { id, remove, sign } of operations) {
          if (remove) {
            list.delete(id);
            expected.delete(id);
          } else {
            list.set(id, Float32Array.of(sign, sign, sign), { sign });
            expected.set(id, sign);
          }
        }
        const query = Float32Array.of(1, 1, 1);
        const positive = [...expected].filter(([, sign]) => sign === 1).map(([id]) => id);
        expect(list.nearest(query, 10, all).sort()).toEqual([...expected.keys()].sort());
        expect(list.nearest(query, 10, ({ sign }) => sign === 1).sort()).toEqual(positive.sort());
        const some = list.nearest(query, count, all);
        expect(some).toHaveLength(Math.min(count, expected.size));
        const nearFirst = some.filter((id) => positive.includes(id)).length;
        expect(nearFirst).toBe(Math.min(count, positive.length));
      }),
    );
  });

  it('set() grows beyond its first room and keeps what it had', () => {
    const list = new Shortlist(40);
    for (let n = 0; n < 3000; n++) {
      list.set(`${n}`, vector(40, noise(n)), { n });
    }
    const query = vector(40, noise(5));
    expect(list.nearest(query, 5000, all)).toHaveLength(3000);
    expect(list.nearest(query, 1, all)).toEqual(['5']);
  });
});
