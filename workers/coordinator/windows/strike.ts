import { STRUCK_BY_HEALTH } from '../../../shared/contracts/memory.ts';
import type { WindowAnswer } from '../../../shared/contracts/windows.ts';
import { struckMemories } from '../../../shared/health/strike.ts';
import type { MemoryHit, MemoryStore } from '../../../shared/ports.ts';
import { log } from '../log.ts';

/**
 * Strikes what the check of a new window found in its memories, after the answer. A strike that fails
 * is logged: the memory is taken out of the next window as well, and struck then.
 */
export async function strikePoisoned(
  store: Pick<MemoryStore, 'strike'>,
  answer: WindowAnswer,
  { memories, nowMs }: { readonly memories: readonly MemoryHit[]; readonly nowMs: number },
  requestId: string,
): Promise<void> {
  const windowId = answer.window_id;
  await Promise.all(
    struckMemories(answer, memories).map(async ({ id, reason }) => {
      const by = STRUCK_BY_HEALTH;
      const struck = await store.strike({ ids: [id], reason, by, windowId, nowMs });
      const fields = { request_id: requestId, window_id: windowId, memory_id: id };
      if (struck.ok) log('info', 'memory_struck', fields);
      else log('error', 'memory_not_struck', { ...fields, detail: struck.error.detail });
    }),
  );
}
