import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { memoryHistory } from '../../../workers/memory/history.ts';
import {
  insertMemories,
  insertMemory,
  type NewRow,
  WRITTEN_AT_MS,
} from '../../support/memory-rows.ts';

const DB = { DB: env.DB };
const HOUR_MS = 3_600_000;
const NOW_MS = WRITTEN_AT_MS + 1_000 * HOUR_MS;
const UNKNOWN = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const MERGED = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAW';

function iso(hours: number): string {
  return new Date(WRITTEN_AT_MS + hours * HOUR_MS).toISOString();
}

/** Changes a row as the write path does: with who did what, and when. */
async function change(id: string, hours: number, set: string, ...values: readonly unknown[]) {
  await env.DB.prepare(
    `update memory_memories set ${set}, change = 'updated', changed_by = 'key', updated_at_ms = ?
      where id = ?`,
  )
    .bind(...values, WRITTEN_AT_MS + hours * HOUR_MS, id)
    .run();
}

async function historyOf(id: string, page: { limit?: number; beforeSeq?: number } = {}) {
  const { limit = 20, beforeSeq = null } = page;
  const found = await memoryHistory(DB, 't', id, { limit, beforeSeq }, {}, NOW_MS);
  if (!found.ok) throw new Error(found.error.detail);
  return found.value;
}

async function failureOf(id: string, tenant = 't') {
  const page = { limit: 20, beforeSeq: null };
  const found = await memoryHistory(DB, tenant, id, page, {}, NOW_MS);
  return found.ok ? null : found.error;
}

