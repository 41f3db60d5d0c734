/** Consolidation that is disturbed at each call of a binding, and goes on: nothing is lost, nothing done twice. */
import { env as bindings } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { UNUSED_MS } from '../../shared/memory/decay.ts';
import { consolidate } from '../../workers/memory/consolidate/index.ts';
import { messageOf } from '../../workers/memory/consolidate/message-of.ts';
import { restoreMemory } from '../../workers/memory/restore.ts';
import { countingEnv, type Disturbance, disturbedEnv, hookedEnv } from '../support/disturbed.ts';
import { memoryEnv, putRows, rowOf } from '../support/upkeep.ts';

const session = bindings.DB.withSession('first-primary');
const NOW = 1_800_000_000_000;
/** When the lease of a run that died has expired. */
const RERUN = NOW + 61_000;
const DAY = 86_400_000;
const OLD = NOW - UNUSED_MS - DAY;
const SEAT = 'Ana prefers the window seat on every long train ride to Madrid';

const idOf = (name: string) => `mem_${name.toUpperCase().padStart(26, '0')}`;

/** Something to do for every step. */
async function prepare(tenant: string): Promise<void> {
  const row = (name: string, over: Partial<Parameters<typeof rowOf>[0]>) =>
    rowOf({ tenant, id: idOf(name), text: name, createdAtMs: NOW - DAY, ...over });
  const city = { series: 'o.city', seriesValue: 'n' };
  await putRows(session, [
    row('seat', { text: SEAT, authorityRank: 0, usefulCount: 1 }),
    row('always', { text: `${SEAT}, always`, usefulCount: 2 }),
    row('weak1', { createdAtMs: OLD }),
    row('weak2', { createdAtMs: OLD, parts: 1 }),
    row('expired', { expiresAtMs: NOW }),
    row('town', { ...city, seriesValue: 'o', createdAtMs: NOW - 2 * DAY }),
    row('city', city),
    row('busy', { createdAtMs: NOW - 400 * DAY, categoryRank: 0 }),
  ]);
  const at = NOW - 300 * DAY;
  await session.batch(
    [
      `delete from memory_outbox where tenant = ?1 and ?2`,
      `insert into memory_history (tenant, memory_id, at_ms, event, changes)
        select ?1, '${idOf('busy')}', ?2, 'useful', '{}' from json_each('${JSON.stringify(Array(60).fill(0))}')`,
      `insert into memory_credits values (?1, '${idOf('busy')}', 'win_old', ?2)`,
      `insert into memory_credits values (?1, '${idOf('always')}', 'win_new', ?2 + ${300 * DAY})`,
      `insert into memory_vectors select ?1, 'mem_gone', 0, 0, 1, 'm', '' where ?2`,
      `insert into memory_archives values (?1, 'mem_begun', 'ana', null, null, 'pending', 'decayed', ?2)`,
    ].map((statement) => session.prepare(statement).bind(tenant, at)),
  );
  await memoryEnv.OFFLOAD.putObject(tenant, 'memories/mem_begun', '{}');
}

/** All there is of a tenant, without the times at which it was done and the places of rows. */
async function stateOf(tenant: string): Promise<unknown> {
  const [rows, words, history, links, credits, vectors, outbox, archives, runs] =
    await session.batch<Record<string, unknown>>(
      [
        `select id, text, useful_count, holds_from_ms, restated_at_ms, superseded_at_ms, superseded_by,
          settled_at_ms is null as is_new, parts from memory_memories where tenant = ? order by id`,
        `select m.id from memory_words w join memory_memories m on m.seq = w.rowid
          where m.tenant = ? order by m.id`,
        `select memory_id, event, changes from memory_history where tenant = ? order by memory_id, seq`,
        `select from_id, to_id, kind from memory_links where tenant = ? order by 1, 2`,
        `select memory_id, window_id from memory_credits where tenant = ? order by 1, 2`,
        `select memory_id from memory_vectors where tenant = ?`,
        `select memory_id, operation, parts from memory_outbox where tenant = ? order by 1`,
        `select memory_id, state, reason from memory_archives where tenant = ? order by 1`,
        `select counts from memory_consolidations where tenant = ?`,
      ].map((statement) => session.prepare(statement).bind(tenant)),
    );
  const counts: Record<string, number> = {};
  for (const run of runs?.results ?? []) {
    for (const [name, n] of Object.entries<number>(JSON.parse(String(run.counts)))) {
      counts[name] = (counts[name] ?? 0) + n;
    }
  }
  const objects = await Promise.all(
    [idOf('weak1'), idOf('weak2'), 'mem_begun'].map((id) => objectOf(tenant, id)),
  );
  const texts = JSON.stringify({
    tables: [rows, words, history, links, credits, vectors, outbox, archives].map(
      (table) => table?.results,
    ),
    counts,
    objects,
  });
  // Records in the history say when the copy was settled and counted.
  return JSON.parse(texts.replaceAll(tenant, 'tenant'));
}

