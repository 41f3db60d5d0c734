import type { WindowAnswer } from '../contracts/windows.ts';
import type { MemoryHit } from '../ports.ts';
import { isStanding } from './standing.ts';

/**
 * Quality (0–1) from which an answer credits the memories of its window. What is reported below says
 * little of what the window held: a middling answer may come from a good memory, badly used.
 */
export const CREDIT_QUALITY = 0.7;

/**
 * Ids of the recalled memories that stood in a window, whole or in part, in the order of its chunks;
 * `[]` when none did. A chunk that the caller gave under the id of a memory is not that memory.
 */
export function creditedMemories(
  answer: Pick<WindowAnswer, 'chunks'>,
  memories: readonly Pick<MemoryHit, 'id' | 'source'>[],
): readonly string[] {
  const sources = new Map(memories.map(({ id, source }) => [id, source]));
  return answer.chunks
    .filter(
      (chunk) =>
        chunk.kind === 'memory' && sources.get(chunk.id) === chunk.source && isStanding(chunk),
    )
    .map(({ id }) => id);
}
