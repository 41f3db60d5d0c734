import type { ChunkFate } from '../contracts/windows.ts';
import type { Fate } from '../types.ts';

/** Fates of candidates that still stand in the window in some form. */
const STANDING: ReadonlySet<Fate> = new Set(['kept', 'offloaded', 'reduced', 'excised']);

/** Whether a candidate stands in the window, whole or in part. */
export function isStanding({ fate, tokens_out }: Pick<ChunkFate, 'fate' | 'tokens_out'>): boolean {
  return tokens_out > 0 || STANDING.has(fate);
}
