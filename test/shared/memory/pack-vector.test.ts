import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packVector, unpackVector } from '../../../shared/memory/pack-vector.ts';

const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 64 })
  .filter((values) => Math.hypot(...values) > 1e-3)
  .map((values) => {
    const norm = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / norm);
  });

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('packVector()', () => {
  it('keeps the direction of a vector within a hundredth', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const back = unpackVector(packVector(values));
        expect(back).toHaveLength(values.length);
        expect(dot(back, back)).toBeCloseTo(1, 5);
        expect(dot(back, values)).toBeGreaterThan(0.99);
      }),
    );
  });

  it('packs zeros and nothing', () => {
    expect([...unpackVector(packVector(new Float32Array(3)))]).toEqual([0, 0, 0]);
    expect(unpackVector(packVector(new Float32Array()))).toHaveLength(0);
  });
});
