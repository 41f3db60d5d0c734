import type { Decision, Item } from '../stages.ts';
import type { FitContext, Plan, Strategy } from './strategy.ts';
import { byRank, isRetrievable, isWrappedItem, planTokens, removeItems } from './strategy.ts';

/**
 * Leaves out the least relevant knowledge, one by one, until the window fits or only the best
 * `retrieve_top_k` are left. The cheapest loss, so it runs first. Turns of the conversation are
 * never chosen among.
 */
export const retrieve: Strategy = {
  name: 'retrieve',
  apply(plan, context) {
    const ranked = plan.items.filter(isRetrievable).sort(byRank);
    let wrapped = plan.items.filter(isWrappedItem).length;
    let total = planTokens(plan, context);
    const out: Decision[] = [];
    for (let rank = ranked.length; rank > context.policy.retrieve_top_k; rank -= 1) {
      if (total <= context.budgetTokens) break;
      const item = ranked[rank - 1];
      if (item === undefined) break;
      total -= item.tokens;
      wrapped -= 1;
      if (wrapped === 0) total -= context.contextMessageTokens;
      out.push(notRetrieved(item, rank, ranked.length));
    }
    return removeItems(plan, out);
  },
};

function notRetrieved(item: Item, rank: number, of: number): Decision {
  return {
    id: item.candidate.id,
    fate: 'not_retrieved',
    by: 'retrieve',
    reason: `Ranked ${rank} of ${of} for the task, and the window was full`,
  };
}

/**
 * Gives room that later strategies freed back to what retrieve left out, best first, and stops at
 * the first that does not fit, so that nothing enters before something more relevant.
 */
export function readmit(plan: Plan, context: FitContext, candidates: readonly Item[]): Plan {
  const byId = new Map(candidates.map((item) => [item.candidate.id, item]));
  const waiting = plan.decided
    .filter((decision) => decision.fate === 'not_retrieved')
    .flatMap((decision) => byId.get(decision.id) ?? [])
    .sort(byRank);
  let room = context.budgetTokens - planTokens(plan, context);
  let wrapped = plan.items.some(isWrappedItem);
  const back: Item[] = [];
  for (const item of waiting) {
    const cost = item.tokens + (wrapped ? 0 : context.contextMessageTokens);
    if (cost > room) break;
    room -= cost;
    wrapped = true;
    back.push(item);
  }
  if (back.length === 0) return plan;
  const ids = new Set(back.map((item) => item.candidate.id));
  return {
    ...plan,
    items: [...plan.items, ...back].sort((a, b) => a.candidate.position - b.candidate.position),
    decided: plan.decided.filter((decision) => !ids.has(decision.id)),
  };
}
