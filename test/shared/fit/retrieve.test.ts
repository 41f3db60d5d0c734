import { describe, expect, it } from 'vitest';
import { readmit, retrieve } from '../../../shared/fit/retrieve.ts';
import { context, fitContract, item, planOf } from '../../support/fit-contract.ts';

fitContract(retrieve);

const tenItems = Array.from({ length: 10 }, (_, n) =>
  item({ id: `c${n}`, score: 1 - n / 10, position: n }),
);
const ids = (plan: ReturnType<typeof planOf>) => plan.items.map(({ candidate }) => candidate.id);

describe('retrieve', () => {
  it('stops as soon as the window fits', () => {
    const plan = retrieve.apply(planOf(tenItems), context(tenItems, { budgetTokens: 160 }));
    expect(ids(plan)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
  });

  it('never takes fewer than retrieve_top_k', () => {
    const plan = retrieve.apply(planOf(tenItems), context(tenItems, { budgetTokens: 1 }));
    expect(plan.items).toHaveLength(5);
  });

  it('leaves notes and pinned texts alone', () => {
    const items = [
      item({ id: 'n', kind: 'notes', score: 0 }),
      item({ id: 'p', pinned: true }),
      ...tenItems,
    ];
    const plan = retrieve.apply(planOf(items), context(items, { budgetTokens: 1 }));
    expect(ids(plan)).toEqual(expect.arrayContaining(['n', 'p']));
  });

  it('keeps the earlier of two that score the same', () => {
    const items = [1, 0].map((position) => item({ id: `c${position}`, position, score: 0.5 }));
    const fits = context(items, { budgetTokens: 20 });
    const policy = { ...fits.policy, retrieve_top_k: 0 };
    expect(ids(retrieve.apply(planOf(items), { ...fits, policy }))).toEqual(['c0']);
  });
});

describe('readmit()', () => {
  it('gives freed room back best first, and never past one that does not fit', () => {
    const fits = context(tenItems, { budgetTokens: 140 });
    const pressed = retrieve.apply(planOf(tenItems), { ...fits, budgetTokens: 1 });
    expect(ids(readmit(pressed, fits, tenItems))).toEqual([
      'c0',
      'c1',
      'c2',
      'c3',
      'c4',
      'c5',
      'c6',
    ]);
    const large = [
      ...tenItems.slice(0, 5),
      item({ id: 'big', score: 0.45, position: 5, text: 'w '.repeat(90) }),
      ...tenItems.slice(6),
    ];
    const out = retrieve.apply(planOf(large), { ...fits, budgetTokens: 1 });
    expect(ids(readmit(out, fits, large))).toHaveLength(5);
  });
});