/** What lies in the object store of a memory; null for nothing. */
async function objectOf(tenant: string, id: string): Promise<unknown> {
  const object = await memoryEnv.OFFLOAD.getObject(tenant, `memories/${id}`);
  if (!object.ok) return null;
  const { row, history } = await new Response(object.value.body).json<{
    row?: { id: string; text: string };
    history?: readonly { event: string }[];
  }>();
  return { id: row?.id, text: row?.text, history: history?.map(({ event }) => event) };
}

async function untilDone(tenant: string, nowMs: number): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const { complete, runs } = await consolidate(memoryEnv, { tenant, nowMs: nowMs + i });
    if (complete) {
      expect(runs[0]).toMatchObject({ status: 'done', error: null });
      return;
    }
  }
  throw new Error('Cannot consolidate: it is never done');
}

describe('consolidate(), disturbed', async () => {
  const counting = countingEnv();
  await prepare('calm');
  await consolidate(counting.env, { tenant: 'calm', nowMs: NOW });
  await untilDone('calm', RERUN);
  const calm = await stateOf('calm');
  const calls = counting.calls();

  it('has something to do for every step', () => {
    expect(calls).toBeGreaterThan(25);
    expect(calm).toMatchObject({
      counts: {
        examined: 8,
        merged: 1,
        superseded: 1,
        expired: 1,
        archived: 2,
        history_trimmed: 13,
        orphans_removed: 2,
      },
      objects: [{ text: 'weak1' }, { text: 'weak2' }, null],
    });
  });

  describe.each<Disturbance>(['fails', 'dies before', 'dies after'])('a call that %s', (how) => {
    it.each(Array.from({ length: calls }, (_, i) => i + 1))('number %i', async (at) => {
      const tenant = `${how.replace(' ', '-')}-${at}`;
      await prepare(tenant);
      const disturbed = consolidate(disturbedEnv(at, how), { tenant, nowMs: NOW });
      await disturbed.catch((error: unknown) => expect(messageOf(error)).toContain('disturbed'));
      await untilDone(tenant, RERUN);
      expect(await stateOf(tenant)).toEqual(calm);
    });
  });
});

describe('restoreMemory(), disturbed', async () => {
  const id = idOf('weak1');
  const terms = { nowMs: RERUN, by: 'key' };
  async function archived(tenant: string): Promise<void> {
    await prepare(tenant);
    await untilDone(tenant, NOW);
  }
  async function closed(tenant: string): Promise<unknown> {
    await session
      .prepare("delete from memory_outbox where tenant = ? and operation = 'upsert'")
      .bind(tenant)
      .run();
    // After an hour, whatever is still pending is cleared away.
    await untilDone(tenant, RERUN + 2 * 3_600_000);
    const { tables, objects } = (await stateOf(tenant)) as { tables: unknown; objects: unknown };
    return { tables, objects };
  }
  const counting = countingEnv();
  await archived('calm-restore');
  await restoreMemory(counting.env, 'calm-restore', id, terms);
  const calm = await closed('calm-restore');
  const calls = counting.calls();

  it('is back', () => {
    expect(JSON.stringify(calm)).toContain('restored');
    expect(calls).toBeGreaterThan(5);
  });

  describe.each<Disturbance>(['fails', 'dies before', 'dies after'])('a call that %s', (how) => {
    it.each(Array.from({ length: calls }, (_, i) => i + 1))('number %i', async (at) => {
      const tenant = `restore-${how.replace(' ', '-')}-${at}`;
      await archived(tenant);
      const disturbed = restoreMemory(disturbedEnv(at, how), tenant, id, terms);
      await disturbed.catch((error: unknown) => expect(messageOf(error)).toContain('disturbed'));
      const again = await restoreMemory(memoryEnv, tenant, id, terms);
      // Refused when the first call had brought it back already.
      if (!again.ok) expect(again.error.code).toBe('not_found');
      expect(await closed(tenant)).toEqual(calm);
    });
  });
});

