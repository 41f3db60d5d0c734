import { FETCH_TOOL_NAME } from '../offload/tool.ts';
import type { Decision, HistoryMarker, Item } from '../stages.ts';
import type { FitContext, Plan } from './strategy.ts';
import {
  historyKey,
  isTurn,
  isWrappedItem,
  planTokens,
  removeItems,
  showsHandle,
} from './strategy.ts';

/** Largest share of the budget that the note about left-out conversation may take with its handle. */
const MARKER_MAX_SHARE = 0.15;
/** Newest turns that a step never takes along. */
export const KEPT_TURNS = 2;
const OLDER_TURN_REASON = 'Older conversation left so that the newest turns fit';
const ROT_TURN_REASON =
  'Older conversation left because answers of this session got worse as its windows grew';
/** Reasons of turns that the note counts. */
const GONE_REASONS: ReadonlySet<string> = new Set([OLDER_TURN_REASON, ROT_TURN_REASON]);

/**
 * Leaves out the oldest turns until `overTokens` are freed, but never below `keepTokens` of
 * conversation, and then on to the next boundary. Whole groups only. What is left opens with the
 * user, or after a note that says how much is gone.
 */
export function trimHistory(
  plan: Plan,
  context: FitContext,
  limits: { readonly overTokens: number; readonly keepTokens: number; readonly by: 'reduce' },
): Plan {
  const turns = plan.items.filter(isTurn);
  const most = turns.reduce((sum, item) => sum + item.tokens, 0) - limits.keepTokens;
  const out: Item[] = [];
  let freed = 0;
  for (const item of turns) {
    if (freed >= limits.overTokens || freed + item.tokens > most) break;
    freed += item.tokens;
    out.push(item);
  }
  return dropTurns(plan, context, out, limits.by);
}

/** Removes the oldest turns up to the next boundary behind `out`, and puts the note in their place. */
export function dropTurns(
  plan: Plan,
  context: FitContext,
  out: readonly Item[],
  by: 'reduce' | 'cut',
): Plan {
  if (out.length === 0) return plan;
  const gone = toBoundary(plan.items.filter(isTurn), out.length, context);
  return leaveTurns(plan, context, gone, { by, reason: OLDER_TURN_REASON });
}

/** Removes the turns of a session that shows rot, oldest first and no others, and notes it. */
export function leaveForRot(plan: Plan, context: FitContext, gone: readonly Item[]): Plan {
  if (gone.length === 0) return plan;
  return leaveTurns(plan, context, gone, { by: 'rot', reason: ROT_TURN_REASON });
}

function leaveTurns(
  plan: Plan,
  context: FitContext,
  gone: readonly Item[],
  why: { readonly by: string; readonly reason: string },
): Plan {
  const handle = context.originals.get(historyKey(gone.at(-1)?.candidate.id ?? ''))?.handle;
  const decisions = gone.map(
    (item): Decision => ({
      id: item.candidate.id,
      fate: 'cut',
      ...why,
      ...(handle === undefined ? {} : { handle }),
    }),
  );
  const next = removeItems(plan, decisions);
  return { ...next, historyMarker: marker(next, context) };
}

/** The first `least` turns, and on to the next boundary where that leaves the newest turns. */
function toBoundary(turns: readonly Item[], least: number, context: FitContext): readonly Item[] {
  const isBoundary = (item: Item | undefined) =>
    item !== undefined && context.boundaryIds.has(item.candidate.id);
  for (let end = least; end <= turns.length - KEPT_TURNS; end += 1) {
    if (isBoundary(turns[end - 1])) return turns.slice(0, end);
  }
  return turns.slice(0, least);
}

/**
 * The note about all turns that are gone. It names the handle when that and the fetch tool take a
 * small share of the budget; otherwise it only states the cut.
 */
function marker(plan: Plan, context: FitContext): HistoryMarker | null {
  const gone = goneTurns(plan);
  const original = context.originals.get(historyKey(gone.at(-1)?.id ?? ''));
  const allowance = context.budgetTokens * MARKER_MAX_SHARE;
  if (original !== undefined) {
    const text = markerText(gone.length, original.handle);
    const tokens = context.sizer.marker(text);
    const tool = showsHandle({ ...plan, historyMarker: null }) ? 0 : context.fetchToolTokens;
    if (tokens + tool <= allowance) return { text, tokens, handle: original.handle };
  }
  const text = markerText(gone.length, null);
  const tokens = context.sizer.marker(text);
  return tokens <= allowance ? { text, tokens, handle: null } : null;
}

function markerText(gone: number, handle: string | null): string {
  const turns = gone === 1 ? '1 earlier turn is' : `${gone} earlier turns are`;
  const whole = handle === null ? '' : `; read them with ${FETCH_TOOL_NAME} and handle "${handle}"`;
  return `[${turns} left out of this conversation${whole}]`;
}

/**
 * Makes sure that the first message after the instructions is the user's: without a note or wrapped
 * text in front, leading turns of the assistant leave.
 */
export function openWithUser(plan: Plan, context: FitContext): Plan {
  const opened =
    plan.historyMarker !== null || (context.contextOpens && plan.items.some(isWrappedItem));
  if (opened) return plan;
  const turns = plan.items.filter(isTurn);
  const first = turns.findIndex((item) => item.group?.role === 'user');
  const leading = first === -1 ? turns : turns.slice(0, first);
  if (leading.length === 0) return plan;
  return removeItems(
    plan,
    leading.map((item) => ({
      id: item.candidate.id,
      fate: 'cut',
      by: 'cut',
      reason: 'A conversation must open with the user, and what came before it did not fit',
    })),
  );
}

/** Shortens the note to its bare statement, or drops it, when the window does not fit with it. */
export function shrinkMarker(plan: Plan, context: FitContext): Plan {
  if (plan.historyMarker === null || planTokens(plan, context) <= context.budgetTokens) return plan;
  const short = withBareMarker(plan, context);
  if (planTokens(short, context) <= context.budgetTokens) return short;
  return { ...plan, historyMarker: null };
}

/** The plan with a note that only states how much conversation is gone; it needs no fetch tool. */
export function withBareMarker(plan: Plan, context: FitContext): Plan {
  const text = markerText(goneTurns(plan).length, null);
  const tokens = context.sizer.marker(text);
  return { ...plan, historyMarker: { text, tokens, handle: null } };
}

/** Turns that left because they were old, oldest first. */
function goneTurns(plan: Plan): readonly Decision[] {
  return plan.decided.filter(({ reason }) => GONE_REASONS.has(reason));
}
