import { describe, expect, it } from 'vitest';
import type { Consolidation } from '../../../../shared/contracts/memory-upkeep.ts';
import { ok } from '../../../../shared/result.ts';
import { callJson } from '../../../support/coordinator.ts';
import { fakeMemory } from '../../../support/fake-memory.ts';

const run = (run_id: string) => ({ run_id, status: 'done', dry_run: false }) as Consolidation;

describe('/v1/consolidations', () => {
  it('lists the runs of the tenant page by page', async () => {
    const ids = ['run_C', 'run_B', 'run_A'];
    const { MEMORY, calls } = fakeMemory({
      consolidations: async (_tenant, { limit, beforeId }) =>
        ok({
          items: ids
            .filter((id) => id < (beforeId ?? 'z'))
            .slice(0, limit)
            .map(run),
        }),
    });
    const bindings = { MEMORY };
    const first = await callJson('/v1/consolidations?limit=2', { bindings });
    expect(first.body.items).toEqual([run('run_C'), run('run_B')]);
    const cursor = encodeURIComponent(String(first.body.next_cursor));
    const second = await callJson(`/v1/consolidations?limit=2&cursor=${cursor}`, { bindings });
    expect(second.body).toEqual({ items: [run('run_A')], next_cursor: null });
    expect(calls.map(([, tenant]) => tenant)).toEqual(['dev', 'dev']);
  });

  it.each([
    [undefined, false],
    [{ dry_run: true }, true],
  ])('POST %j runs for the tenant of the key alone', async (json, dryRun) => {
    const { MEMORY, calls } = fakeMemory({
      consolidate: async () => ok({ runs: [{ ...run('run_A'), tenant: 'dev' }], complete: true }),
    });
    const options = { method: 'POST', bindings: { MEMORY }, ...(json && { json }) };
    expect(await callJson('/v1/consolidations', options)).toEqual({
      status: 200,
      body: run('run_A'),
    });
    expect(calls).toEqual([
      ['consolidate', { tenant: 'dev', dryRun, budgetMs: expect.any(Number) }],
    ]);
  });

  it('POST says when another run is under way (F-71)', async () => {
    const { MEMORY } = fakeMemory({ consolidate: async () => ok({ runs: [], complete: false }) });
    const busy = await callJson('/v1/consolidations', { method: 'POST', bindings: { MEMORY } });
    expect([busy.status, busy.body.code]).toEqual([409, 'conflict']);
  });
});

describe('POST /v1/reconciliations', () => {
  it.each([
    [{}, true],
    [{ repair: false, cursor: '0.100' }, false],
  ])('%j compares the rows of the tenant', async (json, repair) => {
    const report = {
      rows: 3,
      expected: 3,
      missing: 1,
      pending: 0,
      repaired: repair ? 1 : 0,
      agree: false,
      next_cursor: null,
      degraded: [],
    };
    const { MEMORY, calls } = fakeMemory({ reconcile: async () => ok(report) });
    const answer = await callJson('/v1/reconciliations', { json, bindings: { MEMORY } });
    expect(answer).toEqual({ status: 200, body: report });
    const budgetMs = expect.any(Number);
    expect(calls).toEqual([['reconcile', { ...json, tenant: 'dev', repair, budgetMs }]]);
  });
});
