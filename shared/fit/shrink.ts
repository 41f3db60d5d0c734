import { replaceToolResult, shortenArguments, toolResults } from '../messages/edit.ts';
import type { Group } from '../messages/types.ts';
import { FETCH_TOOL_NAME } from '../offload/tool.ts';
import type { Item } from '../stages.ts';
import { reduce as reduceText } from '../text/reduce.ts';
import type { FitContext, Original, Plan } from './strategy.ts';
import { isFetched, originalKey, showsHandle } from './strategy.ts';

/** Texts shorter than this many tokens are not worth a stated cut; they are cut whole if need be. */
const MIN_REDUCIBLE_TOKENS = 48;
/** What is left of a text has to say something: at least this many tokens. */
const MIN_LEFT_TOKENS = 16;
/** Call arguments longer than this many characters are shortened; the rest of a call is its meaning. */
const MAX_ARGUMENT_CHARS = 400;
/** Largest share of the budget that the fetch tool may take just so that a cut names its handle. */
const TOOL_MAX_SHARE = 0.25;

/** How far an item may be shortened. */
export interface ShrinkLimits {
  /** Tokens that the window is over budget; no more is taken than that. */
  readonly overTokens: number;
  /** Share of the whole text (0–1) that stays at least. */
  readonly keepShare: number;
}

/** Whether an item may be shortened at all. */
export function isShrinkable(item: Item): boolean {
  return (
    !item.candidate.pinned &&
    (item.group !== null || item.form !== 'placeholder') &&
    item.candidate.kind !== 'task' &&
    !isFetched(item.candidate) &&
    item.tokens >= MIN_REDUCIBLE_TOKENS
  );
}

/**
 * The item shortened by its shape, from its whole text, with the cut stated and the handle to the
 * whole where there is one; null when it cannot be made smaller. A conversation group stays whole:
 * the results and arguments of its calls are shortened.
 */
export function shrink(
  item: Item,
  plan: Plan,
  context: FitContext,
  limits: ShrinkLimits,
): Item | null {
  const { group } = item;
  if (group !== null) return shrinkGroup(item, group, plan, context, limits);
  // Where the fetch tool takes the room that the text needs, the cut is stated without the handle.
  return (
    shrinkText(item, plan, context, { ...limits, mayShow: true }) ??
    shrinkText(item, plan, context, { ...limits, mayShow: false })
  );
}

function shrinkText(
  item: Item,
  plan: Plan,
  context: FitContext,
  limits: ShrinkLimits & { readonly mayShow: boolean },
): Item | null {
  const { candidate, whole } = item;
  const original = context.originals.get(originalKey(candidate.id));
  const others = { ...plan, items: plan.items.filter((other) => other !== item) };
  const offered = showsHandle(others);
  const content = context.sizer.count(whole);
  const saved = content * (1 - limits.keepShare);
  const show = limits.mayShow && isWorthShowing(original, offered, saved, context);
  const handle = show && original !== undefined ? original.handle : null;
  const wrapper = context.sizer.text(candidate, whole, handle) - content;
  // The tool comes with the first handle that is shown, and leaves with the last.
  const toolNow = offered || item.showsHandle ? context.fetchToolTokens : 0;
  const toolThen = offered || handle !== null ? context.fetchToolTokens : 0;
  const target = Math.max(
    Math.floor(content * limits.keepShare),
    item.tokens - limits.overTokens + toolNow - toolThen - wrapper,
  );
  if (target < MIN_LEFT_TOKENS) return null;
  const reduction = reduceText({
    text: whole,
    maxTokens: Math.min(target, content - 1),
    count: context.sizer.count,
    query: context.query,
    terms: context.terms,
    handle,
  });
  if (reduction === null) return null;
  const tokens = context.sizer.text(candidate, reduction.text, handle);
  if (tokens + toolThen >= item.tokens + toolNow) return null;
  const { unit, count, of } = reduction.omitted;
  return {
    ...item,
    form: 'reduced',
    text: reduction.text,
    tokens,
    handles: original === undefined ? item.handles : [original.handle],
    showsHandle: handle !== null,
    by: 'reduce',
    reason: `Shortened by its shape (${reduction.shape}): ${count} of ${of} ${unit} left out`,
  };
}

function shrinkGroup(
  item: Item,
  group: Group,
  plan: Plan,
  context: FitContext,
  limits: ShrinkLimits,
): Item | null {
  let next = group;
  const handles = new Set(item.handles);
  let shows = item.showsHandle;
  const texts = wholeTexts(item);
  const share = shareToKeep(item, group, context, limits);
  for (const { callId, name, text: current } of toolResults(group)) {
    const original = context.originals.get(originalKey(item.candidate.id, callId));
    const text = texts.get(callId) ?? current;
    const content = context.sizer.count(text);
    // What was offloaded is a description already, and a fetched page is what was asked for.
    const offloaded = current !== text && item.by === 'offload';
    if (content < MIN_REDUCIBLE_TOKENS || name === FETCH_TOOL_NAME || offloaded) continue;
    const offered = shows || showsHandle(plan);
    const show = isWorthShowing(original, offered, content * (1 - share), context);
    const reduction = reduceText({
      text,
      maxTokens: Math.max(MIN_LEFT_TOKENS, Math.floor(content * share)),
      count: context.sizer.count,
      query: context.query,
      terms: context.terms,
      handle: show && original !== undefined ? original.handle : null,
    });
    if (reduction === null) continue;
    next = replaceToolResult(next, callId, reduction.text);
    if (original !== undefined) handles.add(original.handle);
    shows ||= show;
  }
  const calls = context.originals.get(originalKey(item.candidate.id, 'calls'));
  const shortened = shortenArguments(next, MAX_ARGUMENT_CHARS);
  if (shortened !== next && calls !== undefined) handles.add(calls.handle);
  const tokens = context.sizer.group(shortened);
  if (shortened === group || tokens >= item.tokens) return null;
  return {
    ...item,
    form: 'reduced',
    group: shortened,
    tokens,
    handles: [...handles],
    showsHandle: shows,
    by: 'reduce',
    reason: 'Results and arguments of its calls are shortened; the group stays whole',
  };
}

/** The share of each result that stays, so that the group frees what is over, but no more. */
function shareToKeep(item: Item, group: Group, context: FitContext, limits: ShrinkLimits): number {
  const texts = wholeTexts(item);
  const results = toolResults(group).reduce(
    (sum, { callId, text }) => sum + context.sizer.count(texts.get(callId) ?? text),
    0,
  );
  const rest =
    item.tokens - toolResults(group).reduce((n, r) => n + context.sizer.count(r.text), 0);
  const room = item.tokens - limits.overTokens - rest;
  return results === 0 ? 1 : Math.min(1, Math.max(limits.keepShare, room / results));
}

/** Texts of a group's results as they were before anything was shortened. */
function wholeTexts(item: Item): ReadonlyMap<string, string> {
  const group = item.wholeGroup;
  if (group === null) return new Map();
  return new Map(toolResults(group).map(({ callId, text }) => [callId, text]));
}

/** A handle is shown when the fetch tool is offered anyway, or when what is saved pays for it. */
function isWorthShowing(
  original: Original | undefined,
  offered: boolean,
  savedTokens: number,
  context: FitContext,
): boolean {
  if (original === undefined) return false;
  const tool = context.fetchToolTokens;
  return offered || (savedTokens > tool && tool <= context.budgetTokens * TOOL_MAX_SHARE);
}
