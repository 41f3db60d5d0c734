import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatedTotal, searchPlan } from '../../../shared/memory/search-plan.ts';

describe('searchPlan()', () => {
  it('takes all words in a small store, rarest first, and leaves out those that nothing has', () => {
    const counts = [
      { word: 'go', count: 300 },
      { word: 'kettle', count: 2 },
      { word: 'zebra', count: 0 },
    ];
    expect(searchPlan(counts)).toEqual({ ranked: ['kettle', 'go'], frequent: [] });
  });

  it('keeps what would be read below a limit, whatever the words', () => {
    const words = fc.array(fc.record({ word: fc.string(), count: fc.nat(2_000) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, (counts) => {
        const { ranked, frequent } = searchPlan(counts);
        const found = counts.filter(({ count }) => count > 0).map(({ word }) => word);
        expect([...ranked, ...frequent].toSorted()).toEqual(found.toSorted());
        const cost = counts
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => a.count - b.count)
          .slice(0, ranked.length)
          .reduce((sum, { count }) => sum + count, 0);
        expect(cost).toBeLessThanOrEqual(3_000);
      }),
    );
  });
});

describe('estimatedTotal()', () => {
  it('is the count itself below the cap', () => {
    expect(estimatedTotal({ count: 12, lowest: 1, highest: 900 }, 2_000, 1)).toBe(12);
    expect(estimatedTotal({ count: 0, lowest: 0, highest: 0 }, 2_000, 0)).toBe(0);
  });

  it('goes on with the density of what was counted', () => {
    // Every fifth of 100,000 rows, of which the newest 2,000 were counted.
    const estimate = estimatedTotal({ count: 2_000, lowest: 90_001, highest: 100_000 }, 2_000, 1);
    expect(estimate).toBe(20_000);
    expect(estimatedTotal({ count: 2_000, lowest: 5, highest: 5 }, 2_000, 1)).toBe(2_000);
  });
});
