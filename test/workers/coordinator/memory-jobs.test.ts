import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MemoryRpc } from '../../../shared/contracts/memory-rpc.ts';
import { fail, ok } from '../../../shared/result.ts';
import { runCron } from '../../../workers/coordinator/cron.ts';
import { bindings } from '../../support/coordinator.ts';
import { fakeMemory } from '../../support/fake-memory.ts';

const EVERY_FIVE_MINUTES = '*/5 * * * *';
const HOURLY = '17 * * * *';
const DAILY = '43 3 * * *';
const MINUTE_MS = 60_000;

let lines: Record<string, unknown>[] = [];

beforeEach(() => {
  lines = [];
  const keep = (line: unknown) => {
    lines.push(JSON.parse(String(line)));
  };
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(keep);
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Runs a cron over a memory Worker with these methods; each call takes `callMs` by the clock. */
async function run(cron: string, methods: Partial<MemoryRpc>, callMs = 0) {
  const fake = fakeMemory(methods);
  vi.useFakeTimers({ toFake: ['Date'] });
  const MEMORY = new Proxy(fake.MEMORY, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      return (...args: unknown[]) => {
        vi.setSystemTime(Date.now() + callMs);
        return typeof method === 'function' ? Reflect.apply(method, target, args) : undefined;
      };
    },
  });
  await runCron({ ...bindings, MEMORY }, cron, Date.now());
  vi.useRealTimers();
  return fake.calls;
}

const reported = (job: string) => lines.find((line) => line.job === job);

describe('deliver_memories', () => {
  it('goes on until nothing is pending, and adds up', async () => {
    const pending = [30, 10, 0];
    const calls = await run(EVERY_FIVE_MINUTES, {
      deliver: async () => ok({ delivered: 20, failed: 1, pending: pending.shift() ?? 0 }),
    });
    expect(calls).toHaveLength(3);
    expect(reported('deliver_memories')).toMatchObject({ delivered: 60, failed: 3, pending: 0 });
  });

  it('leaves what the index does not take to the next cron', async () => {
    const calls = await run(EVERY_FIVE_MINUTES, {
      deliver: async () => ok({ delivered: 0, failed: 5, pending: 5 }),
    });
    expect(calls).toHaveLength(1);
    expect(reported('deliver_memories')).toMatchObject({ delivered: 0, failed: 5, pending: 5 });
  });

  it('ends before it is due again', async () => {
    const endless = { deliver: async () => ok({ delivered: 1, failed: 0, pending: 1_000_000 }) };
    const calls = await run(EVERY_FIVE_MINUTES, endless, MINUTE_MS);
    expect(calls).toHaveLength(4);
  });
});

describe('consolidate_memories', () => {
  const counts = {
    examined: 9,
    merged: 1,
    superseded: 0,
    expired: 0,
    archived: 0,
    history_trimmed: 0,
    orphans_removed: 0,
    reflections: 0,
  };
  const consolidated = (tenant: string, status: 'done' | 'failed' = 'done') => ({
    tenant,
    run_id: `run_${tenant}`,
    status,
    dry_run: false,
    step: 'merge',
    counts,
    notes: ['"Ana likes tea" went into another one'],
    started_at: '2026-11-30T00:00:00.000Z',
    finished_at: null,
    error: status === 'failed' ? 'Cannot merge: the database is down' : null,
  });

  it('goes on until every tenant is done, and logs counts of each without content', async () => {
    const answers = [
      { runs: [consolidated('a'), consolidated('b')], complete: false },
      { runs: [consolidated('c', 'failed')], complete: true },
    ];
    const calls = await run(HOURLY, {
      consolidate: async () => ok(answers.shift() ?? { runs: [], complete: true }),
    });
    expect(calls).toHaveLength(2);
    expect(reported('consolidate_memories')).toMatchObject({ runs: 3, complete: true });
    const events = lines.filter(({ run_id }) => run_id !== undefined);
    expect(events.map(({ level, tenant, merged }) => [level, tenant, merged])).toEqual([
      ['info', 'a', 1],
      ['info', 'b', 1],
      ['error', 'c', 1],
    ]);
    expect(JSON.stringify(lines)).not.toContain('Ana');
  });

  it('leaves what another run holds, and ends inside the time of a cron', async () => {
    const held = { consolidate: async () => ok({ runs: [], complete: false }) };
    expect(await run(HOURLY, held)).toHaveLength(1);
    const endless = {
      consolidate: async () => ok({ runs: [consolidated('a')], complete: false }),
    };
    expect((await run(HOURLY, endless, MINUTE_MS)).length).toBeLessThanOrEqual(11);
  });

  it('runs although an earlier job of the same cron failed, and the other way round', async () => {
    const down = { ...bindings, DB: {} as D1Database };
    const { MEMORY, calls } = fakeMemory({
      consolidate: async () => fail({ code: 'dependency_unavailable', detail: 'Cannot: down' }),
    });
    await runCron({ ...down, MEMORY }, HOURLY, Date.now());
    expect(calls).toHaveLength(1);
    expect(lines.map(({ event, job }) => [event, job])).toEqual(
      ['expire_answers', 'expire_traces', 'expire_notes', 'consolidate_memories'].map((job) => [
        'cron_failed',
        job,
      ]),
    );
  });
});

describe('reconcile_memories', () => {
  const page = (next_cursor: string | null, rows = 100) =>
    ok({
      rows,
      expected: rows,
      missing: 2,
      pending: 0,
      repaired: 2,
      agree: false,
      next_cursor,
      degraded: [],
    });

  it('goes through all rows and repairs', async () => {
    const cursors = ['0.100', '1.50', null];
    const calls = await run(DAILY, { reconcile: async () => page(cursors.shift() ?? null) });
    expect(calls.map(([, request]) => request)).toEqual(
      [undefined, '0.100', '1.50'].map((cursor) => ({
        repair: true,
        budgetMs: expect.any(Number),
        ...(cursor === undefined ? {} : { cursor }),
      })),
    );
    expect(reported('reconcile_memories')).toMatchObject({
      rows: 300,
      missing: 6,
      repaired: 6,
      complete: true,
    });
  });

  it('goes on the next day where its time was over, and then begins anew', async () => {
    let at = 0;
    const reconcile = async () => {
      at += 100;
      return page(`0.${at}`);
    };
    await run(DAILY, { reconcile }, 11 * MINUTE_MS);
    expect(reported('reconcile_memories')).toMatchObject({ rows: 100, complete: false });
    const next = await run(DAILY, { reconcile: async () => page(null) });
    expect(next[0]?.[1]).toMatchObject({ cursor: '0.100' });
    const anew = await run(DAILY, { reconcile: async () => page(null) });
    expect(anew[0]?.[1]).not.toHaveProperty('cursor');
  });

  it('stops when the index does not answer, and says so', async () => {
    const effect = 'Rows are not compared from here on';
    const calls = await run(DAILY, {
      reconcile: async () => {
        const answer = page('0.100', 0);
        return ok({ ...answer.value, degraded: [{ dependency: 'vector_index', effect }] });
      },
    });
    expect(calls).toHaveLength(1);
    expect(lines.find(({ event }) => event === 'reconcile_degraded')).toMatchObject({ effect });
  });
});
