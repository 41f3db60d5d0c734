import { describe, expect, it } from 'vitest';
import { offload } from '../../../shared/fit/offload.ts';
import { context, fitContract, item, planOf } from '../../support/fit-contract.ts';

fitContract(offload);

describe('offload', () => {
  const items = [
    item({ id: 'small', text: 'w '.repeat(20) }),
    item({ id: 'large', text: 'w '.repeat(400), position: 1 }),
    item({ id: 'larger', text: 'w '.repeat(600), position: 2 }),
  ];

  it('moves the largest first, and only as many as it takes', () => {
    const plan = offload.apply(planOf(items), context(items, { budgetTokens: 600 }));
    expect(plan.items.map(({ form }) => form)).toEqual(['whole', 'whole', 'placeholder']);
    expect(plan.items[2]).toMatchObject({ showsHandle: true, handles: ['off_2'] });
  });

  it('leaves texts below offload_min_share of the budget', () => {
    const fits = context(items, { budgetTokens: 900 });
    const policy = { ...fits.policy, offload_min_share: 0.9 };
    expect(offload.apply(planOf(items), { ...fits, policy })).toEqual(planOf(items));
  });

  it('never moves a page that the fetch tool brought back, or anything when it is forbidden', () => {
    const fetched = [item({ id: 'page', source: 'off_abc', text: 'w '.repeat(400) })];
    expect(offload.apply(planOf(fetched), context(fetched))).toEqual(planOf(fetched));
    const forbidden = context(items, { originals: new Map() });
    expect(offload.apply(planOf(items), forbidden)).toEqual(planOf(items));
  });
});
