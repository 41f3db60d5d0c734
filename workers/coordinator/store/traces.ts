import type { WindowAnswer, WindowRequest } from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import type { MemoryHit, PrefixRecord } from '../../../shared/ports.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { SessionOutcome } from '../../../shared/session/rot.ts';
import type { SessionStep } from '../../../shared/session/step.ts';
import { within } from '../../../shared/within.ts';
import type { CoordinatorEnv } from '../env.ts';
import { errorFields, log } from '../log.ts';
import { READ_TIMEOUT_MS } from '../services.ts';
import { noteWindow } from './subjects.ts';
import { saveWindow } from './windows.ts';

/** Everything about one window: what was asked and what was answered. */
export interface Trace {
  readonly request: WindowRequest;
  readonly answer: WindowAnswer;
  readonly created_at_ms: number;
  /** What the session remembered before; a replay compares with the same. */
  readonly last_prefix: PrefixRecord | null;
  /** The outcomes that the session had by then; null without a session, left out by older traces. */
  readonly outcomes?: readonly SessionOutcome[] | null;
  readonly memories: readonly MemoryHit[];
}

/** What a window's session keeps of it, and the offloaded texts that it refers to. */
export interface Remembered {
  readonly prefix: PrefixRecord;
  readonly step: SessionStep;
  readonly handles: readonly string[];
}

/** How long a trace is kept: 30 days, as long as an offload that it may refer to. */
export const TRACE_KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Waits between tries of a failed write, in ms. The answer is out by then, so only memory waits. */
const RETRY_AFTER_MS = [100, 500, 2000] as const;

/** How long a reader waits for traces of this isolate; a store that is down must not hold it up. */
const SETTLE_MS = 1_500;

interface Pending {
  readonly tenant: string;
  readonly sessionId: string | undefined;
  readonly written: Promise<void>;
}

/** Traces that are being written in this isolate, by window id, so that a reader right after finds them. */
const pending = new Map<string, Pending>();

/**
 * Writes a window's trace: whom it is about, request and answer as one compressed object, then its row. Runs after the
 * answer was sent; a failed write is logged and tried again, and never touches the answer.
 */
export function writeTrace(
  env: CoordinatorEnv,
  tenant: string,
  trace: Trace,
  remembered: Remembered,
  requestId: string,
): Promise<void> {
  const id = trace.answer.window_id;
  const written = writeWithRetries(env, tenant, trace, remembered, requestId).finally(() =>
    pending.delete(id),
  );
  pending.set(id, { tenant, sessionId: trace.request.session_id, written });
  return written;
}

/** Waits a little for a trace that this isolate is still writing. */
export function traceWritten(tenant: string, windowId: string): Promise<void> {
  const writing = pending.get(windowId);
  return settle(writing === undefined || writing.tenant !== tenant ? [] : [writing]);
}

/** Waits a little for the traces of a session, so that its next window sees the last one. */
export function sessionSettled(tenant: string, sessionId: string): Promise<void> {
  return settle(ofTenant(tenant).filter((writing) => writing.sessionId === sessionId));
}

/** Waits a little for all traces of a tenant. */
export function tenantSettled(tenant: string): Promise<void> {
  return settle(ofTenant(tenant));
}

function ofTenant(tenant: string): readonly Pending[] {
  return [...pending.values()].filter((writing) => writing.tenant === tenant);
}

async function settle(writing: readonly Pending[]): Promise<void> {
  if (writing.length === 0) return;
  const limit = new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await Promise.race([limit, Promise.all(writing.map(({ written }) => written))]);
}

/** The stored trace of a window; `not_found` when the tenant has none of that id. */
export async function readTrace(
  env: CoordinatorEnv,
  tenant: string,
  windowId: string,
): Promise<Result<Trace, Failure>> {
  const object = await within(READ_TIMEOUT_MS, 'read window', () =>
    env.OFFLOAD.getObject(tenant, objectKey(windowId)),
  );
  if (!object.ok) return object;
  const json = object.value.body.pipeThrough(new DecompressionStream('gzip'));
  return ok((await new Response(json).json()) as Trace);
}

async function writeWithRetries(
  env: CoordinatorEnv,
  tenant: string,
  trace: Trace,
  remembered: Remembered,
  requestId: string,
): Promise<void> {
  const body = await compressed(trace);
  const { request, answer, created_at_ms: nowMs } = trace;
  for (const waitMs of [...RETRY_AFTER_MS, null]) {
    try {
      await noteWindow(env.DB, tenant, {
        ref: answer.window_id,
        userIds: usersOf(trace),
        handles: remembered.handles,
        expiresAtMs: nowMs + TRACE_KEEP_MS,
      });
      const stored = await env.OFFLOAD.putObject(tenant, objectKey(answer.window_id), body);
      if (!stored.ok) throw new Error(stored.error.detail);
      await saveWindow(env.DB, tenant, { request, answer, ...remembered, nowMs });
      return;
    } catch (error) {
      const final = waitMs === null;
      log(final ? 'error' : 'warn', final ? 'trace_lost' : 'trace_retry', {
        request_id: requestId,
        window_id: answer.window_id,
        ...errorFields(error),
      });
      if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Whom a window is about: the user whose memories it asks for, and those whose memories it was given. */
export function usersOf({
  request: { recall },
  memories,
}: Pick<Trace, 'request' | 'memories'>): readonly string[] {
  const asked = recall ? recall.user_id : undefined;
  return [asked, ...memories.map(({ userId }) => userId)].filter((id) => typeof id === 'string');
}

async function compressed(trace: Trace): Promise<Uint8Array> {
  const stream = new Blob([JSON.stringify(trace)]).stream();
  const gzip = stream.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(gzip).arrayBuffer());
}

/** The object that holds a window's trace. */
export function objectKey(windowId: string): string {
  return `traces/${windowId}.json.gz`;
}
