import type { ChunkFate, WindowAnswer, WindowRequest } from '../contracts/windows.ts';
import type { PrefixReport } from '../fit/cache.ts';
import type { Original } from '../fit/strategy.ts';
import type { Layout } from '../format/layout.ts';
import type { Finding } from '../health/detector.ts';
import { itemsInOrder } from '../health/inspect.ts';
import type { LayerReport } from '../health/layers.ts';
import type { Remedies } from '../health/remedy.ts';
import type { Candidate, Decision, Gathered, Item, Ordered, Scored } from '../stages.ts';
import { describe } from '../text/describe.ts';
import type { Degradation, JsonObject } from '../types.ts';
import { isStanding } from './standing.ts';

/** What every stage left behind, from which the answer is written. */
export interface AnswerInput {
  readonly request: WindowRequest;
  readonly windowId: string;
  readonly gathered: Gathered;
  readonly scored: Scored;
  readonly decided: readonly Decision[];
  readonly ordered: Ordered;
  readonly layout: Layout;
  readonly tools: readonly JsonObject[];
  readonly findings: readonly Finding[];
  readonly layers: readonly LayerReport[];
  readonly remedies: Remedies;
  readonly stored: ReadonlyMap<string, Original>;
  /** Handles of the originals of what the health check took out, by candidate. */
  readonly removed: ReadonlyMap<string, string>;
  /** Tokens of a candidate as it would stand whole in the window. */
  readonly tokensIn: (candidate: Candidate) => number;
  readonly countText: (text: string) => number;
  readonly prefix: PrefixReport;
  readonly degraded: readonly Degradation[];
}

/** The answer of `POST /v1/windows`, which is also the trace: every decision and its reason. */
export function buildAnswer(input: AnswerInput): WindowAnswer {
  const { request, layout, findings } = input;
  const chunks = fates(input);
  const kept = chunks.filter(isStanding).length;
  return {
    window_id: input.windowId,
    card: card(layout.total, request.budget_tokens, kept, chunks.length - kept),
    messages: [...layout.messages],
    ...(layout.system === null ? {} : { system: mutable(layout.system) }),
    tools: [...input.tools],
    tokens: {
      total: layout.total,
      budget: request.budget_tokens,
      encoding: request.encoding,
      estimated: layout.estimated,
      by_section: { ...layout.bySection },
    },
    prefix: input.prefix,
    health: {
      status: healthStatus(findings),
      layers: input.layers.map((report) => ({ ...report })),
      findings: findings.map((finding) => ({
        detector: finding.detector,
        severity: finding.severity,
        chunk_ids: [...finding.chunkIds],
        evidence: finding.evidence.map(({ chunkId, start, end, text }) => ({
          chunk_id: chunkId,
          start,
          end,
          text,
        })),
        action: finding.action,
        layer: finding.layer,
        reason: finding.reason,
      })),
    },
    chunks,
    handles: handleList(input),
    repairs: input.gathered.repairs.map((repair) => ({ ...repair })),
    degraded: input.degraded.map((entry) => ({ ...entry })),
  };
}

/** "2,873 of 3,000 tokens · 11 chunks kept · 6 dropped". */
function card(total: number, budget: number, kept: number, dropped: number): string {
  const chunks = kept === 1 ? 'chunk' : 'chunks';
  return `${grouped(total)} of ${grouped(budget)} tokens · ${kept} ${chunks} kept · ${dropped} dropped`;
}

function grouped(value: number): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

function mutable(system: string | readonly JsonObject[]): string | JsonObject[] {
  return typeof system === 'string' ? system : [...system];
}

/** Removal is the check's success; what stays and is suspicious asks for attention, so it shows first. */
function healthStatus(findings: readonly Finding[]): WindowAnswer['health']['status'] {
  if (findings.some(({ action }) => action === 'flag' || action === 'mark')) return 'flagged';
  return findings.length > 0 ? 'mitigated' : 'healthy';
}

function fates(input: AnswerInput): ChunkFate[] {
  const inWindow = new Map(
    itemsInOrder(input.ordered).map((item) => [item.candidate.id, item] as const),
  );
  const decided = new Map(input.decided.map((decision) => [decision.id, decision] as const));
  const scored = new Map(input.scored.candidates.map((c) => [c.id, c] as const));
  return [...input.gathered.expired, ...input.gathered.candidates]
    .filter((candidate) => !candidate.isTask)
    .map((candidate) => {
      const { id, kind, source, trust } = candidate;
      const item = inWindow.get(id);
      const fate = item === undefined ? decided.get(id) : itemFate(item, input.remedies);
      if (fate === undefined) throw new Error(`Cannot explain candidate "${id}": it has no fate`);
      const handle = input.removed.get(id) ?? fate.handle;
      return {
        id,
        kind,
        source,
        trust,
        fate: fate.fate,
        by: fate.by,
        reason: fate.reason,
        score: scored.get(id)?.score ?? 0,
        score_parts: { ...scored.get(id)?.scoreParts },
        tokens_in: input.tokensIn(candidate),
        tokens_out: input.layout.tokensOut.get(id) ?? 0,
        ...(handle === undefined ? {} : { handle }),
        ...(fate.mergedInto === undefined ? {} : { merged_into: fate.mergedInto }),
        ...(fate.keptAtBudget === undefined ? {} : { kept_at_budget: fate.keptAtBudget }),
      };
    });
}

/** The fate of a candidate that stands in the window. */
function itemFate(item: Item, remedies: Remedies): Decision {
  const { id } = item.candidate;
  const [handle] = item.handles;
  const link = handle === undefined ? {} : { handle };
  const override = remedies.overrides.get(id);
  if (override?.isExcised === true) {
    const also = item.form === 'excised' ? '' : `; then ${item.reason}`;
    return { id, fate: 'excised', by: override.by, reason: `${override.reason}${also}`, ...link };
  }
  const decision = formFate(item, link);
  return override === undefined
    ? decision
    : { ...decision, reason: `${decision.reason}; marked as suspicious: ${override.reason}` };
}

function formFate(item: Item, link: { readonly handle?: string }): Decision {
  const { id, pinned } = item.candidate;
  switch (item.form) {
    case 'whole':
      return { id, fate: 'kept', by: 'fit', reason: pinned ? 'Pinned' : 'Fits the budget' };
    case 'placeholder':
      return { id, fate: 'offloaded', by: item.by, reason: item.reason, ...link };
    case 'reduced':
      return { id, fate: 'reduced', by: item.by, reason: item.reason, ...link };
    case 'excised':
      throw new Error(`Cannot explain candidate "${id}": it is excised without a finding`);
  }
}

function handleList(input: AnswerInput): WindowAnswer['handles'] {
  return [...input.stored.values()].map(({ handle, candidateId, input: blob }) => ({
    handle,
    ref: handle,
    chunk_id: candidateId,
    tokens: input.countText(blob.text),
    bytes: new TextEncoder().encode(blob.text).length,
    media_type: blob.mediaType,
    summary: describe(blob.text, blob.mediaType).line,
  }));
}
