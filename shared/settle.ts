import type { WindowRequest } from './contracts/windows.ts';
import type { Failure } from './errors.ts';
import { easeOf } from './fit/ease.ts';
import { fitWindow, itemsUnderPressure } from './fit/index.ts';
import { originalsOf } from './fit/originals.ts';
import type { FitContext, Original } from './fit/strategy.ts';
import { format } from './format/format.ts';
import { type Layout, layout } from './format/layout.ts';
import type { Finding, Inspection } from './health/detector.ts';
import { checkHealth } from './health/index.ts';
import { inspect, itemsInOrder } from './health/inspect.ts';
import { type LayerReport, layerReports } from './health/layers.ts';
import { applyFindings, locate, NO_REMEDIES, type Remedies } from './health/remedy.ts';
import { keepRemoved } from './health/removed-originals.ts';
import { windowJudge } from './health/window-judge.ts';
import { order } from './order/order.ts';
import type { Policy } from './policy.ts';
import { MAX_REFIT_ROUNDS } from './policy.ts';
import type { BlobStore, EntailmentJudge, TokenCounter } from './ports.ts';
import type { Result } from './result.ts';
import { ok } from './result.ts';
import type { RotVerdict } from './session/rot.ts';
import type { Candidate, Decision, Fitted, Item, Ordered, Scored } from './stages.ts';
import { countText } from './tokens/messages.ts';
import type { Degradation, Dialect, JsonObject } from './types.ts';
import { itemsOf, withReserve, workbench } from './workbench.ts';

/** What the rounds of one window share. */
export interface SettleOptions {
  readonly request: WindowRequest;
  readonly dialect: Dialect;
  readonly policy: Policy;
  /** The caller's tools in canonical order. */
  readonly tools: readonly JsonObject[];
  /** The caller's system blocks; null when it gave text. */
  readonly systemBlocks: readonly JsonObject[] | null;
  readonly counter: TokenCounter;
  readonly store: BlobStore;
  readonly nowMs: number;
  /** Called before and after each check, for timing. */
  readonly onStage: (stage: 'fit' | 'health') => void;
  /** Null where there is no language model. */
  readonly judge: EntailmentJudge | null;
  /** What the outcomes of the session say; null without a session. */
  readonly rot: RotVerdict | null;
}

/** The window after the last round, and what led to it. */
export interface Settled {
  readonly fitted: Fitted;
  readonly ordered: Ordered;
  readonly layout: Layout;
  /** The caller's tools, and the fetch tool when the window shows a handle. */
  readonly tools: readonly JsonObject[];
  readonly findings: readonly Finding[];
  readonly layers: readonly LayerReport[];
  readonly remedies: Remedies;
  /** What was stored, by handle. */
  readonly stored: ReadonlyMap<string, Original>;
  /** Handles of the originals of what the health check took out, by candidate. */
  readonly removed: ReadonlyMap<string, string>;
  /** Tokens of a candidate as it would stand whole in the window. */
  readonly tokensIn: (candidate: Candidate) => number;
  /** Tokens that are in the window because something left it: the fetch tool and the note. */
  readonly addedTokens: { readonly tools: number; readonly history: number };
  readonly degraded: readonly Degradation[];
}

/** Rounds after which the window is returned as it is: each removes something, so this is never met. */
const MAX_ROUNDS = 50;

/**
 * Fits, formats, orders and checks, and does so again without what the check removed, until the
 * window that is returned is the window that was checked. What left the window is stored before the
 * answer is given; when the store fails, the text stays and shortening takes over.
 */