describe('F-71: runs that overlap', () => {
  async function prepareTen(tenant: string): Promise<void> {
    await putRows(
      session,
      Array.from({ length: 10 }, (_, i) =>
        rowOf({ tenant, text: `Tram ${i} is late`, createdAtMs: OLD }),
      ),
    );
    await session.prepare('delete from memory_outbox where tenant = ?').bind(tenant).run();
  }
  async function totals(tenant: string) {
    const { results } = await session
      .prepare(
        `select status, counts ->> 'archived' as archived, counts ->> 'examined' as examined
         from memory_consolidations where tenant = ?`,
      )
      .bind(tenant)
      .all<{ status: string; archived: number; examined: number }>();
    const left = await session
      .prepare('select count(*) as n from memory_memories where tenant = ?')
      .bind(tenant)
      .first<{ n: number }>();
    return {
      statuses: results.map(({ status }) => status),
      archived: results.reduce((sum, row) => sum + row.archived, 0),
      examined: results.reduce((sum, row) => sum + row.examined, 0),
      left: left?.n,
    };
  }
  const ALL = { archived: 10, examined: 10, left: 0 };

  it('two calls at once process each of ten items once', async () => {
    const tenant = 'at-once';
    await prepareTen(tenant);
    const calls = await Promise.all([
      consolidate(memoryEnv, { tenant, nowMs: NOW }),
      consolidate(memoryEnv, { tenant, nowMs: NOW }),
    ]);
    const [one, other] = calls.map(({ runs }) => runs.length).sort();
    expect([one, other]).toEqual([0, 1]);
    expect(calls.filter(({ complete }) => complete)).toHaveLength(1);
    expect(await totals(tenant)).toMatchObject(ALL);
  });

  it('goes on after a run that died holding the lease, not before it has expired', async () => {
    const tenant = 'died';
    await prepareTen(tenant);
    const died = consolidate(disturbedEnv(14, 'dies before'), { tenant, nowMs: NOW });
    await expect(died).rejects.toThrow('disturbed');
    const early = await consolidate(memoryEnv, { tenant, nowMs: NOW + 50_000 });
    expect(early).toEqual({ runs: [], complete: false });
    const late = await consolidate(memoryEnv, { tenant, nowMs: RERUN });
    expect(late).toMatchObject({ runs: [{ status: 'done' }], complete: true });
    expect(await totals(tenant)).toMatchObject(ALL);
  });

  it('refuses the commit of a run that wakes up after its lease was taken over', async () => {
    const tenant = 'late';
    await prepareTen(tenant);
    let asleep: () => void = () => undefined;
    const isAsleep = new Promise<void>((resolve) => {
      asleep = resolve;
    });
    let wake: () => void = () => undefined;
    const isAwake = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const { OFFLOAD } = memoryEnv;
    const sleeper = {
      ...hookedEnv((call) => call()),
      OFFLOAD: {
        getObject: OFFLOAD.getObject,
        deleteObject: OFFLOAD.deleteObject,
        putObject: async (...args: Parameters<typeof OFFLOAD.putObject>) => {
          asleep();
          await isAwake;
          return OFFLOAD.putObject(...args);
        },
      },
    };
    const late = consolidate(sleeper, { tenant, nowMs: NOW });
    await isAsleep;
    expect(await consolidate(memoryEnv, { tenant, nowMs: RERUN })).toMatchObject({
      runs: [{ status: 'done', counts: { archived: 10 } }],
      complete: true,
    });
    wake();
    expect(await late).toEqual({ runs: [], complete: false });
    expect(await totals(tenant)).toMatchObject({ statuses: ['done'], ...ALL });
    const { results } = await session
      .prepare('select memory_id from memory_archives where tenant = ?')
      .bind(tenant)
      .all<{ memory_id: string }>();
    const objects = await Promise.all(
      results.map(({ memory_id }) => OFFLOAD.getObject(tenant, `memories/${memory_id}`)),
    );
    expect(objects.filter(({ ok }) => ok)).toHaveLength(10);
  });

  it('leaves no object of a user who was erased while it was written', async () => {
    const tenant = 'erased';
    await prepareTen(tenant);
    const { OFFLOAD } = memoryEnv;
    const ids: string[] = [];
    const eraser = {
      ...memoryEnv,
      OFFLOAD: {
        getObject: OFFLOAD.getObject,
        deleteObject: OFFLOAD.deleteObject,
        putObject: async (...args: Parameters<typeof OFFLOAD.putObject>) => {
          const [, key] = args;
          ids.push(key);
          if (ids.length === 1) {
            await session.batch([
              session.prepare('delete from memory_memories where tenant = ?').bind(tenant),
              session.prepare('delete from memory_archives where tenant = ?').bind(tenant),
            ]);
          }
          return OFFLOAD.putObject(...args);
        },
      },
    };
    const done = await consolidate(eraser, { tenant, nowMs: NOW });
    expect(done.runs[0]).toMatchObject({ status: 'done', counts: { archived: 0 } });
    expect(ids).toHaveLength(10);
    const objects = await Promise.all(ids.map((key) => OFFLOAD.getObject(tenant, key)));
    expect(objects.some(({ ok }) => ok)).toBe(false);
  });
});

