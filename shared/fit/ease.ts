import type { Item } from '../stages.ts';
import { KEPT_TURNS, leaveForRot, withBareMarker } from './history.ts';
import { isShrinkable, shrink } from './shrink.ts';
import type { Ease, FitContext, Plan } from './strategy.ts';
import { isTurn, planTokens, replaceItems } from './strategy.ts';

/** Turns end where their sum crosses a multiple of a step; at least this many steps make a conversation. */
const MIN_STEPS = 8;

/**
 * What leaves when a session shows rot: the oldest turns until `keepShare` (0–1) of the conversation's
 * tokens is left, whole groups, never the newest turns.
 *
 * The end is a place that the next windows find again, so that their prefix survives: where the sum
 * crosses a multiple of a step. The step only halves or doubles as the conversation grows, and the
 * multiples of a doubled step are multiples of the step as well.
 */
export function easeOf(items: readonly Item[], keepShare: number, budgetTokens: number): Ease {
  const turns = items.filter(isTurn);
  const total = turns.reduce((sum, item) => sum + item.tokens, 0);
  const mayLeave = turns.slice(0, Math.max(0, turns.length - KEPT_TURNS));
  if (keepShare >= 1) return { until: null };
  const least = total * (1 - keepShare);
  const step = stepFor(total, budgetTokens);
  // Where no multiple is crossed: the turn at which enough has left, or the last that may.
  let until: number | null = null;
  let sum = 0;
  for (const { tokens, candidate } of mayLeave) {
    const before = sum;
    sum += tokens;
    if (before < least) until = candidate.position;
    const isMultiple = Math.floor(sum / step) > Math.floor(before / step);
    if (sum >= least && isMultiple) return { until: candidate.position };
  }
  return { until };
}

/** The largest of budget, budget/2, budget/4 … that the conversation holds `MIN_STEPS` times. */
function stepFor(total: number, budgetTokens: number): number {
  let step = Math.max(1, budgetTokens);
  while (step > 1 && step * MIN_STEPS > total) step /= 2;
  return step;
}

/**
 * Shortens the transcript of a session that shows rot to the share `reduce_keep`, although the window
 * may fit: older turns leave with a note and a handle, history that came as text is shortened with the
 * cut stated. A plan without rot, or one that would not get smaller, comes back as it is. Pinned items,
 * the task and everything that is no conversation stay.
 */
export function easeTranscript(plan: Plan, context: FitContext): Plan {
  const { ease } = context;
  if (ease === undefined) return plan;
  let next = leaveTurns(plan, context, ease.until);
  for (const item of next.items.filter(isTranscriptText)) {
    const keepShare = context.policy.reduce_keep;
    const limits = { overTokens: item.tokens, keepShare };
    const shorter = keepShare >= 1 ? null : shrink(item, next, context, limits);
    if (shorter === null) continue;
    const reason = `${shorter.reason}, because answers of this session got worse as its windows grew`;
    const candidate = replaceItems(
      next,
      new Map([[item.candidate.id, { ...shorter, by: 'rot', reason }]]),
    );
    if (planTokens(candidate, context) < planTokens(next, context)) next = candidate;
  }
  return next;
}

/** Whether rot may take something of it: turns of the conversation, and history that came as text. */
export function isTranscript(item: Item): boolean {
  return isTurn(item) || isTranscriptText(item);
}

function isTranscriptText(item: Item): boolean {
  return item.candidate.kind === 'history' && item.group === null && isShrinkable(item);
}

/** A note with its handle and the fetch tool can cost more than short turns; then it only states the cut. */
function leaveTurns(plan: Plan, context: FitContext, until: number | null): Plan {
  if (until === null) return plan;
  const gone = plan.items.filter(isTurn).filter(({ candidate }) => candidate.position <= until);
  const left = leaveForRot(plan, context, gone);
  const before = planTokens(plan, context);
  if (planTokens(left, context) < before) return left;
  const bare = withBareMarker(left, context);
  return planTokens(bare, context) < before ? bare : plan;
}
