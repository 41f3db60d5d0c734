import type { Failure } from '../errors.ts';
import type { Original } from '../fit/strategy.ts';
import { toolResults } from '../messages/edit.ts';
import { groupText } from '../messages/group-text.ts';
import type { BlobInput, BlobStore } from '../ports.ts';
import { ok, type Result } from '../result.ts';
import type { ScoredCandidate } from '../stages.ts';
import { mediaTypeOf } from '../text/media-type-of.ts';
import type { DetectorName } from './detector.ts';
import type { Override, Remedies } from './remedy.ts';

/**
 * Detectors whose removals are kept: what they take out may be wanted as evidence. What has nothing to
 * do with the task is only left out, and the caller still has it.
 */
const KEPT_FOR: ReadonlySet<string> = new Set<DetectorName>(['poisoning', 'clash']);

/**
 * Stores what the health check took out, whole, so that people can read it again by its handle. The
 * window does not show these handles: a model has no business reading them.
 *
 * @returns the originals in order of arrival; the first failure of the store
 */
export async function keepRemoved(
  remedies: Remedies,
  candidates: readonly ScoredCandidate[],
  store: Pick<BlobStore, 'put'>,
  sessionId: string | undefined,
): Promise<Result<readonly Original[], Failure>> {
  const session = sessionId === undefined ? {} : { sessionId };
  const inputs = candidates.flatMap((candidate) =>
    removedTexts(candidate, remedies).map((text) => {
      const { id: candidateId, source, trust } = candidate;
      const input: BlobInput = { text, mediaType: mediaTypeOf(text), source, trust, ...session };
      return { candidateId, input };
    }),
  );
  const originals: Original[] = [];
  const stored = await Promise.all(inputs.map(({ input }) => store.put(input)));
  for (const [index, { candidateId, input }] of inputs.entries()) {
    const put = stored[index];
    if (put === undefined) continue;
    if (!put.ok) return put;
    originals.push({ handle: put.value.handle, input, candidateId });
  }
  return ok(originals);
}

function removedTexts(candidate: ScoredCandidate, remedies: Remedies): readonly string[] {
  const dropped = remedies.dropped.get(candidate.id);
  if (dropped !== undefined) return KEPT_FOR.has(dropped.by) ? [candidate.text] : [];
  const override = remedies.overrides.get(candidate.id);
  if (override === undefined || !override.isExcised || !KEPT_FOR.has(override.by)) return [];
  return candidate.group === null ? [candidate.text] : changedResults(candidate, override);
}

/** The tool results of a group that something was cut out of. */
function changedResults({ group }: ScoredCandidate, override: Override): readonly string[] {
  if (group === null) return [];
  const spans = groupText(group).dataSpans.filter(({ start, end }) =>
    override.edits.some((edit) => edit.end > edit.start && edit.start < end && start < edit.end),
  );
  const calls = new Set(spans.map(({ callId }) => callId));
  return toolResults(group).flatMap(({ callId, text }) => (calls.has(callId) ? [text] : []));
}
