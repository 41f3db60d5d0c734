import { describe, expect, it } from 'vitest';
import { cut } from '../../../shared/fit/cut.ts';
import { context, fitContract, item, planOf } from '../../support/fit-contract.ts';

fitContract(cut);

describe('cut', () => {
  it('drops the lowest score first', () => {
    const items = [0.2, 0.9, 0.5].map((score, position) =>
      item({ id: `c${position}`, score, position }),
    );
    const plan = cut.apply(planOf(items), context(items, { budgetTokens: 40 }));
    expect(plan.items.map(({ candidate }) => candidate.id)).toEqual(['c1', 'c2']);
    expect(plan.decided).toMatchObject([{ id: 'c0', fate: 'cut', by: 'cut' }]);
  });

  it('keeps a part of the last text where a part fits', () => {
    const text = Array.from({ length: 60 }, (_, n) => `Sentence ${n} says something plain.`).join(
      ' ',
    );
    const items = [item({ id: 'only', text })];
    const plan = cut.apply(planOf(items), context(items, { budgetTokens: 120 }));
    expect(plan.items[0]?.form).toBe('reduced');
    expect(plan.items[0]?.tokens).toBeLessThanOrEqual(120);
  });

  it('keeps pinned items when the budget is zero', () => {
    const items = [item({ id: 'p', pinned: true }), item({ id: 'c' })];
    const plan = cut.apply(planOf(items), context(items, { budgetTokens: 0 }));
    expect(plan.items.map(({ candidate }) => candidate.id)).toEqual(['p']);
  });
});
