import { DEFAULT_RESULTS } from '../../../shared/contracts/memory.ts';
import type { WindowRequest } from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import type { MemoryHit, MemoryStore } from '../../../shared/ports.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Degradation, Json } from '../../../shared/types.ts';
import { namingHeader } from '../bookmark.ts';

/**
 * The memories that a window's request asks for. Memory that is down costs the memories, not the
 * window, and is said; a scope or a bookmark that is wrong is the caller's to correct.
 */
export async function recallFor(
  request: WindowRequest,
  store: MemoryStore,
  nowMs: number,
): Promise<
  Result<
    { readonly hits: readonly MemoryHit[]; readonly degraded: readonly Degradation[] },
    Failure
  >
> {
  const { recall } = request;
  const query = queryOf(request);
  if (!recall || query.trim() === '') return ok({ hits: [], degraded: [] });
  const { top_k: topK = DEFAULT_RESULTS, mode = 'weighted', ...ids } = recall;
  const { user_id, agent_id, run_id } = ids;
  const scope = {
    ...(user_id === undefined ? {} : { user_id }),
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(run_id === undefined ? {} : { run_id }),
  };
  const found = await store.recall({ query, scope, topK, mode, nowMs });
  if (found.ok) return found;
  const { code, detail, errors, ...failure } = namingHeader(found.error);
  if (code === 'invalid_request') {
    const within = errors?.map((error) => ({ ...error, pointer: `/recall${error.pointer}` }));
    return fail({ ...failure, code, detail, ...(within === undefined ? {} : { errors: within }) });
  }
  const effect = `No memories were recalled for this window (${detail})`;
  return ok({ hits: [], degraded: [{ dependency: 'memory', effect }] });
}

/** What is asked: the task, else the last message of the user, else the last chunk that is a task. */
function queryOf({ task, messages, chunks }: WindowRequest): string {
  if (task !== undefined) return task;
  const asked = textOf(messages.findLast(({ role }) => role === 'user')?.content);
  if (asked !== '') return asked;
  return chunks.findLast(({ kind }) => kind === 'task')?.text ?? '';
}

/** Text of a message's content, which is a string or blocks; "" for anything else. */
function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block: Json) =>
      typeof block === 'object' &&
      block !== null &&
      'text' in block &&
      typeof block.text === 'string'
        ? [block.text]
        : [],
    )
    .join('\n');
}
