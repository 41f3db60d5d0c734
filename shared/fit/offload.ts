import { replaceToolResult, toolResults } from '../messages/edit.ts';
import { FETCH_TOOL_NAME } from '../offload/tool.ts';
import type { Item } from '../stages.ts';
import { countLines, utf8Bytes } from '../text/amounts.ts';
import { replaceDataUris } from '../text/data-uri.ts';
import { describe, placeholder } from '../text/describe.ts';
import type { FitContext, Original, Plan, Strategy } from './strategy.ts';
import { isFetched, originalKey, planTokens, replaceItems } from './strategy.ts';

/**
 * Largest share of the budget that the fetch tool may take while the window still does not fit: beyond
 * it, shortened texts without the tool tell the model more than descriptions with it.
 */
const TOOL_MAX_SHARE = 0.25;

/** One text that may leave, and the item as it would stand without it. */
interface Move {
  readonly item: Item;
  readonly tokens: number;
  readonly original: Original;
  readonly callId: string | null;
  readonly text: string;
}

/**
 * Moves bulk out: texts of at least `offload_min_share` of the budget become a one-line description
 * with a handle, and the fetch tool joins this call's tools. Largest first, the newest turn last.
 * Tool results inside the conversation are replaced in place, so that their group stays whole. Where
 * images make the bulk, only they leave, and the words around them stay.
 */
export const offload: Strategy = {
  name: 'offload',
  apply(plan, context) {
    if (planTokens(plan, context) <= context.budgetTokens) return plan;
    let next = plan;
    for (const move of moves(plan, context)) {
      if (planTokens(next, context) <= context.budgetTokens) break;
      const current = next.items.find((item) => item.candidate.id === move.item.candidate.id);
      if (current === undefined) continue;
      const moved = offloadItem(current, move, context);
      if (moved.tokens >= current.tokens) continue;
      next = replaceItems(next, new Map([[moved.candidate.id, moved]]));
    }
    // The fetch tool costs tokens too; small windows can lose by it.
    const tokens = planTokens(next, context);
    const isCheap = context.fetchToolTokens <= context.budgetTokens * TOOL_MAX_SHARE;
    if (tokens > context.budgetTokens && !isCheap) return plan;
    return tokens < planTokens(plan, context) ? next : plan;
  },
};

function moves(plan: Plan, context: FitContext): readonly Move[] {
  const least = context.policy.offload_min_share * context.budgetTokens;
  const newest = plan.items.findLast((item) => item.group !== null)?.candidate.id;
  const all = plan.items
    .filter((item) => !item.candidate.pinned && item.tokens >= least)
    .flatMap((item) =>
      item.group === null ? textMoves(item, context) : resultMoves(item, context),
    )
    .filter((move) => move.tokens >= least);
  const isNewest = (move: Move) => (move.item.candidate.id === newest ? 1 : 0);
  return all.sort((a, b) => isNewest(a) - isNewest(b) || b.tokens - a.tokens);
}

function textMoves(item: Item, context: FitContext): readonly Move[] {
  const original = context.originals.get(originalKey(item.candidate.id));
  if (original === undefined || item.form === 'placeholder' || isFetched(item.candidate)) return [];
  return [{ item, tokens: item.tokens, original, callId: null, text: item.text }];
}

function resultMoves(item: Item, context: FitContext): readonly Move[] {
  if (item.group === null) return [];
  return toolResults(item.group)
    .filter((result) => result.name !== FETCH_TOOL_NAME)
    .flatMap((result) => {
      const original = context.originals.get(originalKey(item.candidate.id, result.callId));
      if (original === undefined) return [];
      const tokens = context.sizer.count(result.text);
      return [{ item, tokens, original, callId: result.callId, text: result.text }];
    });
}

function offloadItem(item: Item, move: Move, context: FitContext): Item {
  const { handle } = move.original;
  const text = withoutImages(move, context) ?? moved(move, context);
  const reason = `At least ${Math.round(context.policy.offload_min_share * 100)} % of the budget: moved out, the fetch tool brings it back`;
  const common = {
    ...item,
    form: 'placeholder' as const,
    handles: [...item.handles, handle],
    showsHandle: true,
    by: 'offload',
    reason,
  };
  if (item.group !== null && move.callId !== null) {
    const group = replaceToolResult(item.group, move.callId, text);
    return { ...common, group, tokens: context.sizer.group(group) };
  }
  return { ...common, text, tokens: context.sizer.text(item.candidate, text, handle) };
}

/** The text with a note in place of each image, when that alone makes it small enough. */
function withoutImages(move: Move, context: FitContext): string | null {
  const noted = replaceDataUris(move.text, move.original.handle);
  const least = context.policy.offload_min_share * context.budgetTokens;
  return noted !== move.text && context.sizer.count(noted) < least ? noted : null;
}

/** The description that stands for the whole text. */
function moved(move: Move, context: FitContext): string {
  const { handle, input } = move.original;
  return placeholder({
    handle,
    description: describe(move.text, input.mediaType).line,
    bytes: utf8Bytes(move.text),
    lines: countLines(move.text),
    tokens: context.sizer.count(move.text),
  });
}
