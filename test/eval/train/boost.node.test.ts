import { describe, expect, it } from 'vitest';
import { logitOf } from '../../../shared/injection/model/trees.ts';
import { boost, DEFAULT_BOOST, random, type Samples } from './boost.ts';

/** Rows of 0 and 1, labelled by `label`. */
function samples(label: (row: Float32Array) => boolean, weight = (_: Float32Array) => 1): Samples {
  const next = random(7);
  const rows = Array.from({ length: 2000 }, () =>
    Float32Array.from({ length: 6 }, () => Math.round(next())),
  );
  return {
    rows,
    labels: Uint8Array.from(rows, (row) => Number(label(row))),
    weights: Float32Array.from(rows, weight),
  };
}

const options = { ...DEFAULT_BOOST, trees: 30 };

describe('boost()', () => {
  it('learns what no single feature tells', () => {
    const data = samples((row) => row[0] !== row[3]);
    const model = boost(data, options);
    for (const [index, row] of data.rows.entries()) {
      expect(logitOf(model, row) > 0).toBe(data.labels[index] === 1);
    }
  });

  it('finds the threshold of a number between the values that it saw', () => {
    const rows = Array.from({ length: 400 }, (_, index) =>
      Float32Array.of(index < 200 ? 0.2 : 0.6),
    );
    const labels = Uint8Array.from(rows, (_, index) => Number(index >= 200));
    const model = boost({ rows, labels, weights: new Float32Array(400).fill(1) }, options);
    expect(logitOf(model, Float32Array.of(0.39))).toBeLessThan(0);
    expect(logitOf(model, Float32Array.of(0.41))).toBeGreaterThan(0);
  });

  it('listens to weights', () => {
    // The same row with both labels: the heavier one decides.
    const rows = Array.from({ length: 400 }, () => Float32Array.of(1));
    const labels = Uint8Array.from(rows, (_, index) => index % 2);
    const weights = Float32Array.from(labels, (label) => (label === 1 ? 3 : 1));
    expect(logitOf(boost({ rows, labels, weights }, options), Float32Array.of(1))).toBeCloseTo(
      Math.log(3),
      1,
    );
  });

  it('gives the same trees for the same seed, others for another', () => {
    const data = samples((row) => row[0] === 1 && row[1] === 1);
    const few = { ...options, trees: 4, featureShare: 0.5 };
    expect(boost(data, few)).toEqual(boost(data, few));
    expect(boost(data, { ...few, seed: 2 })).not.toEqual(boost(data, few));
  });

  it('refuses to train on nothing', () => {
    const none = { rows: [], labels: new Uint8Array(), weights: new Float32Array() };
    expect(() => boost(none, options)).toThrow('no samples');
  });
});
