import type { Group } from '../messages/types.ts';
import { FETCH_TOOL_NAME } from '../offload/tool.ts';
import type { Policy } from '../policy.ts';
import type { BlobInput } from '../ports.ts';
import type { Candidate, Decision, HistoryMarker, Item } from '../stages.ts';
import type { Kind } from '../types.ts';

/** Measures forms of candidates, in tokens of the window's encoding. */
export interface Sizer {
  /** Plain text, without any wrapper. */
  count(text: string): number;
  /** A candidate's text as it stands in the window, wrapper included. */
  text(candidate: Candidate, text: string, handle: string | null): number;
  /** A conversation group, message overhead included. */
  group(group: Group): number;
  /** The message that stands in place of older conversation, message overhead included. */
  marker(text: string): number;
}

/** A text that may leave the window, and the handle under which it will be stored. */
export interface Original {
  readonly handle: string;
  readonly input: BlobInput;
  /** The candidate that it belongs to. */
  readonly candidateId: string;
}

/** What every strategy may read. */
export interface FitContext {
  readonly policy: Policy;
  readonly budgetTokens: number;
  readonly query: string;
  /** Words of a text that matching goes by. */
  readonly terms: (text: string) => readonly string[];
  readonly sizer: Sizer;
  /** Tokens that are in every window of this request, by section: tools, the data line, overhead. */
  readonly fixed: {
    readonly tools: number;
    readonly instructions: number;
    readonly overhead: number;
  };
  /** Their sum. */
  readonly fixedTokens: number;
  /** Overhead of the message that carries wrapped text; charged once when there is any. */
  readonly contextMessageTokens: number;
  /** Schema of the fetch tool; charged once when the window shows a handle. */
  readonly fetchToolTokens: number;
  /** By `originalKey`; empty when offloading is forbidden or the store is down. */
  readonly originals: ReadonlyMap<string, Original>;
  /** Turns at which older conversation may end; see `boundaries`. */
  readonly boundaryIds: ReadonlySet<string>;
  /** True when wrapped text stands before the history, so that the history need not open with the user. */
  readonly contextOpens: boolean;
  /** Set when the session shows rot: its transcript is shortened although the window may fit. */
  readonly ease?: Ease;
}

/** What of the conversation leaves a window because the session shows rot. */
export interface Ease {
  /** Arrival position of the last turn that leaves; null when no turn can. */
  readonly until: number | null;
}

/** The window under construction. Strategies return a new plan and never change the one they get. */
export interface Plan {
  /** In arrival order. */
  readonly items: readonly Item[];
  readonly decided: readonly Decision[];
  readonly historyMarker: HistoryMarker | null;
}

/**
 * One way to make a window smaller. The contract, tested for every strategy: the input is not
 * changed; a plan that fits comes back as it is; an over-budget plan never grows; pinned items
 * survive untouched; every item that is gone has exactly one decision.
 */
export interface Strategy {
  readonly name: 'retrieve' | 'offload' | 'reduce' | 'cut';
  apply(plan: Plan, context: FitContext): Plan;
}

/** Kinds that retrieve chooses among. */
const KNOWLEDGE: readonly Kind[] = ['record', 'memory', 'passage', 'tool_result', 'example'];

/** Whether retrieve may leave it out: knowledge that is not pinned. */
export function isRetrievable(item: Item): boolean {
  return !item.candidate.pinned && item.group === null && KNOWLEDGE.includes(item.candidate.kind);
}

/** Whether it is a turn of the conversation that may leave with the older history. */
export function isTurn(item: Item): boolean {
  return item.candidate.kind === 'history' && item.group !== null && !item.candidate.pinned;
}

/** Whether it is rendered inside a context wrapper. */
export function isWrappedItem(item: Item): boolean {
  return item.group === null && item.candidate.kind !== 'task' && !isInstruction(item.candidate);
}

/**
 * Whether it is rendered raw in the system prompt: instructions that somebody trusted wrote. A
 * "policy" from a less trusted source is data like any other.
 */
export function isInstruction(candidate: Candidate): boolean {
  return (
    (candidate.kind === 'system' || candidate.kind === 'policy') &&
    (candidate.trust === 'system' || candidate.trust === 'verified')
  );
}

/**
 * Whether it is a page that the fetch tool brought back. Such a page is never offloaded or shortened
 * again: the model would fetch it for ever.
 */
export function isFetched(candidate: Candidate): boolean {
  return candidate.source === FETCH_TOOL_NAME || candidate.source.startsWith('off_');
}

/** Key of an original: the candidate, or one tool result inside it, or its call arguments. */
export function originalKey(candidateId: string, part?: string): string {
  return part === undefined ? candidateId : `${candidateId}\u0000${part}`;
}

/** Key of the original of the conversation up to a turn, shown when those turns leave. */
export function historyKey(lastTurnId: string): string {
  return `\u0000history\u0000${lastTurnId}`;
}

/** Older turns leave in steps of this share of the budget, so that the prefix survives some turns. */
const STEP_SHARE = 0.25;

/**
 * The turns at which older conversation may end, oldest first, with the tokens up to and including
 * each: where the sum crosses a multiple of the step. They only depend on the conversation before
 * them, so that the same ones are found again when it has grown.
 */
export function boundaries(
  items: readonly Item[],
  budgetTokens: number,
): readonly { readonly id: string; readonly endTokens: number }[] {
  const step = Math.max(1, Math.floor(budgetTokens * STEP_SHARE));
  const found: { id: string; endTokens: number }[] = [];
  let sum = 0;
  for (const item of items.filter(isTurn)) {
    const before = Math.floor(sum / step);
    sum += item.tokens;
    if (Math.floor(sum / step) > before) found.push({ id: item.candidate.id, endTokens: sum });
  }
  return found;
}

/** Tokens of the window that a plan makes. */
export function planTokens(plan: Plan, context: FitContext): number {
  let total = context.fixedTokens + (plan.historyMarker?.tokens ?? 0);
  let wrapped = false;
  let shows = plan.historyMarker?.handle != null;
  for (const item of plan.items) {
    total += item.tokens;
    wrapped ||= isWrappedItem(item);
    shows ||= item.showsHandle;
  }
  if (wrapped) total += context.contextMessageTokens;
  if (shows) total += context.fetchToolTokens;
  return total;
}

/** Whether the window already offers the fetch tool. */
export function showsHandle(plan: Plan): boolean {
  return plan.historyMarker?.handle != null || plan.items.some((item) => item.showsHandle);
}

/** Best first: higher score, then earlier arrival. */
export function byRank(a: Item, b: Item): number {
  return b.candidate.score - a.candidate.score || a.candidate.position - b.candidate.position;
}

/** The plan with some items replaced by id. */
export function replaceItems(plan: Plan, changed: ReadonlyMap<string, Item>): Plan {
  if (changed.size === 0) return plan;
  return { ...plan, items: plan.items.map((item) => changed.get(item.candidate.id) ?? item) };
}

/** The plan without some items, each with its decision. */
export function removeItems(plan: Plan, decisions: readonly Decision[]): Plan {
  if (decisions.length === 0) return plan;
  const gone = new Set(decisions.map((decision) => decision.id));
  return {
    ...plan,
    items: plan.items.filter((item) => !gone.has(item.candidate.id)),
    decided: [...plan.decided, ...decisions],
  };
}
