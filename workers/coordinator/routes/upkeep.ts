import { z } from 'zod';
import {
  type Consolidation,
  consolidateBodySchema,
  consolidationSchema,
  reconcileBodySchema,
  reconciliationSchema,
} from '../../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { within } from '../../../shared/within.ts';
import { type App, endpoint } from '../endpoint.ts';
import { listAnswer, listQuery, page, readCursor } from '../page.ts';
import { RECALL_TIMEOUT_MS } from '../services.ts';

const TAG = 'Upkeep';

/**
 * How long a run that a caller waits for goes on, in ms: most clients wait half a minute. What is left
 * over is done by the next call, or by the cron.
 */
const WAITED_BUDGET_MS = 20_000;
/** The last step that was begun within the budget may still end. */
const WAITED_TIMEOUT_MS = 60_000;

/** Longest cursor of a reconciliation, in characters. */
const MAX_CURSOR_CHARS = 64;

const reconcileSchema = reconcileBodySchema
  .extend({
    /** `next_cursor` of the answer before, to go on from there. */
    cursor: z.string().max(MAX_CURSOR_CHARS).optional(),
  })
  .meta({ id: 'ReconcileFrom' });

const UNDER_WAY: Failure = {
  code: 'conflict',
  detail: 'Cannot consolidate: another run is under way; see GET /v1/consolidations',
  retryAfterSeconds: 30,
};

/** Upkeep of a tenant's memories: consolidation and its reports, and the vector index against the rows. */
export function upkeepRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/consolidations',
      tag: TAG,
      summary: 'What consolidations did, the newest run first',
      query: z.strictObject(listQuery),
      answer: listAnswer(consolidationSchema),
    },
    async (c, { query: { limit, cursor } }) => {
      const tenant = c.get('tenant');
      const scope = ['consolidations', tenant];
      const beforeId = await readCursor(scope, cursor);
      if (!beforeId.ok) return beforeId;
      const wanted = { limit: limit + 1, beforeId: beforeId.value };
      const found = await within(RECALL_TIMEOUT_MS, 'list consolidations', () =>
        c.env.MEMORY.consolidations(tenant, wanted),
      );
      if (!found.ok) return found;
      const columns = {
        idOf: ({ run_id }: Consolidation) => run_id,
        toItem: (run: Consolidation) => run,
      };
      return ok(await page(found.value.items, limit, scope, columns));
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/consolidations',
      tag: TAG,
      summary: 'Consolidate now; `status` is "running" when it goes on with the next call or cron',
      body: consolidateBodySchema,
      optionalBody: true,
      answer: consolidationSchema,
    },
    async (c, { body }) => {
      const request = {
        tenant: c.get('tenant'),
        dryRun: body.dry_run,
        reflect: body.reflect,
        budgetMs: WAITED_BUDGET_MS,
      };
      const done = await within(WAITED_TIMEOUT_MS, 'consolidate memories', () =>
        c.env.MEMORY.consolidate(request),
      );
      if (!done.ok) return done;
      const run = done.value.runs.find(({ tenant }) => tenant === request.tenant);
      if (run === undefined) return fail(UNDER_WAY);
      const { tenant: _, ...report } = run;
      return ok(report);
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/reconciliations',
      tag: TAG,
      summary: 'Compare the rows with the vector index, and queue again what it lacks',
      body: reconcileSchema,
      optionalBody: true,
      answer: reconciliationSchema,
    },
    (c, { body }) =>
      within(WAITED_TIMEOUT_MS, 'reconcile memories', () =>
        c.env.MEMORY.reconcile({ ...body, tenant: c.get('tenant'), budgetMs: WAITED_BUDGET_MS }),
      ),
  );
}
