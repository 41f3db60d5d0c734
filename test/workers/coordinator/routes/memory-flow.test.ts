import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call, callJson, createdWindow, createKey } from '../../../support/coordinator.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const HEADER = 'x-memory-bookmark';

let tenants = 0;
let key = '';
beforeEach(async () => {
  tenants += 1;
  key = await createKey(`flow-${tenants}`);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

async function added(json: object): Promise<string> {
  const { status, body } = await callJson('/v1/memories', { key, json });
  if (status !== 201) throw new Error(`Expected a memory, got ${JSON.stringify(body)}`);
  return (body.memories as readonly { id: string }[])[0]?.id ?? '';
}

async function exported(as: string, query = ''): Promise<string> {
  const answer = await call(`/v1/export${query}`, { key: as });
  expect(answer.status).toBe(200);
  return new TextDecoder().decode(await answer.arrayBuffer());
}

/** Every item of a list, and how many pages it took. */
async function allOf(path: string): Promise<{ items: Record<string, unknown>[]; pages: number }> {
  const items: Record<string, unknown>[] = [];
  let cursor = '';
  for (let pages = 1; ; pages += 1) {
    const joint = path.includes('?') ? '&' : '?';
    const { status, body } = await callJson(`${path}${joint}limit=3${cursor}`, { key });
    expect(status).toBe(200);
    items.push(...(body.items as Record<string, unknown>[]));
    if (body.next_cursor === null) return { items, pages };
    cursor = `&cursor=${encodeURIComponent(String(body.next_cursor))}`;
  }
}

const ids = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => id);

describe('memories through the API', () => {
  it('are listed newest first, each once, by scope and filter', async () => {
    const anas: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const category = n % 2 === 0 ? 'how_to' : 'general';
      anas.push(await added({ text: `Fact number ${n} about boats`, user_id: 'ana', category }));
    }
    const bos = await added({ text: 'Bo has a boat', user_id: 'bo' });
    const all = await allOf('/v1/memories');
    expect(ids(all.items)).toEqual([bos, ...anas.toReversed()]);
    expect(all.pages).toBe(3);
    expect(ids((await allOf('/v1/memories?user_id=ana')).items)).toEqual(anas.toReversed());
    const filters = encodeURIComponent(JSON.stringify({ category: { eq: 'how_to' } }));
    const filtered = await allOf(`/v1/memories?user_id=ana&filters=${filters}`);
    expect(ids(filtered.items)).toEqual(anas.filter((_, n) => n % 2 === 0).toReversed());
    expect((await allOf('/v1/memories?user_id=%25')).items).toEqual([]);
  });

  it('F-46: a change keeps what it does not name, and the history has both', async () => {
    const json = { text: 'The server runs v1', user_id: 'ana', metadata: { team: 'infra', n: 9 } };
    const id = await added(json);
    const before = await callJson(`/v1/memories/${id}`, { key });
    const patch = (change: object) =>
      callJson(`/v1/memories/${id}`, { key, method: 'PATCH', json: change });
    expect(await patch({ text: 'The server runs v2' })).toMatchObject({
      status: 200,
      body: { text: 'The server runs v2', metadata: json.metadata },
    });
    const after = await patch({ metadata: { team: 'ops' }, category: 'how_to' });
    expect(after.body).toMatchObject({
      text: 'The server runs v2',
      category: 'how_to',
      metadata: { team: 'ops', n: 9 },
      created_at: before.body.created_at,
    });
    const { items } = await allOf(`/v1/memories/${id}/history`);
    expect(items).toContainEqual(
      expect.objectContaining({
        by: 'test',
        changes: expect.objectContaining({ text: ['The server runs v1', 'The server runs v2'] }),
      }),
    );
    expect(items.at(-1)).toMatchObject({ event: 'added' });
  });

  it('are called useful, and by the outcome of a window once per window', async () => {
    const id = await added({ text: 'Ana drinks green tea', user_id: 'ana' });
    const useful = await callJson(`/v1/memories/${id}/useful`, { key, method: 'POST' });
    expect(useful).toEqual({ status: 200, body: { id, useful_count: 1 } });
    const recall = { user_id: 'ana' };
    const windowId = await createdWindow({ task: 'What does Ana drink?', recall }, { key });
    for (const quality of [0.9, 1, 0.2]) {
      await callJson(`/v1/windows/${windowId}/outcome`, { key, json: { quality } });
    }
    expect((await callJson(`/v1/memories/${id}`, { key })).body.useful_count).toBe(2);
  });

  it('F-41: deleted, they are absent from every path from the first read on', async () => {
    const text = 'The door code is 4471';
    const id = await added({ text, user_id: 'ana' });
    expect(await exported(key)).toContain('4471');
    const remove = () => callJson(`/v1/memories/${id}`, { key, method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    const search = { query: 'door code', user_id: 'ana', include_superseded: true };
    const found = await callJson('/v1/memories/search', { key, json: search });
    expect(found.body.results).toEqual([]);
    expect((await allOf('/v1/memories')).items).toEqual([]);
    expect(await exported(key)).toBe('');
    const seen = await Promise.all(
      ['', '/history'].map((path) => callJson(`/v1/memories/${id}${path}`, { key })),
    );
    expect(seen.map(({ status }) => status)).toEqual([404, 404]);
    expect((await remove()).status).toBe(404);
  });

  it('go from one tenant to another as lines, and answer alike there', async () => {
    const facts = [
      {
        text: 'Ana lives in Lisbon',
        entity: 'Ana',
        key: 'home',
        value: 'Lisbon',
        occurred_at: '2026-01-10T00:00:00Z',
      },
      {
        text: 'Ana moved to Berlin',
        entity: 'Ana',
        key: 'home',
        value: 'Berlin',
        occurred_at: '2026-06-10T00:00:00Z',
      },
      { text: 'Refunds above 500 need a manager', category: 'policy_limit', authority: 'record' },
    ];
    for (const fact of facts) await added({ ...fact, user_id: 'ana' });
    const lines = await exported(key, '?user_id=ana');
    expect(lines.trimEnd().split('\n')).toHaveLength(3);
    const other = await createKey(`flow-copy-${tenants}`);
    const importing = () =>
      callJson('/v1/import', {
        key: other,
        body: lines,
        headers: { 'content-type': 'application/x-ndjson' },
      });
    expect(await importing()).toMatchObject({ status: 200, body: { lines: 3, failed_count: 0 } });
    expect(await exported(other)).toBe(lines);
    expect(await importing()).toMatchObject({ status: 200, body: { lines: 3, added: 0 } });
    expect(await exported(other)).toBe(lines);
    const asked = (as: string, more: object) =>
      callJson('/v1/memories/search', {
        key: as,
        json: { query: 'Where does Ana live?', user_id: 'ana', touch: false, ...more },
      });
    for (const more of [{}, { as_of: '2026-03-01T00:00:00Z' }]) {
      const texts = async (as: string) =>
        ((await asked(as, more)).body.results as { memory: { text: string } }[]).map(
          ({ memory }) => memory.text,
        );
      const here = await texts(key);
      expect(here.length).toBeGreaterThan(0);
      expect(await texts(other)).toEqual(here);
    }
  });

  it('refuses an import line by line: what is wrong is named, the rest is stored', async () => {
    const lines = [
      JSON.stringify({ text: 'A good line', user_id: 'ana' }),
      '{"text": "broken',
      JSON.stringify({ text: 'No scope' }),
      '',
      JSON.stringify({ text: 'Another good line', user_id: 'ana' }),
    ];
    const { status, body } = await callJson('/v1/import', {
      key,
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect([status, body.added, body.failed_count]).toEqual([200, 2, 2]);
    expect((body.failed as { line: number }[]).map(({ line }) => line)).toEqual([2, 3]);
    expect((await allOf('/v1/memories?user_id=ana')).items).toHaveLength(2);
  });

  it('are read by the bookmark of the write, and not by one that was never given', async () => {
    const written = await call('/v1/memories', { key, json: { text: 'Fresh', user_id: 'ana' } });
    const bookmark = written.headers.get(HEADER) ?? '';
    expect(bookmark).not.toBe('');
    const [memory] = ((await written.json()) as { memories: { id: string }[] }).memories;
    const read = (value: string) =>
      call(`/v1/memories/${memory?.id}`, { key, headers: { [HEADER]: value } });
    const own = await read(bookmark);
    expect([own.status, typeof own.headers.get(HEADER)]).toEqual([200, 'string']);
    expect((await read('nearest')).status).toBe(200);
    const wrong = await read('made-up');
    expect([wrong.status, ((await wrong.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining(HEADER),
    ]);
  });

  it('are consolidated on demand: a dry run changes nothing, and reports are listed', async () => {
    const expired = { text: 'Gone soon', user_id: 'ana', expires_at: '2020-01-01T00:00:00Z' };
    await added(expired);
    await added({ text: 'Ana drinks green tea', user_id: 'ana' });
    const consolidate = (json: object) => callJson('/v1/consolidations', { key, json });
    const dry = await consolidate({ dry_run: true });
    expect(dry).toMatchObject({ status: 200, body: { status: 'done', dry_run: true } });
    const first = await consolidate({});
    expect(first.body).toMatchObject({ status: 'done', dry_run: false, counts: { expired: 1 } });
    expect(first.body).not.toHaveProperty('tenant');
    expect((await consolidate({})).body).toMatchObject({ counts: { expired: 0 } });
    const { items } = await allOf('/v1/consolidations');
    expect(items.map(({ dry_run }) => dry_run)).toEqual([false, false, true]);
    expect(items[1]).toEqual(first.body);
  });

  it('are brought back once archived, and are erased with their user when they are', async () => {
    const tenant = `flow-${tenants}`;
    const id = await added({ text: 'The canteen had soup that day', user_id: 'ana' });
    const path = `/v1/memories/${id}`;
    const restore = () => callJson(`${path}/restore`, { key, method: 'POST' });
    const archive = async () => {
      const nowMs = Date.now() + 3 * YEAR_MS;
      expect(await env.MEMORY.consolidate({ tenant, nowMs })).toMatchObject({
        ok: true,
        value: { runs: [{ counts: { archived: 1 } }] },
      });
      expect((await callJson(path, { key })).status).toBe(404);
    };
    await archive();
    expect(await restore()).toMatchObject({ status: 200, body: { id, user_id: 'ana' } });
    expect((await callJson(path, { key })).status).toBe(200);
    expect(
      (
        await callJson('/v1/memories/mem_00000000000000000000000000/restore', {
          key,
          method: 'POST',
        })
      ).status,
    ).toBe(404);
    await archive();
    const receipt = await callJson('/v1/subjects/ana', { key, method: 'DELETE' });
    expect(receipt.body).toMatchObject({ erased: { archived: 1, memories: 0 }, complete: true });
    expect((await env.OFFLOAD.getObject(tenant, `memories/${id}`)).ok).toBe(false);
    expect((await restore()).status).toBe(404);
  });

  it('are compared with the vector index', async () => {
    await added({ text: 'Ana drinks green tea', user_id: 'ana' });
    await vi.waitFor(async () => {
      const json = { repair: false };
      const { status, body } = await callJson('/v1/reconciliations', { key, json });
      expect([status, body]).toMatchObject([200, { rows: 1, missing: 0, agree: true }]);
    }, 10_000);
  });
});
