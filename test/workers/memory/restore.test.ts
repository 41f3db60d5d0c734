import { describe, expect, it } from 'vitest';
import { UNUSED_MS } from '../../../shared/memory/decay.ts';
import { consolidate } from '../../../workers/memory/consolidate/index.ts';
import { eraseUser } from '../../../workers/memory/erase.ts';
import { restoreMemory } from '../../../workers/memory/restore.ts';
import { memoryEnv as env, putRows, rowOf, type Stored } from '../../support/upkeep.ts';

const session = env.DB.withSession('first-primary');
const NOW = 1_800_000_000_000;
const LATER = NOW + 5_000;
const OLD = NOW - UNUSED_MS;
const terms = { nowMs: LATER, by: 'key' };

/** Puts rows and has them archived. */
async function archived(
  tenant: string,
  rows: readonly Parameters<typeof rowOf>[0][],
): Promise<readonly Stored[]> {
  const stored = await putRows(session, rows.map(rowOf));
  await session.prepare('delete from memory_outbox where tenant = ?').bind(tenant).run();
  // Works out who supersedes whom, which counts as a use; then a superseded one goes before its successor.
  await consolidate(env, { tenant, nowMs: OLD });
  for (let i = 0; i < stored.length; i++) await consolidate(env, { tenant, nowMs: NOW });
  expect(await here(tenant)).toEqual([]);
  return stored;
}

async function here(tenant: string): Promise<readonly string[]> {
  const { results } = await session
    .prepare('select text from memory_memories where tenant = ? order by seq')
    .bind(tenant)
    .all<{ text: string }>();
  return results.map(({ text }) => text);
}

async function archives(tenant: string): Promise<readonly unknown[]> {
  const { results } = await session
    .prepare('select state from memory_archives where tenant = ?')
    .bind(tenant)
    .all();
  return results;
}

async function isFound(tenant: string, word: string): Promise<boolean> {
  const row = await session
    .prepare(
      `select 1 from memory_memories m join memory_words w on w.rowid = m.seq
       where m.tenant = ? and m.text like ?`,
    )
    .bind(tenant, `%${word}%`)
    .first();
  return row !== null;
}

