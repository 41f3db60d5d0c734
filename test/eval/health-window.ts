import type { Finding, InspectedChunk, Inspection } from '../../shared/health/detector.ts';
import { checkHealth } from '../../shared/health/index.ts';
import { DEFAULT_POLICY } from '../../shared/policy.ts';
import { ACT_CONFIDENCE, screen } from '../../shared/screen/screen.ts';
import type { JsonObject, Span } from '../../shared/types.ts';
import type { Carrier } from './health-carriers.ts';

/** What became of a text: taken out (whole or in part), kept as suspicious, or neither. */
export type Outcome = 'acted' | 'marked' | 'clean';

/** What the check found in a text. */
interface Checked {
  readonly outcome: Outcome;
  /** What was taken out: all of the text when it was dropped. */
  readonly cut: readonly Span[];
  /** What stays and is shown as suspicious. */
  readonly marked: readonly Span[];
}

/** Nothing in it agrees or disagrees with a text that is measured. */
const NEUTRAL_TASK = 'What does the text say?';
/** Nobody judges: no language model takes part in these figures. */
const PORTS = {
  judge: async (pairs: readonly unknown[]) => pairs.map(() => null),
};

/** Runs the health check of the product over a window that holds this one text. */
export async function checkText(text: string, carrier: Carrier): Promise<Checked> {
  const chunk: InspectedChunk = {
    id: 'text',
    ...carrier,
    trust: 'retrieved',
    pinned: false,
    text,
    entity: null,
    createdAtMs: null,
    supersededAtMs: null,
    dataSpans: [{ start: 0, end: text.length }],
    modelSpans: [],
    // Not ranked: whether it has to do with the task is not what is measured.
    ranking: null,
    tokens: Math.ceil(text.length / 4),
    position: 0,
  };
  const findings = await checkHealth(windowOf({ chunks: [chunk] }), PORTS);
  const own = findings.filter(({ detector }) => detector === 'poisoning');
  const whole = { start: 0, end: text.length };
  return {
    outcome: worst(own),
    cut: own.flatMap(({ action, excise, evidence }): readonly Span[] => {
      if (action === 'drop') return [whole];
      return action === 'excise' ? (excise?.flatMap(({ spans }) => spans) ?? evidence) : [];
    }),
    marked: own.flatMap(({ action, evidence }) =>
      action === 'mark' || action === 'flag' ? evidence : [],
    ),
  };
}

/** The same for a tool definition, which is only ever flagged. */
export async function checkTool(definition: JsonObject): Promise<Outcome> {
  const inner = definition.function ?? definition;
  const named = typeof inner === 'object' && inner !== null && 'name' in inner ? inner : definition;
  const tool = {
    name: String(named.name ?? ''),
    description: String(named.description ?? ''),
    definition,
    tokens: 1,
  };
  return worst(await checkHealth(windowOf({ tools: [tool] }), PORTS));
}

/** The phrase list alone, for what is never screened in a window: the user's own words. */
export function checkPhrases(text: string): Outcome {
  const hits = screen(text).filter(({ quoted }) => !quoted);
  if (hits.some(({ confidence }) => confidence >= ACT_CONFIDENCE)) return 'acted';
  return hits.length > 0 ? 'marked' : 'clean';
}

function windowOf(held: Partial<Pick<Inspection, 'chunks' | 'tools'>>): Inspection {
  return {
    chunks: [],
    tools: [],
    ...held,
    task: NEUTRAL_TASK,
    tokens: { total: 1000, tools: 0 },
    policy: { ...DEFAULT_POLICY, distraction_min_similarity: 0, confusion_tool_share: 1 },
    nowMs: 0,
  };
}

function worst(findings: readonly Finding[]): Outcome {
  const actions = findings
    .filter(({ detector }) => detector === 'poisoning')
    .map(({ action }) => action);
  if (actions.some((action) => action === 'drop' || action === 'excise')) return 'acted';
  return actions.length > 0 ? 'marked' : 'clean';
}
