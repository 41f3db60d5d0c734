import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { ListRequest } from '../../../shared/contracts/memory-rpc.ts';
import { listMemories } from '../../../workers/memory/list.ts';
import { insertMemories, insertMemory, WRITTEN_AT_MS } from '../../support/memory-rows.ts';

const DB = { DB: env.DB };
const NOW_MS = WRITTEN_AT_MS + 86_400_000;

function ask(tenant: string, over: Partial<ListRequest> = {}) {
  const request = { scope: {}, include_superseded: false, limit: 20, beforeSeq: null, ...over };
  return listMemories(DB, tenant, request, {}, NOW_MS);
}

async function pageOf(tenant: string, over: Partial<ListRequest> = {}) {
  const listed = await ask(tenant, over);
  if (!listed.ok) throw new Error(listed.error.detail);
  const { items, nextSeq } = listed.value;
  return { ids: items.map(({ id }) => id), nextSeq };
}

async function idsOf(tenant: string, over: Partial<ListRequest> = {}) {
  return (await pageOf(tenant, over)).ids;
}

async function pointerOf(over: Partial<ListRequest>) {
  const listed = await ask('refuses', over);
  return listed.ok ? null : listed.error.errors?.[0]?.pointer;
}

describe('listMemories()', () => {
  it('lists what holds now or will, newest first; superseded ones when asked', async () => {
    await insertMemories(env.DB, [
      { tenant: 'holds', id: 'plain' },
      { tenant: 'holds', id: 'superseded', supersededAtMs: NOW_MS },
      { tenant: 'holds', id: 'superseded later', supersededAtMs: NOW_MS + 1 },
      { tenant: 'holds', id: 'ended', validToMs: NOW_MS },
      { tenant: 'holds', id: 'to come', validFromMs: NOW_MS + 1, validToMs: NOW_MS + 2 },
      { tenant: 'holds', id: 'expired', expiresAtMs: NOW_MS },
      { tenant: 'holds', id: 'expires later', expiresAtMs: NOW_MS + 1 },
    ]);
    const now = ['expires later', 'to come', 'superseded later', 'plain'];
    expect(await idsOf('holds')).toEqual(now);
    expect(await idsOf('holds', { include_superseded: true })).toEqual([
      'expires later',
      'to come',
      'ended',
      'superseded later',
      'superseded',
      'plain',
    ]);
    expect(await idsOf('nobody')).toEqual([]);
  });

  it('gives whole memories, and a bookmark', async () => {
    const id = await insertMemory(env.DB, { tenant: 'whole', text: 'likes tea', value: '5' });
    expect(await ask('whole')).toMatchObject({
      ok: true,
      value: {
        items: [{ id, text: 'likes tea', value: 5, category: 'general', user_id: 'ana' }],
        bookmark: expect.stringMatching(/^[0-9a-f-]+$/),
      },
    });
  });

  it('pages without gap or repeat while memories come and go, also imported ones', async () => {
    const ids = await insertMemories(
      env.DB,
      Array.from({ length: 7 }, () => ({ tenant: 'pages' })),
    );
    const first = await pageOf('pages', { limit: 3 });
    expect(first.ids).toEqual(ids.slice(4).reverse());
    // The last one of the page goes, one of the next page as well, and an old one is imported.
    await env.DB.prepare('delete from memory_memories where id in (?, ?)')
      .bind(ids[4], ids[2])
      .run();
    await insertMemory(env.DB, { tenant: 'pages', id: 'mem_0IMPORTED', createdAtMs: 0 });
    const second = await pageOf('pages', { limit: 3, beforeSeq: first.nextSeq });
    expect(second).toEqual({ ids: [ids[3], ids[1], ids[0]], nextSeq: null });
    expect((await idsOf('pages'))[0]).toBe('mem_0IMPORTED');
  });

  it('knows the last page when it is full', async () => {
    await insertMemories(env.DB, [{ tenant: 'full' }, { tenant: 'full' }]);
    expect((await pageOf('full', { limit: 2 })).nextSeq).toBeNull();
    expect((await pageOf('full', { limit: 1 })).nextSeq).not.toBeNull();
  });

  it('ends a page early when its texts are very long, and goes on with the next', async () => {
    const long = 'x'.repeat(1_500_000);
    const ids = await insertMemories(
      env.DB,
      Array.from({ length: 4 }, () => ({ tenant: 'long', text: long })),
    );
    const first = await pageOf('long');
    expect(first.ids).toEqual([ids[3], ids[2], ids[1]]);
    expect(await pageOf('long', { beforeSeq: first.nextSeq })).toEqual({
      ids: [ids[0]],
      nextSeq: null,
    });
  });

  it('shows nothing of a deleted memory, from the next list on (F-41)', async () => {
    const id = await insertMemory(env.DB, { tenant: 'deleted', text: 'door code is 4471' });
    expect(await idsOf('deleted')).toEqual([id]);
    await env.DB.prepare('delete from memory_memories where id = ?').bind(id).run();
    expect(await idsOf('deleted', { include_superseded: true })).toEqual([]);
  });

  it('keeps to tenant and scope, whatever filter, cursor or metadata says (B22)', async () => {
    await insertMemories(env.DB, [
      { tenant: 'a', id: 'ana', userId: 'ana', agentId: 'bot' },
      { tenant: 'a', id: 'bob', userId: 'bob', metadata: '{"user_id":"ana","tenant":"b"}' },
      { tenant: 'b', id: 'foreign', userId: 'ana', metadata: '{"tenant":"a"}' },
    ]);
    expect(await idsOf('a')).toEqual(['bob', 'ana']);
    expect(await idsOf('a', { scope: { user_id: 'ana' } })).toEqual(['ana']);
    expect(await idsOf('a', { scope: { user_id: 'ana', agent_id: 'other' } })).toEqual([]);
    const ana = { scope: { user_id: 'ana' } };
    expect(await idsOf('a', { ...ana, filters: { user_id: 'bob' } })).toEqual([]);
    expect(await idsOf('a', { ...ana, filters: { 'metadata.user_id': 'ana' } })).toEqual([]);
    const any = { OR: [{ user_id: { ne: 'x' } }, { 'metadata.tenant': 'b' }] };
    expect(await idsOf('a', { ...ana, filters: any })).toEqual(['ana']);
    expect(await idsOf('b', { filters: any, beforeSeq: 1_000_000 })).toEqual(['foreign']);
    for (const id of ['*', '%', `ana' or 1=1 --`, 'ANA']) {
      expect(await idsOf('a', { scope: { user_id: id } })).toEqual([]);
    }
  });

  it('filters', async () => {
    await insertMemories(env.DB, [
      { tenant: 'filters', id: 'ops', metadata: '{"team":"ops"}', categoryRank: 0 },
      { tenant: 'filters', id: 'infra', metadata: '{"team":"infra"}', categoryRank: 1 },
      { tenant: 'filters', id: 'none' },
    ]);
    const filtered = (filters: NonNullable<ListRequest['filters']>) =>
      idsOf('filters', { filters });
    expect(await filtered({})).toEqual(['none', 'infra', 'ops']);
    expect(await filtered({ 'metadata.team': { in: ['ops', 'infra'] } })).toEqual(['infra', 'ops']);
    expect(await filtered({ NOT: { 'metadata.team': 'ops' } })).toEqual(['none', 'infra']);
    expect(await filtered({ category: 'policy_limit' })).toEqual(['ops']);
  });

  it('takes the widest filter beside all else', async () => {
    const path = 'metadata.a.b.c.d.e.f.g.h';
    let filters: NonNullable<ListRequest['filters']> = { [path]: { contains: 'x' } };
    for (let level = 0; level < 8; level++) {
      filters = { NOT: [filters, ...Array.from({ length: 6 }, () => ({ [path]: { gt: 'x' } }))] };
    }
    const scope = { user_id: 'ana', agent_id: 'bot', run_id: 'run' };
    expect(await pageOf('widest', { filters, scope, beforeSeq: 5 })).toEqual({
      ids: [],
      nextSeq: null,
    });
  });

  it('refuses blank ids, wrong filters and places that there are none of (B31, B32)', async () => {
    expect(await pointerOf({ scope: { user_id: ' ' } })).toBe('/user_id');
    expect(await pointerOf({ scope: { user_id: 'ana', run_id: '' } })).toBe('/run_id');
    const unknown = { AND: [{ categry: 'general' }] } as object;
    expect(await pointerOf({ filters: unknown })).toBe('/filters/AND/0/categry');
    for (const beforeSeq of [Number.NaN, -1, 1.5, 1e300]) {
      expect(await pointerOf({ beforeSeq })).toBe('/cursor');
    }
    for (const limit of [0, -1, Number.NaN, 1.5]) expect(await pointerOf({ limit })).toBe('/limit');
    const mark = await listMemories(
      DB,
      'refuses',
      { scope: {}, include_superseded: false, limit: 1, beforeSeq: null },
      { bookmark: `'; drop` },
      NOW_MS,
    );
    expect(mark).toMatchObject({ ok: false, error: { errors: [{ pointer: '/bookmark' }] } });
  });
});
