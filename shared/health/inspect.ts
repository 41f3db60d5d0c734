import { toolName } from '../fit/cache.ts';
import { groupText } from '../messages/group-text.ts';
import type { Policy } from '../policy.ts';
import type { RotVerdict } from '../session/rot.ts';
import type { Candidate, Item, Ordered } from '../stages.ts';
import type { JsonObject, Span } from '../types.ts';
import type { InspectedChunk, InspectedTool, Inspection } from './detector.ts';
import type { Remedies } from './remedy.ts';

/** The items of a window in reading order, instructions first. */
export function itemsInOrder(ordered: Ordered): readonly Item[] {
  return [
    ...ordered.instructions.items,
    ...ordered.blocks.flatMap((block) => {
      switch (block.type) {
        case 'context':
          return block.pieces.map((piece) => piece.item);
        case 'marker':
          return [];
        default:
          return block.items;
      }
    }),
  ];
}

/**
 * What the detectors read of an ordered window. A shortened or offloaded text is read whole: its
 * description in the window quotes it, and evidence points into the original.
 */
export function inspect(
  ordered: Ordered,
  window: {
    readonly remedies: Remedies;
    readonly query: string;
    readonly tools: readonly JsonObject[];
    readonly toolTokens: (tool: JsonObject) => number;
    readonly totalTokens: number;
    readonly policy: Policy;
    readonly nowMs: number;
    readonly rot: RotVerdict | null;
  },
): Inspection {
  const tools = window.tools.map(
    (tool): InspectedTool => ({
      name: toolName(tool),
      description: toolDescription(tool),
      definition: tool,
      tokens: window.toolTokens(tool),
    }),
  );
  return {
    chunks: itemsInOrder(ordered).map((item) => inspectItem(item, window.remedies)),
    tools,
    task: window.query,
    tokens: {
      total: window.totalTokens,
      tools: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    },
    policy: window.policy,
    nowMs: window.nowMs,
    rot: window.rot,
  };
}

function inspectItem(item: Item, remedies: Remedies): InspectedChunk {
  const { candidate } = item;
  const whole = remedies.overrides.get(candidate.id) ?? candidate;
  const { text, dataSpans, modelSpans } =
    whole.group === null
      ? {
          text: whole.text,
          dataSpans: textSpans(candidate, whole.text),
          modelSpans: candidate.trust === 'model' ? [{ start: 0, end: whole.text.length }] : [],
        }
      : groupText(whole.group);
  return {
    id: candidate.id,
    kind: candidate.kind,
    source: candidate.source,
    trust: candidate.trust,
    pinned: candidate.pinned,
    text,
    entity: candidate.entity,
    createdAtMs: candidate.createdAtMs,
    supersededAtMs: candidate.supersededAtMs,
    dataSpans,
    modelSpans,
    ranking: candidate.ranking,
    tokens: item.tokens,
    position: candidate.position,
  };
}

/** Instructions and the user's own words are not data; everything else that is text is. */
function textSpans({ kind, trust }: Candidate, text: string): readonly Span[] {
  const own = kind === 'task' || trust === 'system' || (kind === 'history' && trust === 'user');
  return own ? [] : [{ start: 0, end: text.length }];
}

function toolDescription(tool: JsonObject): string {
  const inner =
    typeof tool.function === 'object' && tool.function !== null && !Array.isArray(tool.function)
      ? (tool.function as JsonObject)
      : tool;
  return typeof inner.description === 'string' ? inner.description : '';
}
