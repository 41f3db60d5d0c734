import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { type Lease, withLease } from '../../../workers/memory/lease.ts';
import { unchangedStatement } from '../../../workers/memory/unchanged.ts';

const session = env.DB.withSession('first-primary');
const at = (nowMs: number) => () => nowMs;
const note = (tenant: string) =>
  session
    .prepare('insert into memory_tenants (tenant, shard, created_at_ms) values (?, 0, 0)')
    .bind(tenant);

async function noted(tenant: string): Promise<boolean> {
  const row = await session
    .prepare('select 1 from memory_tenants where tenant = ?')
    .bind(tenant)
    .first();
  return row !== null;
}

async function rowsOf(table: string): Promise<number> {
  const row = await session.prepare(`select count(*) as n from ${table}`).first<{ n: number }>();
  return row?.n ?? -1;
}

describe('withLease()', () => {
  it('lets one of two runs in, and the next one when it is given back', async () => {
    const inner: unknown[] = [];
    const outer = await withLease(session, 'one', { owner: 'a', clock: at(0) }, async () => {
      inner.push(await withLease(session, 'one', { owner: 'b', clock: at(1) }, async () => 'b'));
      inner.push(await withLease(session, 'two', { owner: 'b', clock: at(1) }, async () => 'b'));
      return 'a';
    });
    expect(outer).toEqual(ok('a'));
    expect(inner).toEqual([{ ok: false, error: 'busy' }, ok('b')]);
    expect(await withLease(session, 'one', { owner: 'b', clock: at(2) }, async () => 'b')).toEqual(
      ok('b'),
    );
    expect(await rowsOf('memory_leases')).toBe(0);
  });

  it('commits while it is held, and leaves no check behind', async () => {
    const done = await withLease(session, 'held', { owner: 'a', clock: at(0) }, ({ commit }) =>
      commit([note('held')]),
    );
    expect(done).toMatchObject({ ok: true, value: { ok: true } });
    expect(await noted('held')).toBe(true);
    expect(await rowsOf('memory_lease_checks')).toBe(0);
  });

  it('goes on after a run that died, but not before its lease has expired', async () => {
    const died: unknown = await Promise.race([
      withLease(session, 'dead', { owner: 'a', clock: at(0), holdMs: 100 }, () => {
        // Never comes back, as a Worker that was killed.
        return new Promise<never>(() => undefined);
      }),
      scheduler.wait(50),
    ]);
    expect(died).toBeUndefined();
    const run = (nowMs: number) =>
      withLease(session, 'dead', { owner: 'b', clock: at(nowMs) }, async () => 'b');
    expect(await run(99)).toEqual({ ok: false, error: 'busy' });
    expect(await run(100)).toEqual(ok('b'));
  });

  it('refuses the commit of a run that wakes up after its lease was taken over', async () => {
    let nowMs = 0;
    const late = await withLease(
      session,
      'late',
      { owner: 'a', clock: () => nowMs, holdMs: 100 },
      async (lease) => {
        nowMs = 150;
        let other: Lease | undefined;
        await withLease(session, 'late', { owner: 'b', clock: at(150) }, async (taken) => {
          other = taken;
          expect(await lease.commit([note('late')])).toEqual({ ok: false, error: 'lost' });
          expect(await taken.commit([note('other')])).toMatchObject({ ok: true });
        });
        expect(other).toBeDefined();
        return lease.commit([note('later')]);
      },
    );
    expect(late).toEqual(ok({ ok: false, error: 'lost' }));
    expect([await noted('late'), await noted('later'), await noted('other')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await rowsOf('memory_lease_checks')).toBe(0);
  });

  it('refuses the commit of a run whose lease expired, though nobody took it', async () => {
    let nowMs = 0;
    const terms = { owner: 'a', clock: () => nowMs, holdMs: 100 };
    const done = await withLease(session, 'slow', terms, async ({ commit }) => {
      nowMs = 90;
      const first = await commit([]);
      // The first commit began the lease anew.
      nowMs = 180;
      const second = await commit([]);
      nowMs = 281;
      return [first.ok, second.ok, await commit([note('slow')])];
    });
    expect(done).toEqual(ok([true, true, { ok: false, error: 'lost' }]));
    expect(await noted('slow')).toBe(false);
  });

  it('rolls back what was done before a statement that fails, and throws', async () => {
    const twice = withLease(session, 'twice', { owner: 'a', clock: at(0) }, ({ commit }) =>
      commit([note('twice'), note('twice')]),
    );
    await expect(twice).rejects.toThrow(/UNIQUE/);
    expect(await noted('twice')).toBe(false);
    expect(await rowsOf('memory_leases')).toBe(0);
  });
});

describe('unchangedStatement()', () => {
  it('refuses a transaction about a row that is gone', async () => {
    const gone = { id: 'mem_x', updatedAtMs: 1, lastRecalledAtMs: null, version: 0 };
    const done = await withLease(session, 'rows', { owner: 'a', clock: at(0) }, async (lease) => [
      await lease.commit([unchangedStatement(session, 't', []), note('rows')]),
      await lease.commit([unchangedStatement(session, 't', [gone]), note('more')]),
    ]);
    expect(done).toMatchObject({ value: [{ ok: true }, { ok: false, error: 'changed' }] });
    expect([await noted('rows'), await noted('more')]).toEqual([true, false]);
  });
});
