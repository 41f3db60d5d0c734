import type { Failure } from '../errors.ts';
import type { Result } from '../result.ts';
import { fail, ok } from '../result.ts';
import type { Decision, Fitted, Item } from '../stages.ts';
import { cut } from './cut.ts';
import { easeTranscript, isTranscript } from './ease.ts';
import { infeasible } from './infeasible.ts';
import { keptAtBudgets } from './kept-at.ts';
import { offload } from './offload.ts';
import { reduce } from './reduce.ts';
import { readmit, retrieve } from './retrieve.ts';
import type { FitContext, Strategy } from './strategy.ts';
import { planTokens, showsHandle } from './strategy.ts';

/** The pressure strategies, in order of least loss. */
const PRESSURE: readonly Strategy[] = [retrieve, offload, reduce, cut];

/**
 * Makes the items fit the budget: the transcript of a session that shows rot is shortened, then each pressure strategy runs in turn and stops as soon as the window
 * fits; then room that was freed goes back to what retrieve left out. Every item that is not kept
 * whole says at which budget it would be.
 *
 * @returns `budget_infeasible` when pinned content alone is over budget
 */
export function fitWindow(
  items: readonly Item[],
  decided: readonly Decision[],
  context: FitContext,
): Result<Fitted, Failure> {
  let plan = easeTranscript({ items, decided: [], historyMarker: null }, context);
  for (const strategy of PRESSURE) plan = strategy.apply(plan, context);
  plan = readmit(plan, context, items);
  const tokens = planTokens(plan, context);
  if (tokens > context.budgetTokens) return fail(infeasible(plan, context));
  return ok({
    stage: 'fitted',
    items: plan.items,
    historyMarker: plan.historyMarker,
    decided: [...decided, ...withBudgets(plan.decided, items, context)],
    tokens,
    offersFetch: showsHandle(plan),
  });
}

/**
 * The items of which something has to leave the window: what retrieve leaves when that is still over
 * budget, the transcript of a session that shows rot; `[]` when the window fits and nothing is to leave.
 */
export function itemsUnderPressure(items: readonly Item[], context: FitContext): readonly Item[] {
  const plan = retrieve.apply({ items, decided: [], historyMarker: null }, context);
  if (planTokens(plan, context) > context.budgetTokens) return plan.items;
  return context.ease === undefined ? [] : items.filter(isTranscript);
}

function withBudgets(
  decisions: readonly Decision[],
  items: readonly Item[],
  context: FitContext,
): readonly Decision[] {
  const budgets = keptAtBudgets(items, context);
  return decisions.map((decision) => {
    // No budget keeps what left because the session shows rot.
    const keptAtBudget = decision.by === 'rot' ? undefined : budgets.get(decision.id);
    return keptAtBudget === undefined ? decision : { ...decision, keptAtBudget };
  });
}
