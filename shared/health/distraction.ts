import { terms } from '../score/words.ts';
import { detectShape, type Shape } from '../text/shape.ts';
import type { Kind } from '../types.ts';
import type { Detector, Finding, Inspection } from './detector.ts';

/** Knowledge that was brought in for the task; anything else is there for its own sake. */
const KNOWLEDGE: ReadonlySet<Kind> = new Set(['record', 'memory', 'passage', 'tool_result']);

/**
 * Shapes that a sentence encoder can read. What it says of a log, of JSON or of code means nothing, so
 * there a low similarity is no reason to drop what was looked up for the task.
 */
const READABLE: ReadonlySet<Shape> = new Set(['prose', 'markdown']);

/**
 * Drops knowledge that has nothing to do with the task: calibrated similarity below
 * `distraction_min_similarity` and none of the task's words. What is not prose is flagged only. A chunk
 * whose similarity is unknown is never judged, and nothing is when the task has no words to go by
 * ("go on").
 */
export const distraction: Detector = {
  name: 'distraction',
  detect(inspection: Inspection): readonly Finding[] {
    const least = inspection.policy.distraction_min_similarity;
    if (terms(inspection.task).length === 0) return [];
    return inspection.chunks.flatMap((chunk): readonly Finding[] => {
      const similarity = chunk.ranking?.similarity ?? null;
      if (chunk.pinned || chunk.trust === 'system' || !KNOWLEDGE.has(chunk.kind)) return [];
      if (similarity === null || similarity >= least || chunk.ranking?.matches !== false) return [];
      const isReadable = READABLE.has(detectShape(chunk.text));
      return [
        {
          detector: 'distraction',
          layer: 'decide',
          severity: least > 0 ? Math.min(1, 1 - similarity / least) : 1,
          chunkIds: [chunk.id],
          evidence: [],
          action: isReadable ? 'drop' : 'flag',
          reason: `Similarity to the task is ${similarity.toFixed(2)}, below ${least}, and no word of the task occurs`,
        },
      ];
    });
  },
};
