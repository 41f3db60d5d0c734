import type { Failure } from '../../../shared/errors.ts';
import { creditedMemories } from '../../../shared/trace/credited.ts';
import { within } from '../../../shared/within.ts';
import type { AppContext } from '../endpoint.ts';
import { log } from '../log.ts';
import { CREDIT_TIMEOUT_MS } from '../services.ts';
import { readTrace } from '../store/traces.ts';

/**
 * Tells memory which of its memories stood in a window that led to a good answer, after the report was
 * answered. Each counts once per window, so that reporting again is harmless. A call that fails is
 * logged: the next report of the window says it again.
 */
export async function creditMemories(c: AppContext, windowId: string): Promise<void> {
  const tenant = c.get('tenant');
  const fields = { request_id: c.get('requestId'), window_id: windowId };
  const failed = ({ code, detail }: Failure) =>
    log('error', 'memories_not_credited', { ...fields, code, detail });
  const trace = await readTrace(c.env, tenant, windowId);
  if (!trace.ok) return failed(trace.error);
  const ids = creditedMemories(trace.value.answer, trace.value.memories);
  if (ids.length === 0) return;
  const counted = await within(CREDIT_TIMEOUT_MS, 'credit memories', () =>
    c.env.MEMORY.useful(tenant, ids, { windowId, by: c.get('keyName') }),
  );
  if (counted.ok) log('info', 'memories_credited', { ...fields, count: ids.length });
  else failed(counted.error);
}
