import { describe, expect, it } from 'vitest';
import {
  bundledEncoder,
  bundledRelatedWords,
} from '../../../../workers/scoring/embedded/modules.ts';

describe('in the Workers runtime', () => {
  it('bundledEncoder() embeds from the bundled modules, the same encoder each time', () => {
    const encoder = bundledEncoder();
    const vector = encoder.embed('How do I reset my password?');
    expect(vector).toHaveLength(512);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(bundledEncoder()).toBe(encoder);
  });

  it('bundledEncoder() gives what it gives in Node', () => {
    // The same numbers stand in encoder.node.test.ts.
    const start = [...bundledEncoder().embed('How do I reset my password?').subarray(0, 4)];
    expect(start.map((value) => value.toFixed(6))).toEqual([
      '-0.048685',
      '-0.054608',
      '0.039852',
      '-0.053962',
    ]);
  });

  it('bundledRelatedWords() reads the bundled table', () => {
    expect(bundledRelatedWords().of('car').length).toBeGreaterThan(0);
  });
});
