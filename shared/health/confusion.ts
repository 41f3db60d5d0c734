import { fingerprint, overlap } from '../compare/fingerprint.ts';
import { CandidatePairs } from '../compare/pairs.ts';
import type { Kind } from '../types.ts';
import type { Detector, Finding, InspectedTool, Inspection } from './detector.ts';

/** Material that the model chooses from; turns of a conversation are no options. */
const OPTIONS: ReadonlySet<Kind> = new Set(['record', 'memory', 'passage', 'tool_result', 'notes']);
/** One pair is a duplicate, not a crowd: fewer options than this (count) are no reason for confusion. */
const MIN_OPTIONS = 3;
/** Word overlap (0–1) from which two tool descriptions say the same. Shared boilerplate stays below. */
const TOOL_OVERLAP = 0.6;
/** Distinct words that a description needs to be compared. */
const MIN_TOOL_WORDS = 4;
/** Ranking near-identical records returns arbitrary ones; the choice has to be made before. */
const RESOLVE_FIRST = 'resolve which one is meant first, then send that one alone';
/** Pairs of tools named in one reason. */
const MAX_NAMED_PAIRS = 5;

/**
 * Flags windows that offer too many similar options: near-copies among the chunks, many tools, tool
 * schemas that fill the window, tool descriptions that overlap. Changes nothing. Near-linear.
 */
export const confusion: Detector = {
  name: 'confusion',
  detect(inspection: Inspection): readonly Finding[] {
    return [
      nearCopies(inspection),
      tooManyTools(inspection),
      toolShare(inspection),
      overlappingTools(inspection.tools),
    ].flatMap((finding) => (finding === null ? [] : [finding]));
  },
};

function nearCopies({ chunks, policy }: Inspection): Finding | null {
  const options = chunks.filter((chunk) => !chunk.pinned && OPTIONS.has(chunk.kind));
  if (options.length < MIN_OPTIONS) return null;
  const pairs = similarPairs(
    options.map((chunk) => withoutValues(chunk.text)),
    policy.near_overlap,
  );
  const ids = options.filter((_, index) => pairs.some((pair) => pair.includes(index)));
  const share = ids.length / options.length;
  if (share <= policy.confusion_near_copies) return null;
  return flag(
    share,
    ids.map((chunk) => chunk.id),
    `${ids.length} of ${options.length} texts are near-copies of another, numbers aside, above ${percent(policy.confusion_near_copies)}; ${RESOLVE_FIRST}`,
  );
}

/** White space, and what separates the fields of JSON and CSV. */
const BETWEEN_VALUES = /[\s"',:;|{}[\]()]+/u;

/**
 * The text with every word that holds a digit masked: records of one template differ in their numbers
 * and dates, and are as hard to choose from as copies.
 */
function withoutValues(text: string): string {
  return text
    .split(BETWEEN_VALUES)
    .map((word) => (/\p{N}/u.test(word) ? '#' : word))
    .join(' ');
}

function tooManyTools({ tools, policy }: Inspection): Finding | null {
  const most = policy.confusion_max_tools;
  if (tools.length <= most) return null;
  const severity = Math.min(1, (tools.length - most) / Math.max(1, most));
  return flag(severity, [], `${tools.length} tools are offered, above ${most}`);
}

function toolShare({ tokens, policy }: Inspection): Finding | null {
  const share = tokens.total > 0 ? tokens.tools / tokens.total : 0;
  if (share <= policy.confusion_tool_share) return null;
  return flag(
    Math.min(1, share),
    [],
    `Tool schemas take ${percent(share)} of the window, above ${percent(policy.confusion_tool_share)}`,
  );
}

function overlappingTools(tools: readonly InspectedTool[]): Finding | null {
  const described = tools.filter(
    (tool) => fingerprint(tool.description).words.size >= MIN_TOOL_WORDS,
  );
  const texts = described.map((tool) => tool.description);
  const named = similarPairs(texts, TOOL_OVERLAP).map((pair) =>
    pair.map((index) => described[index]?.name ?? '').join(' and '),
  );
  if (named.length === 0) return null;
  const shown = named.slice(0, MAX_NAMED_PAIRS).join('; ');
  const more = named.length > MAX_NAMED_PAIRS ? `; and ${named.length - MAX_NAMED_PAIRS} more` : '';
  return flag(TOOL_OVERLAP, [], `Descriptions of tools overlap: ${shown}${more}`);
}

/** Pairs of texts whose word overlap is above `least`, each as [earlier, later]. */
function similarPairs(
  texts: readonly string[],
  least: number,
): readonly (readonly [number, number])[] {
  const known = new CandidatePairs();
  const pairs: (readonly [number, number])[] = [];
  texts.forEach((text, index) => {
    const own = fingerprint(text);
    for (const other of known.candidates(own.signature)) {
      if (overlap(own, fingerprint(texts[other] ?? '')) > least) pairs.push([other, index]);
    }
    known.add(own.signature);
  });
  return pairs;
}

function flag(severity: number, chunkIds: readonly string[], reason: string): Finding {
  return {
    detector: 'confusion',
    layer: 'show',
    severity,
    chunkIds,
    evidence: [],
    action: 'flag',
    reason,
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
