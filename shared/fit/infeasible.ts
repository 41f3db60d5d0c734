import type { Failure } from '../errors.ts';
import { sectionOf } from '../sections.ts';
import type { FitContext, Plan } from './strategy.ts';
import { planTokens } from './strategy.ts';

/**
 * The failure of a window whose pinned content alone is over budget: tokens of each section and the
 * smallest budget that works.
 */
export function infeasible(plan: Plan, context: FitContext): Failure {
  const minimum = planTokens(plan, context);
  const sections: Record<string, number> = { ...context.fixed };
  for (const { candidate, tokens } of plan.items) {
    const section = sectionOf(candidate.kind);
    sections[section] = (sections[section] ?? 0) + tokens;
  }
  return {
    code: 'budget_infeasible',
    detail: `Cannot fit window: pinned content needs ${minimum} tokens, budget is ${context.budgetTokens}`,
    errors: [
      {
        pointer: '/budget_tokens',
        detail: `Raise the budget to ${minimum} or more, or pin less`,
      },
    ],
    extra: { minimum_budget_tokens: minimum, sections },
  };
}
