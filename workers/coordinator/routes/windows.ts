import { z } from 'zod';
import {
  replayRequestSchema,
  sessionIdSchema,
  windowAnswerSchema,
  windowRequestSchema,
} from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { CREDIT_QUALITY } from '../../../shared/trace/credited.ts';
import { type App, type AppContext, endpoint } from '../endpoint.ts';
import { listAnswer, listQuery, page, readCursor } from '../page.ts';
import { sessionStoreOf } from '../store/sessions.ts';
import { readTrace, type Trace, tenantSettled, traceWritten } from '../store/traces.ts';
import { findWindow, listWindows, type WindowRow } from '../store/windows.ts';
import { createWindow } from '../windows/create.ts';
import { creditMemories } from '../windows/credit.ts';
import { replayAnswerSchema, replayWindow } from '../windows/replay.ts';
import { requestShape, requestShapeSchema } from '../windows/request-shape.ts';
import { isWindowId, lookFor, NO_WINDOW } from '../windows/window-id.ts';

const TAG = 'Windows';
const MAX_NOTE_CHARS = 2_000;

const rowSchema = z
  .object({
    window_id: z.string(),
    session_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    card: z.string(),
    total_tokens: z.int(),
    budget_tokens: z.int(),
    health_status: z.string(),
  })
  .meta({ id: 'WindowRow' });

const storedSchema = windowAnswerSchema
  .extend({ request: requestShapeSchema, created_at: z.iso.datetime() })
  .meta({ id: 'StoredWindow' });

const tokens = z.int().min(0);
const outcomeSchema = z
  .strictObject({
    quality: z.number().min(0).max(1),
    usage: z
      .strictObject({
        input_tokens: tokens.optional(),
        cache_read_tokens: tokens.optional(),
        output_tokens: tokens.optional(),
      })
      .optional(),
    note: z.string().max(MAX_NOTE_CHARS).optional(),
  })
  .meta({ id: 'Outcome' });

/** Windows: assemble, list, read, replay, and say how they turned out. */
export function windowRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/windows',
      tag: TAG,
      summary: 'Assemble and health-check one window',
      body: windowRequestSchema,
      answer: windowAnswerSchema,
    },
    (c, { body }) => createWindow(c, body),
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/windows',
      tag: TAG,
      summary: 'List windows, newest first',
      query: z.strictObject({
        session_id: sessionIdSchema.optional(),
        ...listQuery,
      }),
      answer: listAnswer(rowSchema),
    },
    async (c, { query: { session_id: sessionId, limit, cursor } }) => {
      const tenant = c.get('tenant');
      const scope = ['windows', tenant, sessionId ?? ''];
      const beforeId = await readCursor(scope, cursor);
      if (!beforeId.ok) return beforeId;
      await tenantSettled(tenant);
      const rows = await listWindows(c.env.DB, tenant, {
        ...(sessionId === undefined ? {} : { sessionId }),
        beforeId: beforeId.value,
        limit: limit + 1,
      });
      return ok(await page(rows, limit, scope, { idOf: (row) => row.windowId, toItem: listed }));
    },
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/windows/{id}',
      tag: TAG,
      summary: 'The trace of a window: its answer and the shape of its request',
      answer: storedSchema,
    },
    async (c) => {
      const trace = await storedTrace(c);
      if (!trace.ok) return trace;
      const { request, answer, created_at_ms: createdAtMs } = trace.value;
      const created_at = new Date(createdAtMs).toISOString();
      return ok({ ...answer, request: requestShape(request), created_at });
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/windows/{id}/replay',
      tag: TAG,
      summary: 'The same candidates under another budget or policy; stores nothing',
      body: replayRequestSchema,
      optionalBody: true,
      answer: replayAnswerSchema,
    },
    async (c, { body }) => {
      const trace = await storedTrace(c);
      return trace.ok ? replayWindow(c, trace.value, body) : trace;
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/windows/{id}/outcome',
      tag: TAG,
      summary: 'Report how good the answer was that a window led to',
      body: outcomeSchema,
      answer: z.object({ window_id: z.string(), quality: z.number() }),
    },
    async (c, { body: { quality, usage, note } }) => {
      const tenant = c.get('tenant');
      const id = c.req.param('id');
      if (!isWindowId(id)) return fail(NO_WINDOW);
      await traceWritten(tenant, id);
      const nowMs = Date.now();
      const found = await lookFor(id, nowMs, () => findWindow(c.env.DB, tenant, id));
      if (found === null) return fail(NO_WINDOW);
      const outcome = {
        windowId: id,
        sessionId: found.sessionId,
        tokens: found.totalTokens,
        quality,
        inputTokens: usage?.input_tokens ?? null,
        cacheReadTokens: usage?.cache_read_tokens ?? null,
        outputTokens: usage?.output_tokens ?? null,
        note: note?.toWellFormed() ?? null,
      };
      await sessionStoreOf(c.env.DB, tenant).report(outcome, nowMs);
      // A worse report later takes nothing back: what helped once did help.
      if (quality >= CREDIT_QUALITY) c.executionCtx.waitUntil(creditMemories(c, id));
      return ok({ window_id: id, quality });
    },
  );
}

/** The trace that the path names; an unknown, foreign or malformed id is `not_found` alike. */
async function storedTrace(c: AppContext): Promise<Result<Trace, Failure>> {
  const tenant = c.get('tenant');
  const id = c.req.param('id');
  if (!isWindowId(id)) return fail(NO_WINDOW);
  await traceWritten(tenant, id);
  let failure: Failure = NO_WINDOW;
  const trace = await lookFor(id, Date.now(), async () => {
    const found = await readTrace(c.env, tenant, id);
    if (found.ok) return found.value;
    if (found.error.code !== 'not_found') failure = found.error;
    return null;
  });
  c.get('timing').mark('load');
  return trace === null ? fail(failure) : ok(trace);
}

function listed(row: WindowRow): z.output<typeof rowSchema> {
  return {
    window_id: row.windowId,
    session_id: row.sessionId,
    created_at: new Date(row.createdAtMs).toISOString(),
    card: row.card,
    total_tokens: row.totalTokens,
    budget_tokens: row.budgetTokens,
    health_status: row.healthStatus,
  };
}
