import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, callJson, createdWindow, createKey } from '../../support/coordinator.ts';
import { erase, LONG, left, seed } from '../../support/erasure.ts';

const NOTHING = {
  memories: 0,
  quarantined: 0,
  archived: 0,
  history: 0,
  vectors: 0,
  windows: 0,
  sessions: 0,
  offloads: 0,
};
let tenants = 0;
let tenant = '';
let key = '';

beforeEach(async () => {
  tenants += 1;
  tenant = `erase-${tenants}`;
  key = await createKey(tenant);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function remember(text: string, user_id: string): Promise<string> {
  const { body } = await callJson('/v1/memories', { key, json: { text, user_id } });
  return (body.memories as readonly { id: string }[])[0]?.id ?? '';
}

const windowOf = (user_id: string | null, more: object = {}) =>
  createdWindow(
    {
      task: 'Where did the parcels go?',
      ...(user_id === null ? {} : { recall: { user_id } }),
      ...more,
    },
    { key },
  );

/** A window with a text that is offloaded; the handle of it. */
async function offloading(user_id: string | null, text: string, more: object = {}) {
  const chunk = { kind: 'tool_result', source: 'tool/parcels', text };
  const json = { chunks: [chunk], budget_tokens: 600, ...more };
  const windowId = await windowOf(user_id, json);
  const { body } = await callJson(`/v1/windows/${windowId}`, { key });
  const [handle] = body.handles as readonly { handle: string }[];
  if (handle === undefined) throw new Error('Expected the window to offload its text');
  return { windowId, handle: handle.handle };
}

const status = async (path: string) => {
  const response = await call(path, { key });
  await response.arrayBuffer();
  return response.status;
};

describe('DELETE /v1/subjects/{user_id}', () => {
  it('B23: erases hundreds of windows and offloads, counts them exactly, and may be repeated', async () => {
    await remember('Ana ordered three parcels', 'ana');
    await seed(tenant, 'ana', 300, 7);
    const real = await offloading('ana', LONG, { session_id: 'ses_real' });
    await callJson(`/v1/windows/${real.windowId}/outcome`, {
      key,
      json: { quality: 0.2, note: 'Ana' },
    });
    const first = await callJson('/v1/subjects/ana', { key, method: 'DELETE' });
    expect(first).toMatchObject({
      status: 200,
      body: {
        user_id: 'ana',
        erased: { memories: 1, windows: 301, sessions: 8, offloads: 301 },
        complete: true,
        degraded: [],
      },
    });
    expect(await left(tenant)).toEqual({});
    expect(await status(`/v1/windows/${real.windowId}`)).toBe(404);
    expect(await status(`/v1/offload/${real.handle}`)).toBe(404);
    expect(await status('/v1/sessions/ses_real')).toBe(404);
    expect((await callJson('/v1/memories?user_id=ana', { key })).body.items).toEqual([]);
    const again = await callJson('/v1/subjects/ana', { key, method: 'DELETE' });
    expect(again.body).toMatchObject({ erased: NOTHING, complete: true, degraded: [] });
  });

  it('leaves other users, and the same user id of another tenant, as they are (B22)', async () => {
    const other = await createKey('erase-other');
    const theirs = await createdWindow({ task: 'Hi?', recall: { user_id: 'ana' } }, { key: other });
    const memory = await callJson('/v1/memories', {
      key: other,
      json: { text: 'x', user_id: 'ana' },
    });
    const bos = await offloading('bo', LONG, { session_id: 'ses_bo' });
    const bosMemory = await remember('Bo ordered nothing', 'bo');
    await offloading('ana', LONG.replaceAll('street', 'road'));
    expect((await erase(tenant, 'ana')).erased).toMatchObject({ windows: 1, offloads: 1 });
    expect((await erase(tenant, '%')).erased).toEqual(NOTHING);
    for (const path of [
      `/v1/windows/${bos.windowId}`,
      `/v1/offload/${bos.handle}`,
      `/v1/memories/${bosMemory}`,
      '/v1/sessions/ses_bo',
    ]) {
      expect([path, await status(path)]).toEqual([path, 200]);
    }
    expect((await call(`/v1/windows/${theirs}`, { key: other })).status).toBe(200);
    const [kept] = memory.body.memories as readonly { id: string }[];
    expect((await call(`/v1/memories/${kept?.id}`, { key: other })).status).toBe(200);
  });

  it('finds windows that recalled a memory of the user for somebody else', async () => {
    const json = { text: 'Ana is allergic to nuts', user_id: 'ana', agent_id: 'desk' };
    await callJson('/v1/memories', { key, json });
    const task = 'Who is allergic to nuts?';
    const byAgent = await createdWindow({ task, recall: { agent_id: 'desk' } }, { key });
    const { body } = await callJson(`/v1/windows/${byAgent}`, { key });
    expect(JSON.stringify(body)).toContain('allergic to nuts');
    expect((await erase(tenant, 'ana')).erased).toMatchObject({ memories: 1, windows: 1 });
    expect(await left(tenant)).toEqual({});
  });

  it('takes along windows of the session that name nobody, and none that name others', async () => {
    const shared = { session_id: 'ses_shared' };
    const before = await windowOf(null, shared);
    const anas = await windowOf('ana', shared);
    const bos = await windowOf('bo', shared);
    const elsewhere = await windowOf(null, { session_id: 'ses_elsewhere' });
    expect((await erase(tenant, 'ana')).erased).toMatchObject({ windows: 2, sessions: 0 });
    const seen = await Promise.all(
      [before, anas, bos, elsewhere].map((id) => status(`/v1/windows/${id}`)),
    );
    expect(seen).toEqual([404, 404, 200, 200]);
    expect(await status('/v1/sessions/ses_shared')).toBe(200);
    expect((await erase(tenant, 'bo')).erased).toMatchObject({ windows: 1, sessions: 1 });
    expect(await status('/v1/sessions/ses_shared')).toBe(404);
  });

  it('keeps an offload that another window or an upload refers to, until the last of them goes', async () => {
    const { handle } = await offloading('ana', LONG);
    const bos = await offloading('bo', LONG);
    expect(bos.handle).toBe(handle);
    expect((await erase(tenant, 'ana')).erased).toMatchObject({ windows: 1, offloads: 0 });
    expect(await status(`/v1/offload/${handle}`)).toBe(200);
    expect((await erase(tenant, 'bo')).erased).toMatchObject({ windows: 1, offloads: 1 });
    expect(await status(`/v1/offload/${handle}`)).toBe(404);
    const cy = await offloading('cy', LONG);
    const uploaded = await callJson('/v1/offload', { key, json: { text: LONG } });
    expect(uploaded.body.handle).toBe(cy.handle);
    expect((await erase(tenant, 'cy')).erased).toMatchObject({ windows: 1, offloads: 0 });
    expect(await status(`/v1/offload/${handle}`)).toBe(200);
  });

  it('erases uploads to a session that goes with the user', async () => {
    const session_id = 'ses_upload';
    const upload = (text: string, more: object) =>
      callJson('/v1/offload', { key, json: { text, ...more } });
    const inSession = await upload('what Ana attached', { session_id });
    const outside = await upload('a handbook', {});
    await windowOf('ana', { session_id });
    expect((await erase(tenant, 'ana')).erased).toMatchObject({
      windows: 1,
      sessions: 1,
      offloads: 1,
    });
    expect(await status(`/v1/offload/${inSession.body.handle}`)).toBe(404);
    expect(await status(`/v1/offload/${outside.body.handle}`)).toBe(200);
  });

  it('erases answers that were kept for repeats, large ones as well', async () => {
    await remember('Ana likes green tea', 'ana');
    const search = { query: 'tea', agent_id: 'desk' };
    await callJson('/v1/memories', {
      key,
      json: { text: 'Ana drinks oolong tea', user_id: 'ana', agent_id: 'desk' },
    });
    const requests = [
      ['/v1/windows', { task: 'Tea?', recall: { user_id: 'ana' } }],
      [
        '/v1/windows',
        {
          task: 'Tea?',
          recall: { user_id: 'ana' },
          system: 'word '.repeat(130_000),
          budget_tokens: 500_000,
        },
      ],
      ['/v1/memories/search', search],
    ] as const;
    const asked = () =>
      Promise.all(
        requests.map(async ([path, json], index) => {
          const headers = { 'idempotency-key': `kept-${index}` };
          const answer = await call(path, { key, json, headers });
          return [answer.headers.get('idempotent-replayed'), await answer.text()] as const;
        }),
      );
    await asked();
    const repeated = await asked();
    expect(repeated.map(([replayed]) => replayed)).toEqual(['true', 'true', 'true']);
    expect(repeated[2]?.[1]).toContain('oolong');
    expect((await erase(tenant, 'ana')).complete).toBe(true);
    expect(await left(tenant)).toEqual({});
    const anew = await asked();
    expect(anew.map(([replayed]) => replayed)).toEqual([null, null, null]);
    expect(anew.map(([, body]) => body).join()).not.toContain('oolong');
  });

  it.each(['*', '%', '_', 'a/b', 'a%20b', 'ä é', "' or 1=1 --", '{"x":1}', '../dev', '\u0001x'])(
    'erases the user %j and nobody else',
    async (userId) => {
      await remember('A plain fact', 'someone');
      await remember('A hostile fact', userId);
      const path = `/v1/subjects/${encodeURIComponent(userId)}`;
      const { body } = await callJson(path, { key, method: 'DELETE' });
      expect(body).toMatchObject({ user_id: userId, erased: { memories: 1 }, complete: true });
      expect((await left(tenant)).memory_memories).toBe(1);
    },
  );

  it('refuses a blank user, and one that no memory can have', async () => {
    for (const userId of ['%20', 'x'.repeat(513)]) {
      const answer = await callJson(`/v1/subjects/${userId}`, { key, method: 'DELETE' });
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer: '/user_id' }]]);
    }
  });
});
