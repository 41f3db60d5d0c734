import type { WindowAnswer, WindowRequest } from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import type { PrefixRecord } from '../../../shared/ports.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Degradation } from '../../../shared/types.ts';
import type { AppContext } from '../endpoint.ts';
import { errorFields, log } from '../log.ts';
import { judgeOf, memoryStoreOf, rankerOf, storeOf } from '../services.ts';
import { sessionStoreOf } from '../store/sessions.ts';
import { sessionSettled, writeTrace } from '../store/traces.ts';
import { assembleWith } from './assemble-with.ts';
import { checkRequest } from './check-request.ts';
import { recallFor } from './recall.ts';
import { newWindowId } from './window-id.ts';

/** Assembles a window and, once the answer is out, writes its trace. */
export async function createWindow(
  c: AppContext,
  request: WindowRequest,
): Promise<Result<WindowAnswer, Failure>> {
  const checked = checkRequest(request);
  if (!checked.ok) return checked;
  const tenant = c.get('tenant');
  const nowMs = Date.now();
  const recalled = await recallFor(request, memoryStoreOf(c.env, tenant), nowMs);
  if (!recalled.ok) return recalled;
  if (request.recall) c.get('timing').mark('recall');
  const degraded: Degradation[] = [...recalled.value.degraded];
  const inputs = {
    request,
    windowId: newWindowId(nowMs),
    nowMs,
    lastPrefix: await prefixOf(c, request.session_id, degraded),
    memories: recalled.value.hits,
    degraded,
  };
  const assembled = await assembleWith(inputs, {
    ranker: rankerOf(c.env),
    judge: judgeOf(c.env),
    store: storeOf(c.env, tenant),
    timing: c.get('timing'),
  });
  if (!assembled.ok) return assembled;
  const { answer, prefix } = assembled.value;
  const trace = {
    request,
    answer,
    created_at_ms: nowMs,
    last_prefix: inputs.lastPrefix,
    memories: inputs.memories,
  };
  c.executionCtx.waitUntil(writeTrace(c.env, tenant, trace, prefix, c.get('requestId')));
  return ok(answer);
}

/** The session's last prefix. A database that is down costs the comparison, not the window. */
async function prefixOf(
  c: AppContext,
  sessionId: string | undefined,
  degraded: Degradation[],
): Promise<PrefixRecord | null> {
  if (sessionId === undefined) return null;
  const tenant = c.get('tenant');
  try {
    await sessionSettled(tenant, sessionId);
    return await sessionStoreOf(c.env.DB, tenant).lastPrefix(sessionId);
  } catch (error) {
    log('warn', 'prefix_unread', { request_id: c.get('requestId'), ...errorFields(error) });
    degraded.push({
      dependency: 'database',
      effect: 'The prefix is not compared with the last window of the session',
    });
    return null;
  } finally {
    c.get('timing').mark('session');
  }
}
