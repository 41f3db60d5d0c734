import type { WindowAnswer } from '../contracts/windows.ts';
import type { MemoryHit } from '../ports.ts';
import { isActing, screen } from '../screen/screen.ts';

/** A memory to strike, and what the check found in it. */
interface Poisoned {
  readonly id: string;
  readonly reason: string;
}

/**
 * Severity (0–1) from which a request without a tell-tale phrase strikes its memory. A window without a
 * sentence can be asked for again, a struck memory is gone: "send an email to billing@…" reaches 0.91.
 */
const STRIKE_SEVERITY = 0.95;

/**
 * The recalled memories that the health check took out of a window for what they say to a model, whole
 * or in part: a memory is one fact, so an attack in one of its sentences is enough.
 *
 * Not among them: what the check only flagged; a request that is told by its surroundings alone and may
 * well be a person's; what contradicts a record, which may be an honest error;
 * a phrase that several chunks share, since then another text could have a harmless memory struck; and
 * a chunk of the caller's under a memory's id, whose evidence is not in the memory.
 */
export function struckMemories(
  answer: Pick<WindowAnswer, 'health'>,
  memories: readonly MemoryHit[],
): readonly Poisoned[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const struck = new Map<string, string>();
  for (const finding of answer.health.findings) {
    const { detector, layer, action, severity, chunk_ids, evidence, reason } = finding;
    const isActed = action === 'drop' || action === 'excise';
    if (detector !== 'poisoning' || layer === 'verify' || !isActed) continue;
    const [id] = chunk_ids;
    const memory = byId.get(id ?? '');
    if (memory === undefined || chunk_ids.length !== 1 || struck.has(memory.id)) continue;
    const text = memory.text.toWellFormed();
    const isIn = evidence.some((part) => text.slice(part.start, part.end) === part.text);
    if (isIn && (severity >= STRIKE_SEVERITY || givesInstructions(text)))
      struck.set(memory.id, reason);
  }
  return [...struck].map(([id, reason]) => ({ id, reason }));
}

/** Whether the phrase list finds an instruction in a text. */
function givesInstructions(text: string): boolean {
  return screen(text).some(isActing);
}