describe('restoreMemory()', () => {
  it('brings a memory back as it was, with words, history and ties', async () => {
    const tenant = 'back';
    const metadata = '{"deep":{"a":[1,2]}}';
    const rows = await putRows(session, [
      rowOf({ tenant, text: 'Quails nest', createdAtMs: OLD, metadata, usefulCount: 1, parts: 1 }),
    ]);
    const [row] = rows;
    const id = row?.id ?? '';
    await session.batch([
      session.prepare('delete from memory_outbox where tenant = ?').bind(tenant),
      session
        .prepare("insert into memory_links values (?, 'mem_before', ?, 'merged', 7)")
        .bind(tenant, id),
    ]);
    await consolidate(env, { tenant, nowMs: NOW });
    expect(await here(tenant)).toEqual([]);
    const restored = await restoreMemory(env, tenant, id, terms);
    expect(restored).toMatchObject({
      ok: true,
      value: { id, text: 'Quails nest', metadata: { deep: { a: [1, 2] } }, useful_count: 1 },
    });
    const again = await session
      .prepare('select * from memory_memories where tenant = ?')
      .bind(tenant)
      .first();
    expect(again).toMatchObject({ seq: row?.seq, created_at_ms: OLD, updated_at_ms: LATER });
    expect(await isFound(tenant, 'Quails')).toBe(true);
    const history = await session
      .prepare('select event, at_ms, "by" from memory_history where tenant = ? order by seq')
      .bind(tenant)
      .all();
    expect(history.results).toEqual([
      { event: 'added', at_ms: OLD, by: null },
      { event: 'restored', at_ms: LATER, by: 'key' },
    ]);
    const links = await session
      .prepare('select from_id, at_ms from memory_links where tenant = ?')
      .bind(tenant)
      .all();
    expect(links.results).toEqual([{ from_id: 'mem_before', at_ms: 7 }]);
    const outbox = await session
      .prepare('select operation from memory_outbox where tenant = ?')
      .bind(tenant)
      .all();
    expect(outbox.results).toEqual([{ operation: 'upsert' }]);
    expect(await archives(tenant)).toEqual([]);
    expect((await env.OFFLOAD.getObject(tenant, `memories/${id}`)).ok).toBe(false);
    // It counts as used, and is not archived again at once.
    await session.prepare('delete from memory_outbox where tenant = ?').bind(tenant).run();
    await consolidate(env, { tenant, nowMs: LATER + 1 });
    expect(await here(tenant)).toEqual(['Quails nest']);
  });

  it('adds its counts to a memory with the same text that was written since', async () => {
    const tenant = 'twin';
    const [row] = await archived(tenant, [
      { tenant, text: 'tea', createdAtMs: OLD, usefulCount: 1 },
    ]);
    const [twin] = await putRows(session, [
      rowOf({ tenant, text: 'tea', createdAtMs: NOW, usefulCount: 2 }),
    ]);
    const restored = await restoreMemory(env, tenant, row?.id ?? '', terms);
    expect(restored).toMatchObject({ ok: true, value: { id: twin?.id, useful_count: 3 } });
    expect(await here(tenant)).toEqual(['tea']);
    expect(await archives(tenant)).toEqual([]);
    const { results } = await session
      .prepare(
        `select changes ->> '$.merged[1].id' as id from memory_history
         where tenant = ? and memory_id = ? and changes ->> '$.merged' is not null`,
      )
      .bind(tenant, twin?.id ?? '')
      .all();
    expect(results).toEqual([{ id: row?.id }]);
  });

  it('brings back what had superseded it, so that the old value does not seem to hold', async () => {
    const tenant = 'chain';
    const city = { tenant, series: 'o.city', createdAtMs: OLD - 10 };
    const rows = await archived(tenant, [
      {
        ...city,
        text: 'in Lisbon',
        seriesValue: 'l',
        occurredAtMs: OLD - 9,
        supersededAtMs: OLD - 8,
      },
      {
        ...city,
        text: 'in Berlin',
        seriesValue: 'b',
        occurredAtMs: OLD - 8,
        supersededAtMs: OLD - 7,
      },
      { ...city, text: 'in Oslo', seriesValue: 'o', occurredAtMs: OLD - 7 },
    ]);
    const restored = await restoreMemory(env, tenant, rows[0]?.id ?? '', terms);
    expect(restored).toMatchObject({
      ok: true,
      value: { id: rows[0]?.id, superseded_by: rows[1]?.id },
    });
    expect(await here(tenant)).toEqual(['in Lisbon', 'in Berlin', 'in Oslo']);
    expect(await archives(tenant)).toEqual([]);
  });

  it('is done once by two calls at once', async () => {
    const tenant = 'race';
    const [row] = await archived(tenant, [
      { tenant, text: 'tea', createdAtMs: OLD, usefulCount: 1 },
    ]);
    const id = row?.id ?? '';
    const answers = await Promise.all([
      restoreMemory(env, tenant, id, terms),
      restoreMemory(env, tenant, id, terms),
    ]);
    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect(await here(tenant)).toEqual(['tea']);
    const entries = await session
      .prepare("select count(*) as n from memory_history where tenant = ? and event = 'restored'")
      .bind(tenant)
      .first();
    expect(entries).toEqual({ n: 1 });
    const count = await session
      .prepare('select useful_count as n from memory_memories where tenant = ?')
      .bind(tenant)
      .first();
    expect(count).toEqual({ n: 1 });
  });

  it('refuses what is not archived, what was erased, and a text that was struck since', async () => {
    const tenant = 'refused';
    const [struck, erased] = await archived(tenant, [
      { tenant, text: 'obey', createdAtMs: OLD },
      { tenant, text: 'bye', createdAtMs: OLD, userId: 'bob' },
    ]);
    await eraseUser(env, tenant, 'bob', { nowMs: NOW });
    await session
      .prepare(
        `insert into memory_quarantine (tenant, id, text, user_id, authority_rank, fields,
          content_hash, text_hash, struck, everywhere, reason, by, written_at_ms, decided_at_ms, repeats)
         values (?, 'mem_s', 'obey', 'ana', 2, '{}', 'h', 'obey', 1, 1, 'r', 'b', 0, 0, 0)`,
      )
      .bind(tenant)
      .run();
    const answers = await Promise.all(
      [struck?.id, erased?.id, 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV', "'; drop"].map((id) =>
        restoreMemory(env, tenant, id ?? '', terms),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.code))).toEqual([
      'conflict',
      'not_found',
      'not_found',
      'not_found',
    ]);
    const other = await restoreMemory(env, 'stranger', struck?.id ?? '', terms);
    expect(other).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await here(tenant)).toEqual([]);
    // Nothing of the refused one was left behind, and its archive is still there.
    const left = await session
      .prepare('select count(*) as n from memory_history where tenant = ?')
      .bind(tenant)
      .first();
    expect(left).toEqual({ n: 0 });
    expect(await archives(tenant)).toEqual([{ state: 'stored' }]);
  });
});
