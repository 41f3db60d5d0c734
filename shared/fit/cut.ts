import type { Decision, Item } from '../stages.ts';
import { dropTurns, openWithUser, shrinkMarker } from './history.ts';
import { isShrinkable, shrink } from './shrink.ts';
import type { FitContext, Plan, Strategy } from './strategy.ts';
import { byRank, isTurn, planTokens, removeItems, replaceItems } from './strategy.ts';

/**
 * Drops whatever still does not fit, lowest score first; where a part of a text fits, that part stays.
 * Conversation leaves from its oldest turn, so that a tail is left. Pinned text and the task never leave: when they alone are over budget,
 * the plan comes back over budget and the caller reports it.
 */
export const cut: Strategy = {
  name: 'cut',
  apply(plan, context) {
    let next = plan;
    while (planTokens(next, context) > context.budgetTokens) {
      const smaller = shrinkMarker(cutOnce(next, context), context);
      if (planTokens(smaller, context) >= planTokens(next, context)) {
        next = smaller;
        break;
      }
      next = smaller;
    }
    return openWithUser(next, context);
  },
};

/**
 * Removes as many items as the overflow asks for, in one pass; the last of them is shortened to the
 * room that is left instead, when something telling of it fits.
 */
function cutOnce(plan: Plan, context: FitContext): Plan {
  let over = planTokens(plan, context) - context.budgetTokens;
  const texts = plan.items.filter(isCuttableText).sort(byRank);
  const turns = plan.items.filter(isTurn);
  const outTexts: Item[] = [];
  let outTurns = 0;
  while (over > 0) {
    const text = texts.at(-1);
    const turn = turns[outTurns];
    const isText = text !== undefined && (turn === undefined || byRank(text, turn) > 0);
    const last = isText ? text : turn;
    // The fetch tool leaves with the last handle that is shown.
    const tool = last?.showsHandle === true ? context.fetchToolTokens : 0;
    if (last !== undefined && over < last.tokens + tool && isShrinkable(last)) {
      const rest = drop(plan, context, outTexts, turns.slice(0, outTurns));
      const part = shrunk(last, rest, context);
      if (part !== null) return part;
    }
    if (isText) {
      texts.pop();
      outTexts.push(text);
      over -= text.tokens;
    } else if (turn !== undefined) {
      outTurns += 1;
      over -= turn.tokens;
    } else break;
  }
  return drop(plan, context, outTexts, turns.slice(0, outTurns));
}

function drop(
  plan: Plan,
  context: FitContext,
  texts: readonly Item[],
  turns: readonly Item[],
): Plan {
  return dropTurns(removeItems(plan, texts.map(decision)), context, turns, 'cut');
}

/** The plan with one item shortened until it fits; null when that is not possible. */
function shrunk(item: Item, plan: Plan, context: FitContext): Plan | null {
  const overTokens = planTokens(plan, context) - context.budgetTokens;
  if (overTokens <= 0) return plan;
  const part = shrink(item, plan, context, { overTokens, keepShare: 0 });
  if (part === null) return null;
  const next = replaceItems(plan, new Map([[item.candidate.id, part]]));
  return planTokens(next, context) <= context.budgetTokens ? next : null;
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
