import { z } from 'zod';
import { sectionTokensSchema, sessionIdSchema } from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import { DEFAULT_POLICY } from '../../../shared/policy.ts';
import { fail, ok } from '../../../shared/result.ts';
import { type ReportedStep, rotReport } from '../../../shared/session/report.ts';
import { type App, endpoint } from '../endpoint.ts';
import { listAnswer, listQuery, page, readCursor } from '../page.ts';
import { readSession, type SessionDetail } from '../store/session-steps.ts';
import { listSessions, type SessionRow } from '../store/sessions.ts';
import { sessionSettled, tenantSettled } from '../store/traces.ts';

const TAG = 'Sessions';

/** What an unknown, a foreign and a malformed id all answer. */
const NO_SESSION: Failure = {
  code: 'not_found',
  detail: 'Cannot find session: there is none with this id',
};

const rowSchema = z
  .object({
    session_id: z.string(),
    first_window_id: z.string(),
    updated_at: z.iso.datetime(),
    windows: z.int(),
    tokens_before: z.int(),
    tokens_after: z.int(),
  })
  .meta({ id: 'SessionRow' });

const share = z.number().min(0).max(1);
const reported = z.int().nullable();

const stepSchema = z
  .object({
    step: z.int().meta({ description: 'From 1, in the order of the windows' }),
    window_id: z.string(),
    created_at: z.iso.datetime(),
    tokens: z.object({
      before: z.int().meta({ description: 'What everything offered would have taken' }),
      after: z.int(),
      by_section: z
        .object({ before: sectionTokensSchema, after: sectionTokensSchema })
        .nullable()
        .meta({ description: 'Null for windows of which it was not kept' }),
    }),
    prefix: z.object({ hit: z.boolean(), reusable_tokens: z.int() }),
    health_status: z.string(),
    kept: z.int(),
    dropped: z.int(),
    outcome: z
      .object({
        quality: share,
        usage: z.object({
          input_tokens: reported,
          cache_read_tokens: reported,
          output_tokens: reported,
        }),
        note: z.string().nullable(),
        reported_at: z.iso.datetime(),
      })
      .nullable(),
  })
  .meta({ id: 'SessionStep' });

const sessionSchema = z
  .object({
    session_id: z.string(),
    updated_at: z.iso.datetime(),
    steps: z.array(stepSchema).meta({ description: 'The newest steps, oldest of them first' }),
    steps_omitted: z.int().meta({ description: 'Older steps that are in the totals only' }),
    totals: z.object({
      windows: z.int(),
      tokens_before: z.int(),
      tokens_after: z.int(),
      tokens_saved: z.int(),
      outcomes: z.int(),
      usage: z.object({
        input_tokens: z.int(),
        cache_read_tokens: z.int(),
        output_tokens: z.int(),
      }),
    }),
    prefix: z.object({ windows: z.int(), hits: z.int(), reusable_tokens: z.int() }),
    rot: z.object({
      baseline: share.nullable(),
      current: share.nullable(),
      drop: z.number().min(-1).max(1).nullable(),
      detected: z.boolean(),
      curve: z.array(
        z.object({ step: z.int(), window_id: z.string(), tokens: z.int(), quality: share }),
      ),
      advice: z.string(),
    }),
  })
  .meta({ id: 'Session' });

/** Sessions: list them, and see how one went. */
export function sessionRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/sessions',
      tag: TAG,
      summary: 'List sessions, the one that began last first',
      query: z.strictObject(listQuery),
      answer: listAnswer(rowSchema),
    },
    async (c, { query: { limit, cursor } }) => {
      const tenant = c.get('tenant');
      const scope = ['sessions', tenant];
      const beforeId = await readCursor(scope, cursor);
      if (!beforeId.ok) return beforeId;
      await tenantSettled(tenant);
      const wanted = { beforeId: beforeId.value, limit: limit + 1 };
      const rows = await listSessions(c.env.DB, tenant, wanted);
      const columns = { idOf: (row: SessionRow) => row.firstWindowId, toItem: listed };
      return ok(await page(rows, limit, scope, columns));
    },
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/sessions/{id}',
      tag: TAG,
      summary: 'One session: tokens of each step, totals, prefix hits, and quality against size',
      answer: sessionSchema,
    },
    async (c) => {
      const tenant = c.get('tenant');
      const id = sessionIdSchema.safeParse(c.req.param('id'));
      if (!id.success) return fail(NO_SESSION);
      await sessionSettled(tenant, id.data);
      const session = await readSession(c.env.DB, tenant, id.data);
      return session === null ? fail(NO_SESSION) : ok(shown(id.data, session));
    },
  );
}

function listed(row: SessionRow): z.output<typeof rowSchema> {
  return {
    session_id: row.sessionId,
    first_window_id: row.firstWindowId,
    updated_at: iso(row.updatedAtMs),
    windows: row.windows,
    tokens_before: row.tokensBefore,
    tokens_after: row.tokensAfter,
  };
}

function shown(sessionId: string, session: SessionDetail): z.output<typeof sessionSchema> {
  const { steps, totals, outcomes } = session;
  const rot = rotReport(steps, outcomes, { rotDrop: DEFAULT_POLICY.rot_drop });
  return {
    session_id: sessionId,
    updated_at: iso(session.updatedAtMs),
    steps: steps.map(shownStep),
    steps_omitted: totals.windows - steps.length,
    totals: {
      windows: totals.windows,
      tokens_before: totals.tokensBefore,
      tokens_after: totals.tokensAfter,
      tokens_saved: totals.tokensBefore - totals.tokensAfter,
      outcomes: totals.outcomes,
      usage: {
        input_tokens: totals.inputTokens,
        cache_read_tokens: totals.cacheReadTokens,
        output_tokens: totals.outputTokens,
      },
    },
    prefix: {
      windows: totals.windows,
      hits: totals.prefixHits,
      reusable_tokens: totals.reusableTokens,
    },
    rot: { ...rot, curve: [...rot.curve] },
  };
}

function shownStep(step: ReportedStep): z.output<typeof stepSchema> {
  const { outcome, sections } = step;
  return {
    step: step.step,
    window_id: step.windowId,
    created_at: iso(step.createdAtMs),
    tokens: { before: step.tokensBefore, after: step.tokensAfter, by_section: sections },
    prefix: { hit: step.prefixHit, reusable_tokens: step.reusableTokens },
    health_status: step.healthStatus,
    kept: step.kept,
    dropped: step.dropped,
    outcome:
      outcome === null
        ? null
        : {
            quality: outcome.quality,
            usage: {
              input_tokens: outcome.inputTokens,
              cache_read_tokens: outcome.cacheReadTokens,
              output_tokens: outcome.outputTokens,
            },
            note: outcome.note,
            reported_at: iso(outcome.createdAtMs),
          },
  };
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
