import type { WindowAnswer, WindowRequest } from './contracts/windows.ts';
import type { Failure } from './errors.ts';
import { canonicalTools, comparePrefix } from './fit/cache.ts';
import { consolidate } from './fit/consolidate.ts';
import { isolate } from './fit/isolate.ts';
import { prefixPieces } from './format/prefix.ts';
import { gather } from './gather/gather.ts';
import { writtenIn } from './messages/detect.ts';
import { toolsIn } from './messages/tools.ts';
import { DEFAULT_POLICY } from './policy.ts';
import type {
  BlobStore,
  EntailmentJudge,
  MemoryHit,
  PrefixRecord,
  Ranker,
  TokenCounter,
} from './ports.ts';
import type { Result } from './result.ts';
import { ok } from './result.ts';
import { scoreCandidates } from './score/score-candidates.ts';
import { rotOf, type SessionOutcome } from './session/rot.ts';
import { type SessionStep, stepOf } from './session/step.ts';
import { settle } from './settle.ts';
import { countText } from './tokens/messages.ts';
import { buildAnswer } from './trace/answer.ts';
import type { Degradation, Dialect } from './types.ts';

/** Everything one window is made from; the same input gives the same bytes. */
export interface AssembleInput {
  readonly request: WindowRequest;
  /** The dialect of the window. */
  readonly dialect: Dialect;
  readonly memories: readonly MemoryHit[];
  /** What was already slow or down while the input was collected. */
  readonly degraded: readonly Degradation[];
  /** The session's last prefix; null for the first window or without a session. */
  readonly lastPrefix: PrefixRecord | null;
  /**
   * Outcomes of the session's earlier windows, in any order; the first five and the last three are
   * enough. Null or left out without a session.
   */
  readonly outcomes?: readonly SessionOutcome[] | null;
  readonly windowId: string;
  readonly nowMs: number;
}

/** What assembling needs from outside the core. */
export interface AssemblePorts {
  readonly counter: TokenCounter;
  readonly ranker: Ranker;
  readonly store: BlobStore;
  /** Decides what rules cannot; null or left out where there is no language model. */
  readonly judge?: EntailmentJudge | null;
  /** Called as each stage ends, for timing. */
  readonly onStage?: (stage: StageName) => void;
}

/** Stages that are timed; "fit" spans the rounds of Fit, Format and Order, "health" their checks. */
export type StageName = 'gather' | 'score' | 'consolidate' | 'fit' | 'health' | 'trace';

/** The answer of a window, and what its session should remember of it. */
export interface Assembled {
  readonly answer: WindowAnswer;
  readonly prefix: PrefixRecord;
  readonly step: SessionStep;
}

/**
 * Assembles one window: Gather → Score → Fit → Format → Order → Health, then the trace. The window
 * that is returned is the window that was checked, and it never exceeds the budget. The same input
 * gives the same bytes.
 *
 * @returns `invalid_request` for a request that has no task or repeats ids, `budget_infeasible` when
 *   pinned content alone is over budget
 */
export async function assemble(
  input: AssembleInput,
  ports: AssemblePorts,
): Promise<Result<Assembled, Failure>> {
  const { request, dialect } = input;
  const { counter, ranker, store } = ports;
  const done = ports.onStage ?? (() => undefined);
  const policy = { ...DEFAULT_POLICY, ...givenOnly(request.policy) };

  // Messages may come in the other dialect than the one that is asked for.
  const written = writtenIn(request.messages, dialect);
  const gathered = gather({ ...input, dialect: written });
  if (!gathered.ok) return gathered;
  done('gather');

  const score = await scoreCandidates(gathered.value, {
    ranker,
    rerankShortlist: policy.rerank_shortlist,
  });
  done('score');

  const needed = isolate(score.scored, request.kinds);
  const consolidated = await consolidate(needed, policy, ranker);
  done('consolidate');

  // Fit → Format → Order → Health, again without what the check removed.
  const tools = canonicalTools(toolsIn(gathered.value.tools, dialect));
  const settled = await settle(consolidated.scored, {
    request,
    dialect,
    policy,
    tools,
    systemBlocks: gathered.value.systemBlocks,
    counter,
    store,
    judge: ports.judge ?? null,
    rot: input.outcomes == null ? null : rotOf(input.outcomes, { rotDrop: policy.rot_drop }),
    nowMs: input.nowMs,
    onStage: done,
  });
  if (!settled.ok) return settled;
  const { ordered, layout, fitted } = settled.value;
  done('fit');

  const { pieces, stable } = prefixPieces(ordered, layout, settled.value.tools, dialect);
  const prefix = await comparePrefix(pieces, stable, input.lastPrefix);
  const answer = buildAnswer({
    ...settled.value,
    request,
    windowId: input.windowId,
    gathered: gathered.value,
    scored: score.scored,
    decided: fitted.decided,
    countText: (text) => countText(text, dialect, counter),
    prefix: prefix.report,
    degraded: [
      ...input.degraded,
      ...score.degraded,
      ...consolidated.degraded,
      ...settled.value.degraded,
    ],
  });
  done('trace');
  const step = stepOf(answer, settled.value.addedTokens);
  return ok({ answer, prefix: prefix.record, step });
}

/** The overrides that the caller really gave: an explicit undefined must not erase a default. */
function givenOnly<T extends object>(
  overrides: T | undefined,
): { [K in keyof T]: NonNullable<T[K]> } {
  const given = Object.entries(overrides ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: NonNullable<T[K]> };
}
