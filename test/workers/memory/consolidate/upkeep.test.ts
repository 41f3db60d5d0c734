import { describe, expect, it } from 'vitest';
import { UNUSED_MS } from '../../../../shared/memory/decay.ts';
import { consolidate } from '../../../../workers/memory/consolidate/index.ts';
import { listConsolidations } from '../../../../workers/memory/consolidate/report.ts';
import { openSession } from '../../../../workers/memory/session.ts';
import { memoryEnv as env, putRows, rowOf } from '../../../support/upkeep.ts';

const session = env.DB.withSession('first-primary');
const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const OLD = NOW - UNUSED_MS;

async function run(tenant: string, over: Partial<Parameters<typeof consolidate>[1]> = {}) {
  const { runs } = await consolidate(env, { tenant, nowMs: NOW, ...over });
  const [first] = runs;
  if (first === undefined) throw new Error('no run');
  return first;
}

async function column(sql: string, ...values: readonly (string | number)[]) {
  const { results } = await session
    .prepare(sql)
    .bind(...values)
    .all<{ v: unknown }>();
  return results.map(({ v }) => v);
}

const idsOf = (tenant: string) =>
  column('select id as v from memory_memories where tenant = ? order by seq', tenant);

/** As if the vector index had taken everything. */
async function settleOutbox(tenant: string): Promise<void> {
  await session.prepare('delete from memory_outbox where tenant = ?').bind(tenant).run();
}

describe('consolidate(): expiry', () => {
  it('deletes what expired for good, and what it had superseded holds again', async () => {
    const tenant = 'expiry';
    const [first, second] = await putRows(session, [
      rowOf({ tenant, text: 'a', series: 's', seriesValue: 'a', createdAtMs: 1 }),
      rowOf({
        tenant,
        text: 'b',
        series: 's',
        seriesValue: 'b',
        createdAtMs: 2,
        expiresAtMs: NOW,
        parts: 1,
      }),
      rowOf({ tenant, text: 'c', expiresAtMs: NOW + 1 }),
    ]);
    const report = await run(tenant);
    expect(report.counts).toMatchObject({ expired: 1, superseded: 1 });
    expect(await idsOf(tenant)).not.toContain(second?.id);
    expect(
      await column(
        'select superseded_at_ms as v from memory_memories where id = ?',
        first?.id ?? '',
      ),
    ).toEqual([null]);
    expect(
      await column(
        "select memory_id as v from memory_outbox where tenant = ? and operation = 'delete'",
        tenant,
      ),
    ).toEqual([second?.id]);
  });
});

describe('consolidate(): decay', () => {
  it('archives only what is weak, unused and needed by nothing', async () => {
    const tenant = 'decay';
    const base = { tenant, createdAtMs: OLD };
    const rows = await putRows(session, [
      rowOf({ ...base, text: 'weak' }),
      rowOf({ ...base, text: 'preference', categoryRank: 2 }),
      rowOf({ ...base, text: 'record', authorityRank: 0 }),
      rowOf({ ...base, text: 'recalled', lastRecalledAtMs: OLD + 1 }),
      rowOf({ ...base, text: 'imported', indexedAtMs: NOW - DAY }),
      rowOf({ ...base, text: 'kept for a time', expiresAtMs: NOW + DAY }),
      rowOf({ ...base, text: 'old town', series: 's', seriesValue: 'o', createdAtMs: OLD - 2 }),
      rowOf({ ...base, text: 'new town', series: 's', seriesValue: 'n', createdAtMs: OLD - 1 }),
    ]);
    await run(tenant, { nowMs: OLD });
    await settleOutbox(tenant);
    const report = await run(tenant);
    const texts = new Map(rows.map(({ id, text }) => [id, text]));
    const here = async () => (await idsOf(tenant)).map((id) => texts.get(String(id)));
    expect(report.counts.archived).toBe(2);
    // The new town stays for as long as the old one would seem to hold without it.
    const others = ['preference', 'record', 'recalled', 'imported', 'kept for a time'];
    expect(await here()).toEqual([...others, 'new town']);
    expect((await run(tenant)).counts.archived).toBe(1);
    expect(await here()).toEqual(others);
    const later = await run(tenant, { nowMs: NOW + UNUSED_MS + DAY });
    expect(later.counts).toMatchObject({ expired: 1, archived: 2 });
    expect(await here()).toEqual(['preference', 'record']);
  });

  it('leaves alone what the index has yet to take', async () => {
    const tenant = 'queued';
    await putRows(session, [rowOf({ tenant, text: 'weak', createdAtMs: OLD })]);
    expect((await run(tenant)).counts.archived).toBe(0);
  });

  it('keeps row, history and ties in the object store', async () => {
    const tenant = 'object';
    const [row] = await putRows(session, [rowOf({ tenant, text: 'weak', createdAtMs: OLD })]);
    const id = row?.id ?? '';
    await session
      .prepare("insert into memory_links values (?, 'mem_before', ?, 'merged', 7)")
      .bind(tenant, id)
      .run();
    await settleOutbox(tenant);
    expect((await run(tenant)).notes).toEqual([`archive ${id}`]);
    const object = await env.OFFLOAD.getObject(tenant, `memories/${id}`);
    if (!object.ok) throw new Error(object.error.detail);
    const archived = await new Response(object.value.body).json();
    expect(archived).toMatchObject({
      format: 1,
      row: { id, text: 'weak', seq: row?.seq, settledAtMs: NOW },
      history: [{ event: 'added', atMs: OLD }],
      links: [{ fromId: 'mem_before', toId: id, kind: 'merged', atMs: 7 }],
    });
    expect(await idsOf(tenant)).toEqual([]);
    expect(await column('select state as v from memory_archives where tenant = ?', tenant)).toEqual(
      ['stored'],
    );
  });
});