export async function settle(
  scored: Scored,
  options: SettleOptions,
): Promise<Result<Settled, Failure>> {
  const { request, policy, counter } = options;
  const bench = workbench(scored, options);
  const ease =
    options.rot?.detected === true
      ? { ease: easeOf(bench.whole, policy.reduce_keep, request.budget_tokens) }
      : {};
  const byId = new Map(scored.candidates.map((candidate) => [candidate.id, candidate]));
  const degraded: Degradation[] = [];
  // What was removed stays reported; flags are those of the window that is returned.
  const acted = new Map<string, Finding>();
  const ports = {
    judge: windowJudge(options.judge, (detail) => {
      const effect = `Statements that may disagree were not judged and stay flagged: ${detail}`;
      degraded.push({ dependency: 'scoring', effect });
    }),
  };
  let first: Inspection | null = null;
  let remedies = NO_REMEDIES;
  let admitted: ReadonlySet<string> | null = null;
  // What earlier rounds left out, once late rounds no longer reconsider it.
  let leftOut: readonly Decision[] = [];
  let storable = policy.allow_offload;
  let reservedTokens = 0;
  for (let round = 1; ; round += 1) {
    const items = itemsOf(bench.whole, remedies, admitted, bench.sizer);
    const context = {
      ...withReserve(bench.context, request.budget_tokens, reservedTokens),
      ...ease,
    };
    const named = await handles(items, context, options, storable);
    if (!named.ok) {
      storable = false;
      degraded.push(storeDown(named.error.detail));
      continue;
    }
    const originals = named.value;
    const fitted = fitWindow(items, [...scored.decided, ...leftOut, ...remedies.dropped.values()], {
      ...context,
      originals,
    });
    if (!fitted.ok) return fitted;
    const ordered = order(
      format(fitted.value, {
        count: (text) => countText(text, options.dialect, counter),
        dataLine: bench.dataLine,
      }),
      request.order,
    );
    const tools = fitted.value.offersFetch ? bench.withFetch : options.tools;
    const inspection = inspect(ordered, {
      remedies,
      query: scored.query,
      // The fetch tool is ours: the caller cannot offer less of it.
      tools: options.tools,
      toolTokens: (tool) => counter.count(JSON.stringify(tool)),
      totalTokens: fitted.value.tokens,
      policy,
      nowMs: options.nowMs,
      rot: options.rot,
    });
    first ??= inspection;
    options.onStage('fit');
    const read = await checkHealth(inspection, ports);
    options.onStage('health');
    const found = locate(read, byId, remedies);
    for (const finding of found) {
      if (finding.action !== 'flag') acted.set(findingKey(finding), finding);
    }
    const next = applyFindings(found, byId, remedies);
    if (next !== remedies && round < MAX_ROUNDS) {
      remedies = next;
      // Late rounds only take away, so that they end.
      if (round >= MAX_REFIT_ROUNDS) {
        admitted = new Set(idsOf(ordered));
        const settledBefore = new Set([
          ...scored.decided.map(({ id }) => id),
          ...next.dropped.keys(),
        ]);
        leftOut = fitted.value.decided.filter(
          ({ id }) => !settledBefore.has(id) && !admitted?.has(id),
        );
      }
      continue;
    }
    const laidOut = layout(ordered, {
      dialect: options.dialect,
      format: request.format ?? options.dialect,
      counter,
      tools,
      systemBlocks: options.dialect === 'anthropic' ? options.systemBlocks : null,
    });
    if (laidOut.total > request.budget_tokens && round < MAX_ROUNDS) {
      // Joined instructions made more tokens than their parts: fit again with less room.
      reservedTokens += laidOut.total - request.budget_tokens;
      continue;
    }
    const stored = usedOriginals(fitted.value, originals);
    const failure = await storeAll(stored, options.store);
    if (failure !== null) {
      storable = false;
      degraded.push(storeDown(failure.detail));
      continue;
    }
    const kept = policy.allow_offload
      ? await keepRemoved(remedies, scored.candidates, options.store, request.session_id)
      : ok([]);
    if (!kept.ok) degraded.push(removedLost(kept.error.detail));
    const removed = kept.ok ? kept.value : [];
    for (const original of removed) stored.set(original.handle, original);
    const findings = [...acted.values(), ...found.filter(({ action }) => action === 'flag')];
    return ok({
      fitted: fitted.value,
      ordered,
      layout: laidOut,
      tools,
      findings,
      layers: layerReports(first, findings, removed.length),
      remedies,
      stored,
      removed: firstHandles(removed),
      tokensIn: bench.tokensIn,
      addedTokens: {
        tools: fitted.value.offersFetch ? context.fetchToolTokens : 0,
        history: fitted.value.historyMarker?.tokens ?? 0,
      },
      degraded,
    });
  }
}

/** Handles for what may leave this window; the store's failure when it cannot even name them. */
async function handles(
  items: readonly Item[],
  context: Omit<FitContext, 'originals'>,
  options: SettleOptions,
  storable: boolean,
): Promise<Result<ReadonlyMap<string, Original>, Failure>> {
  const none = new Map<string, Original>();
  if (!storable) return ok(none);
  const pressed = itemsUnderPressure(items, { ...context, originals: none });
  if (pressed.length === 0) return ok(none);
  return originalsOf(pressed, options.store, {
    dialect: options.dialect,
    sessionId: options.request.session_id,
    budgetTokens: context.budgetTokens,
    ease: context.ease,
  });
}

function usedOriginals(
  fitted: Fitted,
  originals: ReadonlyMap<string, Original>,
): Map<string, Original> {
  const used = new Set(fitted.items.flatMap((item) => item.handles));
  for (const { handle } of fitted.decided) if (handle !== undefined) used.add(handle);
  if (fitted.historyMarker?.handle != null) used.add(fitted.historyMarker.handle);
  return new Map(
    [...originals.values()]
      .filter((original) => used.has(original.handle))
      .map((original) => [original.handle, original]),
  );
}

/** It stays out all the same. */
function removedLost(detail: string): Degradation {
  return {
    dependency: 'offload',
    effect: `What the health check took out was not kept and has no handle: ${detail}`,
  };
}

function firstHandles(originals: readonly Original[]): ReadonlyMap<string, string> {
  return new Map(
    originals.toReversed().map(({ candidateId, handle }) => [candidateId, handle] as const),
  );
}

async function storeAll(
  originals: ReadonlyMap<string, Original>,
  store: BlobStore,
): Promise<Failure | null> {
  const results = await Promise.all([...originals.values()].map(({ input }) => store.put(input)));
  for (const result of results) if (!result.ok) return result.error;
  return null;
}

function storeDown(detail: string): Degradation {
  return {
    dependency: 'offload',
    effect: `Nothing was offloaded; texts stay in the window or are shortened without a handle: ${detail}`,
  };
}

function findingKey(finding: Finding): string {
  return JSON.stringify([finding.detector, finding.chunkIds, finding.action, finding.reason]);
}

function idsOf(ordered: Ordered): readonly string[] {
  return itemsInOrder(ordered).map((item) => item.candidate.id);
}