describe('memoryHistory()', () => {
  it('lists each text with its time, newest first (F-46)', async () => {
    const id = await insertMemory(env.DB, { text: 'v1' });
    await change(id, 1, 'text = ?', 'v2');
    await change(id, 2, 'category_rank = ?', 1);
    const { entries, nextSeq, links, bookmark } = await historyOf(id);
    expect(entries).toEqual([
      {
        seq: expect.any(Number),
        at: iso(2),
        event: 'updated',
        by: 'key',
        changes: { category: ['general', 'how_to'] },
      },
      {
        seq: expect.any(Number),
        at: iso(1),
        event: 'updated',
        by: 'key',
        changes: { text: ['v1', 'v2'] },
      },
      {
        seq: expect.any(Number),
        at: iso(0),
        event: 'added',
        by: 'tests',
        changes: { text: [null, 'v1'] },
      },
    ]);
    expect({ nextSeq, links }).toEqual({ nextSeq: null, links: [] });
    expect(bookmark).toMatch(/^[0-9a-f-]+$/);
  });

  it('shows names for ranks, times for milliseconds, and JSON as it is', async () => {
    const id = await insertMemory(env.DB, { value: '1', metadata: '{"a":1,"b":"x"}' });
    const set = `authority_rank = 0, value = ?, metadata = ?, entity = ?, key = ?, occurred_at_ms = ?,
      valid_from_ms = ?, valid_to_ms = ?, expires_at_ms = ?, superseded_at_ms = ?,
      superseded_by = ?, conflicts_with = ?, useful_count = 4`;
    const ms = (hours: number) => WRITTEN_AT_MS + hours * HOUR_MS;
    const times = [ms(1), ms(2), ms(3), ms(5_000), ms(4)];
    await change(id, 9, set, 'true', '{"a":2}', 'ana', 'city', ...times, UNKNOWN, UNKNOWN);
    expect((await historyOf(id)).entries[0]?.changes).toEqual({
      authority: ['user', 'record'],
      value: [1, true],
      metadata: [{ a: 1, b: 'x' }, { a: 2 }],
      entity: [null, 'ana'],
      key: [null, 'city'],
      occurred_at: [null, iso(1)],
      valid_from: [null, iso(2)],
      valid_to: [null, iso(3)],
      expires_at: [null, iso(5_000)],
      superseded_at: [null, iso(4)],
      superseded_by: [null, UNKNOWN],
      conflicts_with: [null, UNKNOWN],
      useful_count: [0, 4],
    });
  });

  it('pages without gap or repeat, and knows the last page', async () => {
    const id = await insertMemory(env.DB, { text: 'v0' });
    for (let i = 1; i <= 6; i++) await change(id, i, 'text = ?', `v${i}`);
    const seen: unknown[] = [];
    let beforeSeq: number | undefined;
    for (let pages = 1; ; pages++) {
      const page = await historyOf(id, {
        limit: 3,
        ...(beforeSeq === undefined ? {} : { beforeSeq }),
      });
      seen.push(...page.entries.map(({ changes }) => changes.text?.[1]));
      expect(page.nextSeq === null).toBe(pages === 3);
      if (page.nextSeq === null) break;
      beforeSeq = page.nextSeq;
    }
    expect(seen).toEqual(['v6', 'v5', 'v4', 'v3', 'v2', 'v1', 'v0']);
    expect((await historyOf(id, { limit: 7 })).nextSeq).toBeNull();
    expect(await historyOf(id, { limit: 7, beforeSeq: 0 })).toMatchObject({
      entries: [],
      nextSeq: null,
    });
  });

  it('ends a page early when its texts are very long (B35)', async () => {
    const id = await insertMemory(env.DB, { text: 'short' });
    for (let i = 1; i <= 4; i++) await change(id, i, 'text = ?', `${i}`.repeat(900_000));
    const first = await historyOf(id);
    expect(first.entries).toHaveLength(3);
    expect(first.nextSeq).toBe(first.entries.at(-1)?.seq);
    const rest = await historyOf(id, { beforeSeq: first.nextSeq ?? 0 });
    expect(rest.entries).toHaveLength(2);
    expect(rest.nextSeq).toBeNull();
  });

  it('names what went into it, newest first', async () => {
    const [id = '', other = ''] = await insertMemories(env.DB, [{}, {}]);
    const link = env.DB.prepare('insert into memory_links values (?, ?, ?, ?, ?)');
    await env.DB.batch([
      link.bind('t', MERGED, id, 'merged', WRITTEN_AT_MS),
      link.bind('t', id, other, 'source', WRITTEN_AT_MS + HOUR_MS),
      link.bind('elsewhere', other, id, 'merged', WRITTEN_AT_MS),
    ]);
    expect((await historyOf(id)).links).toEqual([
      { kind: 'source', from_id: id, to_id: other, at: iso(1) },
      { kind: 'merged', from_id: MERGED, to_id: id, at: iso(0) },
    ]);
  });

  it('answers every id that is no memory of the tenant alike', async () => {
    const [deleted = '', expired = '', foreign = ''] = await insertMemories(env.DB, [
      {},
      { expiresAtMs: NOW_MS },
      { tenant: 'elsewhere' },
    ] satisfies Partial<NewRow>[]);
    await env.DB.prepare('delete from memory_memories where id = ?').bind(deleted).run();
    const unknown = { code: 'not_found', detail: 'Cannot find memory: no such id' };
    for (const id of [deleted, expired, foreign, UNKNOWN, '', `${foreign}'--`, '*']) {
      expect(await failureOf(id)).toEqual(unknown);
    }
    expect(await failureOf(foreign, 'elsewhere')).toBeNull();
  });

  it('says where a merged and an archived memory went', async () => {
    const [into = '', merged = '', archived = '', pending = ''] = await insertMemories(env.DB, [
      {},
      {},
      {},
      {},
    ]);
    const archive = env.DB.prepare(
      `insert into memory_archives (tenant, memory_id, state, reason, archived_at_ms)
        values ('t', ?, ?, 'not used', ?)`,
    );
    await env.DB.batch([
      env.DB.prepare('delete from memory_memories where id in (?, ?, ?)').bind(
        merged,
        archived,
        pending,
      ),
      env.DB.prepare('insert into memory_links values (?, ?, ?, ?, ?)').bind(
        't',
        merged,
        into,
        'merged',
        WRITTEN_AT_MS,
      ),
      archive.bind(archived, 'stored', WRITTEN_AT_MS),
      archive.bind(pending, 'pending', WRITTEN_AT_MS),
    ]);
    expect(await failureOf(merged)).toEqual({
      code: 'not_found',
      detail: 'Cannot find memory: it was merged into another one, read that',
      extra: { state: 'merged', into, at: iso(0) },
    });
    expect(await failureOf(archived)).toEqual({
      code: 'not_found',
      detail: `Cannot find memory: it is archived, POST /v1/memories/${archived}/restore brings it back`,
      extra: { state: 'archived', at: iso(0), reason: 'not used' },
    });
    expect(await failureOf(pending)).toMatchObject({ detail: 'Cannot find memory: no such id' });
    // To another tenant they never were.
    for (const id of [merged, archived]) {
      expect(await failureOf(id, 'elsewhere')).toMatchObject({
        detail: 'Cannot find memory: no such id',
      });
    }
  });
});