describe('consolidate(): history, credits and orphans', () => {
  it('keeps the newest 50 entries and those younger than 180 days', async () => {
    const tenant = 'history';
    const [row] = await putRows(session, [
      rowOf({ tenant, text: 'busy', createdAtMs: NOW - 400 * DAY }),
    ]);
    const id = row?.id ?? '';
    const entry = `insert into memory_history (tenant, memory_id, at_ms, event, changes)
      select ?1, ?2, ?3, 'useful', '{}' from json_each(?4)`;
    const many = (n: number) => JSON.stringify(Array.from({ length: n }));
    await session.batch([
      session.prepare(entry).bind(tenant, id, NOW - 181 * DAY, many(40)),
      session.prepare(entry).bind(tenant, id, NOW - 179 * DAY, many(45)),
      session
        .prepare("insert into memory_credits values (?1, ?2, 'old', ?3), (?1, ?2, 'new', ?4)")
        .bind(tenant, id, NOW - 41 * DAY, NOW - 39 * DAY),
    ]);
    // Of 88 entries (the addition, two credits) the newest 50 and all that are young stay.
    const report = await run(tenant);
    expect(report.counts.history_trimmed).toBe(38 + 1);
    expect(
      await column('select count(*) as v from memory_history where tenant = ?', tenant),
    ).toEqual([50]);
    expect(
      await column('select window_id as v from memory_credits where tenant = ?', tenant),
    ).toEqual(['new']);
    expect((await run(tenant)).counts.history_trimmed).toBe(0);
  });

  it('removes what belongs to no memory, and of no other tenant', async () => {
    const tenant = 'orphans';
    const [row] = await putRows(session, [rowOf({ tenant, text: 'here' })]);
    const id = row?.id ?? '';
    for (const [owner, memory] of [
      [tenant, 'mem_gone'],
      [tenant, id],
      ['others', 'mem_gone'],
    ]) {
      await session.batch(
        [
          "insert into memory_vectors values (?1, ?2, 0, 0, 1, 'm', '')",
          `insert into memory_history (tenant, memory_id, at_ms, event, changes) values (?1, ?2, 1, 'x', '{}')`,
          "insert into memory_credits values (?1, ?2, 'w', 1800000000000)",
          `insert or ignore into memory_outbox (tenant, memory_id, operation, parts, version, created_at_ms, attempts, due_at_ms)
            values (?1, ?2, 'upsert', 0, 1, 0, 0, 0)`,
        ].map((statement) => session.prepare(statement).bind(owner ?? '', memory ?? '')),
      );
    }
    await session.prepare("insert into memory_words (rowid, body) values (999, 'lost')").run();
    const report = await run(tenant);
    expect(report.counts.orphans_removed).toBe(5);
    for (const table of ['memory_vectors', 'memory_history', 'memory_credits', 'memory_outbox']) {
      const owners = `select distinct tenant || memory_id as v from ${table} where tenant in (?, 'others') order by v`;
      expect(await column(owners, tenant)).toEqual([`${tenant}${id}`, 'othersmem_gone'].sort());
    }
    expect(await column('select id as v from memory_words_docsize where id = 999')).toEqual([]);
    expect((await run(tenant)).counts.orphans_removed).toBe(0);
  });

  it('closes archives that were begun and never ended, with their objects', async () => {
    const tenant = 'pending';
    const [row] = await putRows(session, [rowOf({ tenant, text: 'here', createdAtMs: NOW })]);
    const archive = `insert into memory_archives values (?, ?, 'ana', null, null, ?, 'decayed', ?)`;
    const HOUR = 3_600_000;
    const old = NOW - HOUR - 1;
    await session.batch([
      session.prepare(archive).bind(tenant, row?.id ?? '', 'pending', old),
      session.prepare(archive).bind(tenant, 'mem_recent', 'pending', NOW - HOUR),
      session.prepare(archive).bind(tenant, 'mem_stored', 'stored', old),
    ]);
    for (const id of [row?.id, 'mem_recent', 'mem_stored']) {
      await env.OFFLOAD.putObject(tenant, `memories/${id}`, '{}');
    }
    expect((await run(tenant)).counts.orphans_removed).toBe(1);
    expect(
      await column(
        'select memory_id as v from memory_archives where tenant = ? order by v',
        tenant,
      ),
    ).toEqual(['mem_recent', 'mem_stored']);
    const found = await Promise.all(
      [row?.id, 'mem_recent', 'mem_stored'].map((id) =>
        env.OFFLOAD.getObject(tenant, `memories/${id}`),
      ),
    );
    expect(found.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(await idsOf(tenant)).toEqual([row?.id]);
  });
});

describe('consolidate()', () => {
  it('serves every tenant, the one that was served longest ago first, and rests', async () => {
    const names = ['z1', 'z2', 'z3'];
    for (const tenant of names) {
      await openSession(env, tenant, NOW);
      await putRows(session, [rowOf({ tenant, text: 'hello' })]);
    }
    const first = await consolidate(env, { nowMs: NOW, budgetMs: 0 });
    expect(first.runs.map(({ tenant }) => tenant)).toHaveLength(1);
    expect(first.complete).toBe(false);
    const seen = new Set(first.runs.map(({ tenant }) => tenant));
    let complete = false;
    for (let i = 0; i < 200 && !complete; i++) {
      const next = await consolidate(env, { nowMs: NOW + i, budgetMs: 0 });
      for (const { tenant } of next.runs) seen.add(tenant);
      complete = next.complete;
    }
    expect(complete).toBe(true);
    expect([...seen]).toEqual(expect.arrayContaining(names));
    expect(await consolidate(env, { nowMs: NOW + 1_000 })).toEqual({ runs: [], complete: true });
    // Whoever waits longest comes first.
    await session
      .prepare("update memory_consolidations set updated_at_ms = 5 where tenant = 'z2'")
      .run();
    const later = await consolidate(env, { nowMs: NOW + 3_600_000 });
    expect(later.runs.map(({ tenant }) => tenant)).toEqual(expect.arrayContaining(names));
    expect(later.runs[0]?.tenant).toBe('z2');
    expect(later.complete).toBe(true);
  });

  it('lists runs newest first, in pages, and keeps a hundred', async () => {
    const tenant = 'reports';
    for (let i = 0; i < 103; i++) await run(tenant, { nowMs: NOW + i * DAY });
    const all = await listConsolidations(env, tenant, { limit: 200, beforeId: null }, NOW);
    expect(all).toHaveLength(100);
    const starts = all.map(({ started_at }) => Date.parse(started_at));
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(Math.round(((starts[0] ?? 0) - NOW) / DAY)).toBe(102);
    const page = await listConsolidations(
      env,
      tenant,
      { limit: 2, beforeId: all[4]?.run_id ?? '' },
      NOW,
    );
    expect(page).toEqual(all.slice(5, 7));
    expect(await listConsolidations(env, 'nobody', { limit: 2, beforeId: null }, NOW)).toEqual([]);
    expect(await listConsolidations(env, tenant, { limit: 2, beforeId: 'x' }, NOW)).toEqual([]);
  });
});
