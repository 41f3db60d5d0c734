/** Builders of what memory ranking reads. */
import type { MemoryQuery, RankedMemory } from '../../shared/memory/rank/types.ts';
import { spokenText } from '../../shared/memory/speaker.ts';
import { turnOf } from '../../shared/memory/turn.ts';
import { terms } from '../../shared/score/words.ts';

/** A memory that stands alone, without a vector, unless said otherwise. */
export function ranked(text: string, fields: Partial<RankedMemory> = {}): RankedMemory {
  return {
    id: text,
    text,
    title: '',
    speaker: turnOf({ text }).speaker,
    session: null,
    position: null,
    atMs: null,
    days: [],
    vectors: [],
    ...fields,
  };
}

/** The turns of one session, in order, "Name: text" each. */
export function sessionOf(turns: readonly string[], session = 's', atMs: number | null = null) {
  return turns.map((text, i) =>
    ranked(text, { id: `${session}${i}`, session, position: i + 1, atMs }),
  );
}

/** A question about these memories alone, without related words, unless said otherwise. */
export function asked(
  text: string,
  memories: readonly RankedMemory[],
  fields: Partial<MemoryQuery> = {},
): MemoryQuery {
  const frequency = new Map<string, number>();
  for (const memory of memories) {
    const words = terms(`${spokenText(memory.text, memory.speaker)} ${memory.title}`);
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return {
    text,
    vector: null,
    model: null,
    related: { of: () => [] },
    size: memories.length,
    frequency: (stem) => frequency.get(stem) ?? 0,
    ...fields,
  };
}
