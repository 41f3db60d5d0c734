import { MEMORY_ID_PATTERN, UNKNOWN_MEMORY } from '../../shared/contracts/memory.ts';
import type { MemoryRpc } from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';
import { withBookmark } from './bookmark.ts';
import type { AppContext } from './endpoint.ts';
import { RECALL_TIMEOUT_MS } from './services.ts';

/**
 * Calls the memory Worker for the tenant of the request, within its time. The bookmark of the answer
 * becomes a header. Fails as the call does: "Cannot {action}: …" when there is no answer in time.
 */
export async function askMemory<T extends { readonly bookmark: string | null }>(
  c: AppContext,
  action: string,
  call: (memory: MemoryRpc, tenant: string) => Promise<Result<T, Failure>>,
  limitMs = RECALL_TIMEOUT_MS,
): Promise<Result<Omit<T, 'bookmark'>, Failure>> {
  const answer = await within(limitMs, action, () => call(c.env.MEMORY, c.get('tenant')));
  c.get('timing').mark('memory');
  return withBookmark(c, answer);
}

/** The memory id in the path; one that is none fails as an unknown one does. */
export function memoryIdOf(c: AppContext): Result<string, Failure> {
  const id = c.req.param('id') ?? '';
  return MEMORY_ID_PATTERN.test(id) ? ok(id) : fail(UNKNOWN_MEMORY);
}
