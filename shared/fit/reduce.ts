import type { Item } from '../stages.ts';
import { trimHistory } from './history.ts';
import { isShrinkable, shrink } from './shrink.ts';
import type { Plan, Strategy } from './strategy.ts';
import { byRank, isTurn, planTokens, replaceItems } from './strategy.ts';

/**
 * Shortens what is left, keeping `reduce_keep` of it: first the older conversation (whole groups),
 * then bulky results and arguments inside it, then texts from the least relevant up, by their shape.
 * Every cut is stated in the text, with the handle to the whole when the tool for it is worth its
 * tokens.
 */
export const reduce: Strategy = {
  name: 'reduce',
  apply(plan, context) {
    let next = plan;
    let over = planTokens(next, context) - context.budgetTokens;
    if (over <= 0) return plan;
    const keepShare = context.policy.reduce_keep;
    const conversation = plan.items.filter(isTurn).reduce((sum, item) => sum + item.tokens, 0);
    const trimmed = trimHistory(next, context, {
      overTokens: over,
      keepTokens: Math.ceil(conversation * keepShare),
      by: 'reduce',
    });
    if (planTokens(trimmed, context) < planTokens(next, context)) next = trimmed;
    for (const item of reducible(next)) {
      over = planTokens(next, context) - context.budgetTokens;
      if (over <= 0 || keepShare >= 1) break;
      const shorter = shrink(item, next, context, { overTokens: over, keepShare });
      if (shorter === null) continue;
      const candidate = replaceItems(next, new Map([[item.candidate.id, shorter]]));
      if (planTokens(candidate, context) < planTokens(next, context)) next = candidate;
    }
    return next;
  },
};

/** Conversation oldest first, then texts from the least relevant up. */
function reducible(plan: Plan): readonly Item[] {
  const able = plan.items.filter(isShrinkable);
  const turns = able.filter((item) => item.group !== null);
  const texts = able.filter((item) => item.group === null);
  return [...turns, ...texts.sort(byRank).reverse()];
}
