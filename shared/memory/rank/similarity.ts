import { calibrate } from '../../score/calibrate.ts';
import { cosine } from '../../score/embed-texts.ts';
import { isReadableBy, readsOnlyEnglish } from '../../score/readable.ts';
import type { MemoryReading } from './reading.ts';
import type { MemoryQuery } from './types.ts';

/**
 * Measures how close a memory is to the question in meaning, 0–1 on the scale of `calibrate`, by its
 * closest part. Null when either has no vector, when the vectors are of different length, or when the
 * model cannot read the language of either: its cosines are noise there.
 */
export function similarityTo(query: MemoryQuery): (memory: MemoryReading) => number | null {
  const { vector, model, text } = query;
  if (vector === null || model === null || !isReadableBy(model, text)) return () => null;
  const onlyEnglish = readsOnlyEnglish(model);
  return ({ memory, facts }) => {
    if (onlyEnglish && !facts.isEnglish) return null;
    const comparable = memory.vectors.filter(({ length }) => length === vector.length);
    if (comparable.length === 0) return null;
    const best = comparable.reduce((top, part) => Math.max(top, cosine(vector, part)), -1);
    return Number.isFinite(best) ? calibrate(model, best) : null;
  };
}
