import { describe, expect, it } from 'vitest';
import type { RankedItem, Ranker } from '../../../shared/ports.ts';

const ITEMS = [
  { id: 'far', title: '', text: 'The volcano erupted near the northern coast.' },
  { id: 'near', title: 'Refunds', text: 'A refund for an order is paid within five days.' },
  { id: 'blank', title: '', text: '' },
];

/** What every ranker must do. */
export function rankerContract(name: string, create: () => Ranker): void {
  const rank = async (query: string, items = ITEMS): Promise<readonly RankedItem[]> => {
    const answer = await create().rank({ query, items, rerankShortlist: 2 });
    if (!answer.ok) throw new Error(answer.error.detail);
    expect(answer.value.degraded).toEqual([]);
    return answer.value.items;
  };
  const similarity = async (pairs: readonly { a: string; b: string }[]) => {
    const answer = await create().similarity(pairs);
    if (!answer.ok) throw new Error(answer.error.detail);
    return answer.value.values;
  };

  describe(`Ranker contract: ${name}`, () => {
    it('rank() gives one item for each, in their order, with every share in [0, 1]', async () => {
      const found = await rank('When is a refund paid?');
      expect(found.map(({ id }) => id)).toEqual(ITEMS.map(({ id }) => id));
      for (const [index, { score, parts, best }] of found.entries()) {
        for (const share of [score, parts.lexical, parts.similarity ?? 0, parts.rerank ?? 0]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(best.start).toBeGreaterThanOrEqual(0);
        expect(best.end).toBeGreaterThanOrEqual(best.start);
        expect(best.end).toBeLessThanOrEqual(ITEMS[index]?.text.length ?? 0);
      }
    });

    it('rank() scores what answers the query highest, and says that its words match', async () => {
      const [far, near, blank] = await rank('When is a refund paid?');
      expect(near?.score).toBeGreaterThan(far?.score ?? 1);
      expect(near?.score).toBeGreaterThan(blank?.score ?? 1);
      expect([far?.matches, near?.matches, blank?.matches]).toEqual([false, true, false]);
    });

    it('rank() is the same each time, and answers for no items and a blank query', async () => {
      expect(await rank('a refund')).toEqual(await rank('a refund'));
      expect(await rank('a refund', [])).toEqual([]);
      expect((await rank(' ')).map(({ matches }) => matches)).toEqual([false, false, false]);
    });

    it('similarity() gives one value in [0, 1] for each pair, highest for equal texts', async () => {
      const text = 'A refund for an order is paid within five days.';
      const other = 'The volcano erupted near the northern coast.';
      expect(await similarity([])).toEqual([]);
      const [unlike = 1, equal = 0] = await similarity([
        { a: text, b: other },
        { a: text, b: text },
      ]);
      expect(equal).toBeCloseTo(1, 4);
      expect(unlike).toBeGreaterThanOrEqual(0);
      expect(unlike).toBeLessThan(0.5);
    });
  });
}
