import type { Kind } from '../types.ts';
import type { Detector, Finding, Inspection } from './detector.ts';

/** Knowledge that was brought in for the task; anything else is there for its own sake. */
const KNOWLEDGE: ReadonlySet<Kind> = new Set(['record', 'memory', 'passage', 'tool_result']);

/**
 * Drops knowledge that has nothing to do with the task: calibrated similarity below
 * `distraction_min_similarity` and none of the task's words. A chunk whose similarity is unknown is
 * never judged.
 */
export const distraction: Detector = {
  name: 'distraction',
  detect(inspection: Inspection): readonly Finding[] {
    const least = inspection.policy.distraction_min_similarity;
    return inspection.chunks.flatMap((chunk): readonly Finding[] => {
      const similarity = chunk.ranking?.similarity ?? null;
      if (chunk.pinned || chunk.trust === 'system' || !KNOWLEDGE.has(chunk.kind)) return [];
      if (similarity === null || similarity >= least || chunk.ranking?.matches !== false) return [];
      return [
        {
          detector: 'distraction',
          severity: least > 0 ? Math.min(1, 1 - similarity / least) : 1,
          chunkIds: [chunk.id],
          evidence: [],
          action: 'drop',
          reason: `Similarity to the task is ${similarity.toFixed(2)}, below ${least}, and no word of the task occurs`,
        },
      ];
    });
  },
};
