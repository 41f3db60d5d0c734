import type { RankedMemory } from './types.ts';

/** Up to this many words a turn leans on what was said around it; from then on ever less. */
const GATE_WORDS = 30;

/** What a turn stands beside: positions in the list of candidates, null where it is not among them. */
export interface Context {
  readonly previous: number | null;
  readonly beforePrevious: number | null;
}

/** How much of its context counts for a text, 0–1: 1 up to 30 words, half at 60. Long texts speak for themselves. */
export function gate(lengthInWords: number): number {
  return 1 / (1 + Math.max(lengthInWords - GATE_WORDS, 0) / GATE_WORDS);
}

/** The turns before each memory, in the same session only; of two on one place, the one with the lower id. */
export function contextsOf(memories: readonly RankedMemory[]): readonly Context[] {
  const places = new Map<string, Map<number, number>>();
  memories.forEach(({ id, session, position }, i) => {
    if (session === null || position === null) return;
    const known = places.get(session) ?? new Map<number, number>();
    const other = memories[known.get(position) ?? -1];
    if (other === undefined || id < other.id) known.set(position, i);
    places.set(session, known);
  });
  return memories.map(({ session, position }) => {
    const known = session === null ? undefined : places.get(session);
    if (known === undefined || position === null) return { previous: null, beforePrevious: null };
    return {
      previous: known.get(position - 1) ?? null,
      beforePrevious: known.get(position - 2) ?? null,
    };
  });
}
