import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../../shared/policy.ts';
import { calibrate } from '../../../shared/score/calibrate.ts';
import { EMBEDDED_MODEL } from '../../../workers/scoring/embedded/embedder.ts';
import { nodeEncoder } from '../../support/encoder.ts';

const BGE = '@cf/baai/bge-base-en-v1.5';
const MODELS = [EMBEDDED_MODEL, BGE, 'some-other-model'];
const cosines = fc.double({ min: -1, max: 1, noNaN: true });

describe.each(MODELS)('calibrate() for %s', (model) => {
  it('stays in [0, 1] and never decreases', () => {
    fc.assert(
      fc.property(cosines, cosines, (a, b) => {
        const [low, high] = [calibrate(model, Math.min(a, b)), calibrate(model, Math.max(a, b))];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('has no jumps', () => {
    fc.assert(
      fc.property(cosines, (cosine) => {
        const step = calibrate(model, cosine + 1e-6) - calibrate(model, cosine);
        expect(step).toBeLessThan(1e-5);
      }),
    );
  });

  it('gives 1 to identical and 0 to opposite texts, and cuts off rounding', () => {
    expect(calibrate(model, 1)).toBe(1);
    expect(calibrate(model, 1.000_000_1)).toBe(1);
    expect(calibrate(model, -1)).toBe(0);
    expect(calibrate(model, -1.000_000_1)).toBe(0);
  });
});

describe('calibrate()', () => {
  it('tells the models apart: the same cosine is worth less where unrelated texts score higher', () => {
    expect(calibrate(BGE, 0.55)).toBe(0);
    expect(calibrate(EMBEDDED_MODEL, 0.55)).toBeCloseTo(0.412, 3);
  });

  it('is cautious about an unknown model: little is a distraction, little a near-copy', () => {
    expect(calibrate('unknown', 0.12)).toBeGreaterThan(DEFAULT_POLICY.distraction_min_similarity);
    expect(calibrate('unknown', 0.96)).toBeLessThan(DEFAULT_POLICY.near_similarity);
  });

  it('keeps the measured near-copy threshold of the embedded model', () => {
    expect(calibrate(EMBEDDED_MODEL, 0.92)).toBeCloseTo(DEFAULT_POLICY.near_similarity, 10);
  });

  it('puts unrelated texts below and an answer above the distraction threshold', () => {
    const encoder = nodeEncoder();
    const similarity = (a: string, b: string) => {
      const other = encoder.embed(b);
      const cosine = encoder.embed(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
      return calibrate(EMBEDDED_MODEL, cosine);
    };
    const task = 'How long does a refund take to arrive?';
    const threshold = DEFAULT_POLICY.distraction_min_similarity;
    expect(
      similarity(task, 'Money is back on your card within five business days.'),
    ).toBeGreaterThan(threshold);
    expect(similarity(task, 'The striker scored twice in the second half.')).toBeLessThan(
      threshold,
    );
  });
});
