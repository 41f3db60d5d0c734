import { findCopies } from '../compare/copies.ts';
import type { Policy } from '../policy.ts';
import type { Ranker } from '../ports.ts';
import type { Decision, Scored, ScoredCandidate } from '../stages.ts';
import type { Degradation } from '../types.ts';
import { TRUSTS } from '../types.ts';

/**
 * Says each thing once: exact copies and near-copies are merged into the more trusted one, then the
 * newer, then the earlier. Pinned candidates stay, and others may merge into them. Conversation is
 * never touched. When similarities cannot be had, near-copies are found by word overlap alone.
 */
export async function consolidate(
  scored: Scored,
  policy: Policy,
  ranker: Ranker,
): Promise<{ readonly scored: Scored; readonly degraded: readonly Degradation[] }> {
  const able = scored.candidates.filter(
    (candidate) => candidate.group === null && candidate.kind !== 'task',
  );
  const degraded: Degradation[] = [];
  const copies = await findCopies(
    able.map((candidate) => ({
      id: candidate.id,
      text: candidate.text,
      fixed: candidate.pinned,
    })),
    {
      nearOverlap: policy.near_overlap,
      nearSimilarity: policy.near_similarity,
      nearSimilarityOverlap: policy.near_similarity_overlap,
      prefer: preference(able),
      similarity: async (pairs) => {
        const result = await ranker.similarity(pairs);
        if (result.ok) {
          degraded.push(...result.value.degraded);
          return result.value.values;
        }
        degraded.push({
          dependency: 'scoring',
          effect: `Near-copies are found by word overlap alone: ${result.error.detail}`,
        });
        return pairs.map(() => 0);
      },
    },
  );
  const gone = new Set(copies.map((copy) => copy.id));
  const decided = copies.map(
    (copy): Decision => ({
      id: copy.id,
      fate: 'merged',
      by: 'consolidate',
      reason: copy.reason,
      mergedInto: copy.into,
    }),
  );
  return {
    scored: {
      ...scored,
      candidates: scored.candidates.filter((candidate) => !gone.has(candidate.id)),
      decided: [...scored.decided, ...decided],
    },
    degraded,
  };
}

/** Orders copies by which should survive: pinned, more trusted, current, newer, earlier. */
function preference(candidates: readonly ScoredCandidate[]): (a: string, b: string) => number {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return (idA, idB) => {
    const a = byId.get(idA);
    const b = byId.get(idB);
    if (a === undefined || b === undefined) return 0;
    return (
      Number(b.pinned) - Number(a.pinned) ||
      TRUSTS.indexOf(a.trust) - TRUSTS.indexOf(b.trust) ||
      Number(a.supersededAtMs !== null) - Number(b.supersededAtMs !== null) ||
      (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0) ||
      a.position - b.position
    );
  };
}
