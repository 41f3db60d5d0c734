import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCopies } from '../../../shared/compare/copies.ts';

function find(
  texts: readonly string[],
  options: { similar?: number; fixed?: readonly number[] } = {},
) {
  return findCopies(
    texts.map((text, index) => ({
      id: String(index),
      text,
      fixed: options.fixed?.includes(index) ?? false,
    })),
    {
      nearOverlap: 0.8,
      nearSimilarity: 0.92,
      nearSimilarityOverlap: 0.6,
      prefer: (a, b) => Number(a) - Number(b),
      similarity: async (pairs) => pairs.map(() => options.similar ?? 0),
    },
  );
}

const LONG =
  'Unused items can be returned within 30 days of delivery for a full refund to the original payment method';

describe('findCopies()', () => {
  it('merges equal bytes, even in code', async () => {
    expect(await find(['const a = 1;', 'const a = 1;'])).toMatchObject([{ id: '1', into: '0' }]);
  });

  it('merges the same words in prose, and keeps the original bytes of the survivor', async () => {
    expect(await find(['Deploy on  Friday.', 'deploy on Friday.'])).toMatchObject([{ into: '0' }]);
  });

  it('merges near-copies by word overlap behind the guard', async () => {
    expect(await find([LONG, `${LONG}, please`])).toMatchObject([{ id: '1', into: '0' }]);
    expect(await find([LONG, LONG.replace('30', '14')])).toEqual([]);
  });

  it('merges by similarity only with enough overlap, and only above the threshold', async () => {
    const longer = `${LONG}; customers get a confirmation by mail afterwards`;
    expect(await find([LONG, longer], { similar: 0.95 })).toHaveLength(1);
    expect(await find([LONG, longer], { similar: 0.9 })).toHaveLength(0);
    expect(await find(['Kettles are blue.', 'Trains run late on rails.'], { similar: 1 })).toEqual(
      [],
    );
  });

  it('never merges a fixed text, but merges others into it', async () => {
    expect(await find([LONG, LONG], { fixed: [0, 1] })).toEqual([]);
    expect(await find([LONG, LONG], { fixed: [0] })).toMatchObject([{ id: '1', into: '0' }]);
  });

  it('points every copy at a text that survives, and does so in one pass', async () => {
    const text = fc.constantFrom(
      LONG,
      `${LONG}, please`,
      `${LONG}!`,
      'Kettles are blue.',
      'kettles are BLUE',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (texts, similar) => {
          const copies = await find(texts, { similar });
          const gone = new Set(copies.map((copy) => copy.id));
          expect(gone.size).toBe(copies.length);
          for (const copy of copies) expect(gone.has(copy.into)).toBe(false);
        },
      ),
    );
  });

  it('stays near-linear on thousands of texts that share all but a number', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, index) => `Order ${index}: one blue kettle, delivered`,
    );
    expect(await find(rows)).toEqual([]);
  });
});