/** A word for each number. */
function wordOf(n: number): string {
  return [...String(n)].map((digit) => 'bcdfghjkmn'.charAt(Number(digit))).join('o');
}

describe('F-65: consolidation of many rows', () => {
  it('touches 350 rows with fewer than 50 calls of the database', async () => {
    const tenant = 'many';
    const pairs = Array.from({ length: 100 }, (_, i) => {
      // Words of its own, so that only the two of a pair are alike.
      const [a, b, c] = ['gate', 'ramp', 'yard'].map((thing) => `${thing}${wordOf(i)}`);
      const text = `The ${a} opens before the ${b} while every ${c} stays closed on working days`;
      return [
        rowOf({ tenant, text, createdAtMs: NOW - 2, categoryRank: 2 }),
        rowOf({ tenant, text: `${text}, always`, createdAtMs: NOW - 1, categoryRank: 2 }),
      ];
    });
    const stored = await putRows(session, [
      ...pairs.flat(),
      ...Array.from({ length: 100 }, (_, i) =>
        rowOf({ tenant, text: `Gone ${i}`, createdAtMs: NOW, expiresAtMs: NOW }),
      ),
      ...Array.from({ length: 50 }, (_, i) =>
        rowOf({ tenant, text: `Weak ${i}`, createdAtMs: OLD }),
      ),
    ]);
    expect(stored).toHaveLength(350);
    await session.prepare('delete from memory_outbox where tenant = ?').bind(tenant).run();
    let calls = 0;
    const env = {
      ...hookedEnv((call) => {
        calls += 1;
        return call();
      }),
      OFFLOAD: memoryEnv.OFFLOAD,
    };
    const { runs } = await consolidate(env, { tenant, nowMs: NOW, budgetMs: 60_000 });
    expect(runs[0]).toMatchObject({
      status: 'done',
      counts: { merged: 100, expired: 100, archived: 50 },
    });
    expect(calls).toBeLessThan(50);
  });

  it('rolls back the transaction of a statement that fails, leaves that step out and does the others', async () => {
    const tenant = 'rollback';
    const rows = await putRows(session, [
      ...Array.from({ length: 5 }, (_, i) =>
        rowOf({ tenant, text: `Gone ${i}`, createdAtMs: NOW, expiresAtMs: NOW }),
      ),
      rowOf({ tenant, text: 'Weak', createdAtMs: OLD }),
    ]);
    await session.batch([
      session.prepare('delete from memory_outbox where tenant = ?').bind(tenant),
      session.prepare(`create trigger refuse before delete on memory_memories
        when old.id = '${rows[3]?.id}' begin select raise(abort, 'not this one'); end`),
    ]);
    const count = 'select count(*) as n from memory_memories where tenant = ?';
    const first = await consolidate(memoryEnv, { tenant, nowMs: NOW });
    expect(first).toMatchObject({ complete: false, runs: [{ status: 'running', step: 'expiry' }] });
    expect(first.runs[0]?.error).toContain('not this one');
    expect(await session.prepare(count).bind(tenant).first()).toEqual({ n: 6 });
    await consolidate(memoryEnv, { tenant, nowMs: NOW + 1 });
    const last = await consolidate(memoryEnv, { tenant, nowMs: NOW + 2 });
    expect(last).toMatchObject({
      complete: true,
      runs: [{ status: 'failed', counts: { expired: 0, archived: 1 } }],
    });
    expect(last.runs[0]?.notes).toContain('left out expiry');
    expect(await session.prepare(count).bind(tenant).first()).toEqual({ n: 5 });
    await session.prepare('drop trigger refuse').run();
    const next = await consolidate(memoryEnv, { tenant, nowMs: NOW + 3 });
    expect(next).toMatchObject({ runs: [{ status: 'done', counts: { expired: 5 } }] });
  });
});
