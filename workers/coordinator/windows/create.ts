import type { WindowAnswer, WindowRequest } from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import type { SessionState } from '../../../shared/ports.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Degradation } from '../../../shared/types.ts';
import { readFrom } from '../bookmark.ts';
import type { AppContext } from '../endpoint.ts';
import { errorFields, log } from '../log.ts';
import { judgeOf, memoryStoreOf, rankerOf, storeOf } from '../services.ts';
import { sessionStoreOf } from '../store/sessions.ts';
import { noteWindow } from '../store/subjects.ts';
import { sessionSettled, TRACE_KEEP_MS, usersOf, writeTrace } from '../store/traces.ts';
import { concerns } from '../subjects.ts';
import { assembleWith } from './assemble-with.ts';
import { checkRequest } from './check-request.ts';
import { recallFor } from './recall.ts';
import { recordingPuts } from './recording-puts.ts';
import { strikePoisoned } from './strike.ts';
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
  const memory = memoryStoreOf(c.env, tenant, readFrom(c));
  const recalled = await recallFor(request, memory, nowMs);
  if (!recalled.ok) return recalled;
  if (request.recall) c.get('timing').mark('recall');
  const degraded: Degradation[] = [...recalled.value.degraded];
  const session = await sessionOf(c, request.session_id, degraded);
  const offloads = recordingPuts(storeOf(c.env, tenant));
  const inputs = {
    request,
    windowId: newWindowId(nowMs),
    nowMs,
    lastPrefix: session?.lastPrefix ?? null,
    outcomes: session?.outcomes ?? null,
    memories: recalled.value.hits,
    degraded,
  };
  const assembled = await assembleWith(inputs, {
    ranker: rankerOf(c.env),
    judge: judgeOf(c.env),
    store: offloads.store,
    timing: c.get('timing'),
  });
  const users = usersOf(inputs);
  concerns(c, users);
  if (!assembled.ok) {
    const note = { ref: inputs.windowId, userIds: users, handles: [...offloads.handles] };
    c.executionCtx.waitUntil(noteRefused(c, { ...note, expiresAtMs: nowMs + TRACE_KEEP_MS }));
    return assembled;
  }
  const { answer, prefix, step } = assembled.value;
  const trace = {
    request,
    answer,
    created_at_ms: nowMs,
    last_prefix: inputs.lastPrefix,
    outcomes: inputs.outcomes,
    memories: inputs.memories,
  };
  const remembered = { prefix, step, handles: [...offloads.handles] };
  c.executionCtx.waitUntil(writeTrace(c.env, tenant, trace, remembered, c.get('requestId')));
  c.executionCtx.waitUntil(strikePoisoned(memory, answer, inputs, c.get('requestId')));
  return ok(answer);
}

/** What a window kept before it turned out not to fit has no trace that leads to it. */
async function noteRefused(c: AppContext, note: Parameters<typeof noteWindow>[2]): Promise<void> {
  if (note.handles.length === 0) return;
  try {
    await noteWindow(c.env.DB, c.get('tenant'), note);
  } catch (error) {
    log('error', 'offloads_not_noted', { request_id: c.get('requestId'), ...errorFields(error) });
  }
}

/** What the session knows. A database that is down costs what is compared with it, not the window. */
async function sessionOf(
  c: AppContext,
  sessionId: string | undefined,
  degraded: Degradation[],
): Promise<SessionState | null> {
  if (sessionId === undefined) return null;
  const tenant = c.get('tenant');
  try {
    await sessionSettled(tenant, sessionId);
    return await sessionStoreOf(c.env.DB, tenant).recall(sessionId);
  } catch (error) {
    log('warn', 'session_unread', { request_id: c.get('requestId'), ...errorFields(error) });
    degraded.push({
      dependency: 'database',
      effect:
        'The prefix is not compared with the last window of the session, and answers that get worse go unnoticed',
    });
    return null;
  } finally {
    c.get('timing').mark('session');
  }
}
