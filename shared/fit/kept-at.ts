import type { Item } from '../stages.ts';
import type { FitContext } from './strategy.ts';
import { byRank, isRetrievable, isWrappedItem } from './strategy.ts';

/**
 * The budget (tokens) from which each item stays whole: room for everything that retrieve does not
 * choose among, for the item, and for all knowledge ranked above it or within `retrieve_top_k`. At
 * that budget no other strategy has anything to do, so the item is kept; below it, it may be kept
 * when something else leaves first.
 *
 * @returns budgets by candidate id, for every item of `whole` (the items before any pressure)
 */
export function keptAtBudgets(
  whole: readonly Item[],
  context: FitContext,
): ReadonlyMap<string, number> {
  const ranked = whole.filter(isRetrievable).sort(byRank);
  const always = whole.filter((item) => !isRetrievable(item));
  let sum = context.fixedTokens + always.reduce((total, item) => total + item.tokens, 0);
  if (whole.some(isWrappedItem)) sum += context.contextMessageTokens;
  const top = Math.min(context.policy.retrieve_top_k, ranked.length);
  const withBest = ranked.map((item) => {
    sum += item.tokens;
    return { id: item.candidate.id, budget: sum };
  });
  const floor = withBest[top - 1]?.budget ?? sum - ranked.reduce((n, item) => n + item.tokens, 0);
  return new Map([
    ...always.map((item) => [item.candidate.id, floor] as const),
    ...withBest.map(({ id, budget }) => [id, Math.max(budget, floor)] as const),
  ]);
}
