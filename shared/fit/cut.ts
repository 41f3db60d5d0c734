import type { Decision, Item } from '../stages.ts';
import { dropTurns, openWithUser, shrinkMarker } from './history.ts';
import type { FitContext, Plan, Strategy } from './strategy.ts';
import { byRank, isTurn, planTokens, removeItems } from './strategy.ts';

/**
 * Drops whatever still does not fit, lowest score first. Conversation leaves from its oldest turn,
 * so that a tail is left. Pinned text and the task never leave: when they alone are over budget,
 * the plan comes back over budget and the caller reports it.
 */
export const cut: Strategy = {
  name: 'cut',
  apply(plan, context) {
    let next = plan;
    while (planTokens(next, context) > context.budgetTokens) {
      const smaller = shrinkMarker(cutOnce(next, context), context);
      if (smaller.items.length === next.items.length) {
        next = smaller;
        break;
      }
      next = smaller;
    }
    return openWithUser(next, context);
  },
};

/** Removes as many items as the overflow asks for, in one pass. */
function cutOnce(plan: Plan, context: FitContext): Plan {
  let over = planTokens(plan, context) - context.budgetTokens;
  const texts = plan.items.filter(isCuttableText).sort(byRank);
  const turns = plan.items.filter(isTurn);
  const outTexts: Item[] = [];
  let outTurns = 0;
  while (over > 0) {
    const text = texts.at(-1);
    const turn = turns[outTurns];
    if (text !== undefined && (turn === undefined || byRank(text, turn) > 0)) {
      texts.pop();
      outTexts.push(text);
      over -= text.tokens;
    } else if (turn !== undefined) {
      outTurns += 1;
      over -= turn.tokens;
    } else break;
  }
  const without = removeItems(plan, outTexts.map(decision));
  return dropTurns(without, context, turns.slice(0, outTurns), 'cut');
}

function isCuttableText(item: Item): boolean {
  return !item.candidate.pinned && item.group === null && item.candidate.kind !== 'task';
}

function decision(item: Item): Decision {
  return {
    id: item.candidate.id,
    fate: 'cut',
    by: 'cut',
    reason: 'Lowest score of what was left, and the window was still over budget',
    ...(item.handles[0] === undefined ? {} : { handle: item.handles[0] }),
  };
}
