import { replaceToolResult, shortenArguments, toolResults } from '../messages/edit.ts';
import type { Group } from '../messages/types.ts';
import { FETCH_TOOL_NAME } from '../offload/tool.ts';
import type { Item } from '../stages.ts';
import { reduce as reduceText } from '../text/reduce.ts';
import { trimHistory } from './history.ts';
import type { FitContext, Plan, Strategy } from './strategy.ts';
import {
  byRank,
  isFetched,
  isTurn,
  originalKey,
  planTokens,
  replaceItems,
  showsHandle,
} from './strategy.ts';

/** Texts shorter than this many tokens are not worth a stated cut; they are cut whole if need be. */
const MIN_REDUCIBLE_TOKENS = 48;
/** Call arguments longer than this many characters are shortened; the rest of a call is its meaning. */
const MAX_ARGUMENT_CHARS = 400;

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
    const conversation = plan.items.filter(isTurn).reduce((sum, item) => sum + item.tokens, 0);
    const trimmed = trimHistory(next, context, {
      overTokens: over,
      keepTokens: Math.ceil(conversation * context.policy.reduce_keep),
      by: 'reduce',
    });
    if (planTokens(trimmed, context) < planTokens(next, context)) next = trimmed;
    for (const item of reducible(next, context)) {
      over = planTokens(next, context) - context.budgetTokens;
      if (over <= 0) break;
      const shorter =
        item.group === null
          ? reduceItem(item, next, context, over)
          : reduceGroup(item, item.group, next, context);
      if (shorter === null) continue;
      const candidate = replaceItems(next, new Map([[item.candidate.id, shorter]]));
      if (planTokens(candidate, context) < planTokens(next, context)) next = candidate;
    }
    return next;
  },
};

/** Conversation oldest first, then texts from the least relevant up. */
function reducible(plan: Plan, context: FitContext): readonly Item[] {
  const able = plan.items.filter(
    (item) =>
      !item.candidate.pinned &&
      (item.group !== null || item.form !== 'placeholder') &&
      !isFetched(item.candidate) &&
      item.tokens >= MIN_REDUCIBLE_TOKENS,
  );
  const turns = able.filter((item) => item.group !== null);
  const texts = able
    .filter((item) => item.group === null)
    .sort(byRank)
    .reverse();
  return context.policy.reduce_keep >= 1 ? [] : [...turns, ...texts];
}

function reduceItem(item: Item, plan: Plan, context: FitContext, over: number): Item | null {
  const original = context.originals.get(originalKey(item.candidate.id));
  const shown = original !== undefined && showsHandle(plan);
  const saving = item.tokens * (1 - context.policy.reduce_keep);
  const show = original !== undefined && (shown || saving > context.fetchToolTokens);
  const handle = show ? original.handle : null;
  const content = context.sizer.count(item.text);
  const wrapper = context.sizer.text(item.candidate, item.text, handle) - content;
  // Never below the kept share, and no further than the window needs.
  const tool = show && !shown ? context.fetchToolTokens : 0;
  const target = Math.max(
    Math.floor(content * context.policy.reduce_keep),
    item.tokens - over - tool - wrapper,
  );
  const reduction = reduceText({
    text: item.text,
    maxTokens: Math.min(target, content - 1),
    count: context.sizer.count,
    query: context.query,
    terms: context.terms,
    handle,
  });
  if (reduction === null) return null;
  const { unit, count, of } = reduction.omitted;
  return {
    ...item,
    form: 'reduced',
    text: reduction.text,
    tokens: context.sizer.text(item.candidate, reduction.text, handle),
    handles: original === undefined ? item.handles : [...item.handles, original.handle],
    showsHandle: item.showsHandle || handle !== null,
    by: 'reduce',
    reason: `Shortened by its shape (${reduction.shape}): ${count} of ${of} ${unit} left out`,
  };
}

function reduceGroup(item: Item, group: Group, plan: Plan, context: FitContext): Item | null {
  let next = group;
  const handles: string[] = [];
  let shows = item.showsHandle;
  for (const result of toolResults(group)) {
    const content = context.sizer.count(result.text);
    if (content < MIN_REDUCIBLE_TOKENS || result.name === FETCH_TOOL_NAME) continue;
    const original = context.originals.get(originalKey(item.candidate.id, result.callId));
    // What was offloaded is a description already.
    if (original !== undefined && item.handles.includes(original.handle)) continue;
    const saving = content * (1 - context.policy.reduce_keep);
    const show =
      original !== undefined && (shows || showsHandle(plan) || saving > context.fetchToolTokens);
    const reduction = reduceText({
      text: result.text,
      maxTokens: Math.floor(content * context.policy.reduce_keep),
      count: context.sizer.count,
      query: context.query,
      terms: context.terms,
      handle: show ? original.handle : null,
    });
    if (reduction === null) continue;
    next = replaceToolResult(next, result.callId, reduction.text);
    if (original !== undefined) handles.push(original.handle);
    shows ||= show;
  }
  const calls = context.originals.get(originalKey(item.candidate.id, 'calls'));
  const shortened = shortenArguments(next, MAX_ARGUMENT_CHARS);
  if (shortened !== next && calls !== undefined) handles.push(calls.handle);
  if (shortened === group) return null;
  return {
    ...item,
    form: 'reduced',
    group: shortened,
    tokens: context.sizer.group(shortened),
    handles: [...item.handles, ...handles],
    showsHandle: shows,
    by: 'reduce',
    reason: 'Results and arguments of its calls are shortened; the group stays whole',
  };
}
