import { describe, expect, it } from 'vitest';
import { reduce } from '../../../shared/fit/reduce.ts';
import { context, fitContract, item, planOf } from '../../support/fit-contract.ts';

fitContract(reduce);

const prose = (name: string) =>
  Array.from({ length: 40 }, (_, n) => `Sentence ${n} of ${name} says something plain.`).join(' ');

describe('reduce', () => {
  const items = [
    item({ id: 'best', text: prose('best'), score: 0.9 }),
    item({ id: 'worst', text: prose('worst'), score: 0.1, position: 1 }),
  ];

  it('shortens the least relevant first, states the cut, and keeps reduce_keep of it', () => {
    const total = items.reduce((sum, { tokens }) => sum + tokens, 0);
    const plan = reduce.apply(planOf(items), context(items, { budgetTokens: total - 60 }));
    expect(plan.items[0]?.form).toBe('whole');
    expect(plan.items[1]?.form).toBe('reduced');
    expect(plan.items[1]?.text).toMatch(/omitted/);
    expect(plan.items[1]?.tokens).toBeGreaterThan(0.4 * (items[1]?.tokens ?? 0));
    expect(plan.items[1]?.reason).toMatch(/left out/);
  });

  it('names the handle to the whole', () => {
    const plan = reduce.apply(planOf(items), context(items, { budgetTokens: 300 }));
    const shown = plan.items.filter(({ showsHandle }) => showsHandle);
    expect(shown.length).toBeGreaterThan(0);
    for (const { text, handles } of shown) expect(text).toContain(handles[0]);
  });

  it('states the cut without a handle where nothing may be offloaded', () => {
    const fits = context(items, { budgetTokens: 300, originals: new Map() });
    const plan = reduce.apply(planOf(items), fits);
    expect(plan.items.some(({ form }) => form === 'reduced')).toBe(true);
    expect(plan.items.some(({ text }) => text.includes('off_'))).toBe(false);
  });
});
