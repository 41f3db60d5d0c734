import { beforeAll, describe, expect, it } from 'vitest';
import { deliver } from '../../../workers/memory/outbox.ts';
import { reconcile } from '../../../workers/memory/reconcile.ts';
import { memoryEnv as env, putRows, rowOf, type Stored } from '../../support/upkeep.ts';

const session = env.DB.withSession('first-primary');
const NOW = 1_800_000_000_000;
const LATER = NOW + 120_000;

async function run(request: Partial<Parameters<typeof reconcile>[1]> = {}) {
  const done = await reconcile(env, { repair: false, nowMs: LATER, ...request });
  if (!done.ok) throw new Error(done.error.detail);
  return done.value;
}

async function deliverAll(nowMs: number): Promise<void> {
  const done = await deliver(env, { nowMs, budgetMs: 60_000 });
  expect(done.failed).toBe(0);
}

const AGREE = { missing: 0, pending: 0, repaired: 0, agree: true, next_cursor: null, degraded: [] };

describe('reconcile()', () => {
  let rows: readonly Stored[] = [];

  beforeAll(async () => {
    rows = await putRows(session, [
      ...Array.from({ length: 30 }, (_, i) =>
        rowOf({ tenant: 'a', text: `The depot in street ${i} is open`, createdAtMs: NOW }),
      ),
      // Longer than one part.
      rowOf({ tenant: 'b', text: 'The harbour opens early today. '.repeat(80), createdAtMs: NOW }),
    ]);
  });

  it('counts what waits in the outbox as pending, not as missing', async () => {
    expect(await run()).toMatchObject({ rows: 31, expected: 31, missing: 0, pending: 31 });
    await deliverAll(NOW);
    const parts = await session
      .prepare("select parts from memory_memories where tenant = 'b'")
      .first<{ parts: number }>();
    expect(parts?.parts).toBeGreaterThan(1);
    const expected = 30 + (parts?.parts ?? 0);
    expect(await run()).toEqual({ rows: 31, expected, ...AGREE });
    expect(await run({ tenant: 'a' })).toEqual({ rows: 30, expected: 30, ...AGREE });
    expect(await run({ tenant: 'nobody' })).toEqual({ rows: 0, expected: 0, ...AGREE });
  });

  it('finds and repairs vectors that the index lost, and only those', async () => {
    const lost = rows.slice(3, 8).map(({ id }) => id);
    await env.VECTORIZE.deleteByIds([...lost, `${rows[30]?.id}#1`]);
    expect(await run({ tenant: 'a' })).toMatchObject({ missing: 5, repaired: 0, agree: false });
    const queued = 'select count(*) as n from memory_outbox';
    expect(await session.prepare(queued).first()).toEqual({ n: 0 });
    expect(await run({ repair: true })).toMatchObject({
      missing: 6,
      repaired: 6,
      pending: 6,
      agree: false,
    });
    // A repeat queues nothing twice, and no longer calls it missing.
    expect(await run({ repair: true })).toMatchObject({ missing: 0, repaired: 0, pending: 6 });
    await deliverAll(LATER);
    expect(await run({ nowMs: LATER + 120_000 })).toMatchObject(AGREE);
  });

  it('finds a vector under another scope or in the namespace of another tenant', async () => {
    const [first, second] = rows;
    const [vector] = await env.VECTORIZE.getByIds([first?.id ?? '']);
    if (vector === undefined || second === undefined) throw new Error('no vector');
    await env.VECTORIZE.upsert([
      { ...vector, metadata: { user_id: 'somebody' } },
      { ...vector, id: second.id, namespace: 'somewhere' },
    ]);
    const nowMs = LATER + 120_000;
    expect(await run({ repair: true, nowMs })).toMatchObject({ missing: 2, repaired: 2 });
    await deliverAll(nowMs);
    expect(await run({ nowMs: nowMs + 120_000 })).toMatchObject(AGREE);
  });

  it('does not call a vector missing that was written a moment ago', async () => {
    const nowMs = LATER + 400_000;
    const [recent] = await putRows(session, [
      rowOf({ tenant: 'recent', text: 'The tram is late', createdAtMs: nowMs }),
    ]);
    await deliverAll(nowMs);
    await env.VECTORIZE.deleteByIds([recent?.id ?? '']);
    const soon = { tenant: 'recent', repair: true, nowMs: nowMs + 30_000 };
    expect(await run(soon)).toMatchObject({ missing: 0, pending: 1, repaired: 0, agree: false });
    const late = { ...soon, nowMs: nowMs + 61_000 };
    expect(await run(late)).toMatchObject({ missing: 1, repaired: 1 });
    await deliverAll(nowMs + 61_000);
  });

  it('queues rows of another model, and rows that were forgotten altogether', async () => {
    const nowMs = LATER + 1_000_000;
    await session.batch([
      session.prepare(
        "update memory_memories set embedding_model = 'old' where tenant = 'b' and parts > 0",
      ),
      session.prepare(
        `update memory_memories set embedding_model = null, indexed_at_ms = null, parts = 0
         where tenant = 'recent'`,
      ),
    ]);
    const before = await run({ nowMs });
    expect(before.agree).toBe(false);
    expect(await run({ repair: true, nowMs })).toMatchObject({ repaired: 2 });
    await deliverAll(nowMs);
    expect(await run({ nowMs: nowMs + 120_000 })).toMatchObject(AGREE);
  });

  it('goes on from its cursor, and refuses one that it never gave', async () => {
    const nowMs = LATER + 2_000_000;
    await putRows(
      session,
      Array.from({ length: 150 }, (_, i) =>
        rowOf({ tenant: 'long', text: `Tram ${i} leaves`, createdAtMs: NOW }),
      ),
    );
    const first = await run({ tenant: 'long', budgetMs: 0, nowMs });
    expect(first).toMatchObject({ rows: 100, agree: false, next_cursor: expect.any(String) });
    const cursor = first.next_cursor ?? '';
    expect(await run({ tenant: 'long', cursor, nowMs })).toMatchObject({
      rows: 50,
      next_cursor: null,
    });
    for (const wrong of ['', 'x', '7.1', '0.1; drop table memory_memories']) {
      const answer = await reconcile(env, { repair: true, cursor: wrong });
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    }
  });

  it('says that the index is down instead of calling everything missing', async () => {
    const down = {
      ...env,
      VECTORIZE: Object.assign(Object.create(env.VECTORIZE), {
        getByIds: () => Promise.reject(new Error('index is down')),
      }),
    };
    const done = await reconcile(down, { repair: true, tenant: 'a', nowMs: LATER + 3_000_000 });
    expect(done).toMatchObject({
      ok: true,
      value: {
        rows: 0,
        missing: 0,
        repaired: 0,
        agree: false,
        next_cursor: '0.0',
        degraded: [{ dependency: 'vector_index', effect: expect.stringContaining('is down') }],
      },
    });
  });

  it('says when the index has vectors that no memory has', async () => {
    await deliverAll(LATER + 4_000_000);
    const [vector] = await env.VECTORIZE.getByIds([rows[0]?.id ?? '']);
    if (vector === undefined) throw new Error('no vector');
    await env.VECTORIZE.upsert([{ ...vector, id: 'mem_nobody' }]);
    const done = await run({ nowMs: LATER + 5_000_000 });
    expect(done).toMatchObject({ missing: 0, agree: true });
    expect(done.degraded).toEqual([
      { dependency: 'vector_index', effect: expect.stringMatching(/no memory.*: 1$/) },
    ]);
  });
});
