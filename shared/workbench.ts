import type { WindowRequest } from './contracts/windows.ts';
import { toolName } from './fit/cache.ts';
import type { FitContext, Sizer } from './fit/strategy.ts';
import { boundaries, isInstruction } from './fit/strategy.ts';
import { createSizer, INSTRUCTION_JOIN } from './format/sizer.ts';
import { DATA_LINE } from './format/wrap.ts';
import type { Remedies } from './health/remedy.ts';
import { FETCH_TOOL_NAME, fetchTool } from './offload/tool.ts';
import type { Policy } from './policy.ts';
import type { TokenCounter } from './ports.ts';
import { terms } from './score/words.ts';
import type { Candidate, Item, Scored, ScoredCandidate } from './stages.ts';
import { messageOverheadTokens, REQUEST_OVERHEAD_TOKENS } from './tokens/costs.ts';
import { countTools } from './tokens/messages.ts';
import type { Dialect, JsonObject } from './types.ts';

/** What the workbench of one window is made from. */
export interface WorkbenchOptions {
  readonly request: WindowRequest;
  readonly dialect: Dialect;
  readonly policy: Policy;
  /** The caller's tools in canonical order. */
  readonly tools: readonly JsonObject[];
  readonly counter: TokenCounter;
}

/** What stays the same over the rounds of one window. */
export function workbench(scored: Scored, options: WorkbenchOptions) {
  const { counter, dialect, tools, policy } = options;
  const sizer = createSizer(dialect, counter);
  const dataLine =
    Boolean(options.request.recall) ||
    scored.candidates.some(
      (candidate) =>
        candidate.group === null && candidate.kind !== 'task' && !isInstruction(candidate),
    );
  const hasSystem = dataLine || scored.candidates.some(isInstruction);
  const withFetch = tools.some((tool) => toolName(tool) === FETCH_TOOL_NAME)
    ? tools
    : [...tools, fetchTool(dialect)];
  const toolTokens = countTools(tools, dialect, counter);
  const fixed = {
    tools: toolTokens,
    instructions: dataLine ? sizer.count(DATA_LINE) + sizer.count(INSTRUCTION_JOIN) : 0,
    overhead:
      REQUEST_OVERHEAD_TOKENS[dialect] +
      (hasSystem && dialect === 'openai' ? messageOverheadTokens(dialect) : 0),
  };
  const whole = scored.candidates.map((candidate) => wholeItem(candidate, candidate.text, sizer));
  const context: Omit<FitContext, 'originals' | 'budgetTokens'> = {
    policy,
    query: scored.query,
    terms,
    sizer,
    fixed,
    fixedTokens: fixed.tools + fixed.instructions + fixed.overhead,
    contextMessageTokens: messageOverheadTokens(dialect),
    fetchToolTokens: countTools(withFetch, dialect, counter) - toolTokens,
    boundaryIds: new Set(boundaries(whole, options.request.budget_tokens).map(({ id }) => id)),
    contextOpens: options.request.order === 'standard',
  };
  const known = new Map(whole.map(({ candidate, tokens }) => [candidate.id, tokens]));
  const tokensIn = (candidate: Candidate) =>
    known.get(candidate.id) ??
    (candidate.group === null
      ? sizer.text(candidate, candidate.text, null)
      : sizer.group(candidate.group));
  return { sizer, context, dataLine, withFetch, whole, tokensIn };
}

/** The context of one round; `reservedTokens` are what the layout needs beyond what the fit can see. */
export function withReserve(
  context: Omit<FitContext, 'originals' | 'budgetTokens'>,
  budgetTokens: number,
  reservedTokens: number,
): Omit<FitContext, 'originals'> {
  const { fixed, fixedTokens } = context;
  return {
    ...context,
    budgetTokens,
    fixed: { ...fixed, overhead: fixed.overhead + reservedTokens },
    fixedTokens: fixedTokens + reservedTokens,
  };
}

/** The items of one round: without what the health check dropped, and with what it left of others. */
export function itemsOf(
  whole: readonly Item[],
  remedies: Remedies,
  admitted: ReadonlySet<string> | null,
  sizer: Sizer,
): readonly Item[] {
  return whole.flatMap((item) => {
    const { candidate } = item;
    const { id } = candidate;
    if (remedies.dropped.has(id) || (admitted !== null && !admitted.has(id))) return [];
    const override = remedies.overrides.get(id);
    if (override === undefined) return [item];
    const { by, reason, group, text, isSuspicious, isExcised } = override;
    const changed = wholeItem({ ...candidate, group, isSuspicious }, text, sizer);
    return [isExcised ? { ...changed, form: 'excised', by, reason } : changed];
  });
}

function wholeItem(candidate: ScoredCandidate, text: string, sizer: Sizer): Item {
  const { group } = candidate;
  return {
    candidate,
    form: 'whole',
    text,
    whole: text,
    wholeGroup: group,
    group,
    tokens: group === null ? sizer.text(candidate, text, null) : sizer.group(group),
    handles: [],
    showsHandle: false,
    by: '',
    reason: '',
  };
}
