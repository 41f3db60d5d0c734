import type { Decision, Scored } from '../stages.ts';
import type { Kind } from '../types.ts';

/**
 * Keeps only the candidate kinds that this task needs; all of them when `kinds` is undefined. Pinned
 * candidates and the task always stay. Runs before consolidation, so that a copy that stays is never
 * merged into one that goes.
 */
export function isolate(scored: Scored, kinds: readonly Kind[] | undefined): Scored {
  if (kinds === undefined) return scored;
  const wanted = new Set(kinds);
  const out = scored.candidates.filter(
    (candidate) => !candidate.pinned && !wanted.has(candidate.kind),
  );
  if (out.length === 0) return scored;
  const gone = new Set(out.map((candidate) => candidate.id));
  const decided = out.map(
    (candidate): Decision => ({
      id: candidate.id,
      fate: 'isolated',
      by: 'isolate',
      reason: `This task takes no ${candidate.kind} (kinds)`,
    }),
  );
  return {
    ...scored,
    candidates: scored.candidates.filter((candidate) => !gone.has(candidate.id)),
    decided: [...scored.decided, ...decided],
  };
}
