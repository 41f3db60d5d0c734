import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Receipt } from '../../../shared/contracts/memory-upkeep.ts';
import type { CoordinatorEnv } from '../../../workers/coordinator/env.ts';
import { eraseSubject } from '../../../workers/coordinator/erase/erase-subject.ts';
import { noteWindow } from '../../../workers/coordinator/store/subjects.ts';
import { objectKey } from '../../../workers/coordinator/store/traces.ts';
import { bindings, call, callJson, createdWindow, createKey } from '../../support/coordinator.ts';

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
/** Offloaded: far over the budget, and with more to it than its beginning. */
const LONG = Array.from({ length: 400 }, (_, n) => `Parcel ${n} went to street ${n * 7}.`).join(
  '\n',
);

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

async function erase(userId: string, budgetMs?: number, over: Partial<CoordinatorEnv> = {}) {
  const erasure = { tenant, userId, by: 'test', requestId: 'req_test', nowMs: Date.now() };
  const budget = budgetMs === undefined ? {} : { budgetMs };
  return eraseSubject({ ...bindings, ...over }, { ...erasure, ...budget });
}

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

/** Windows of a user as they are stored, one offloaded text each; far quicker than to assemble them. */
async function seed(userId: string, count: number, sessions: number): Promise<void> {
  const rows: D1PreparedStatement[] = [];
  for (let n = 0; n < count; n += 1) {
    const windowId = `win_01ARZ3NDEKTSV4RRFFQ${String(tenants * 1000 + n).padStart(7, '0')}`;
    const text = `text ${n} of ${userId} in ${tenant}`;
    const put = await env.OFFLOAD.putText(tenant, { text, source: 'seed', trust: 'user' });
    const handles = put.ok ? [put.value.handle] : [];
    const note = { ref: windowId, userIds: [userId], handles, expiresAtMs: Date.now() + 1e9 };
    await noteWindow(env.DB, tenant, note);
    await env.OFFLOAD.putObject(tenant, objectKey(windowId), text);
    const session = `ses_${n % sessions}`;
    rows.push(
      env.DB.prepare(
        `insert into coordinator_windows (tenant, window_id, session_id, created_at_ms, card,
          total_tokens, budget_tokens, health_status) values (?, ?, ?, 1, '', 1, 1, 'healthy')`,
      ).bind(tenant, windowId, session),
      env.DB.prepare(
        `insert into coordinator_outcomes (tenant, window_id, session_id, quality, created_at_ms)
          values (?, ?, ?, 1, 1)`,
      ).bind(tenant, windowId, session),
      env.DB.prepare(
        `insert or ignore into coordinator_sessions (tenant, session_id, prefix, updated_at_ms)
          values (?, ?, '{}', 1)`,
      ).bind(tenant, session),
    );
  }
  await env.DB.batch(rows);
}

/** What is left of the tenant, by table, and its objects. */
async function left(): Promise<Record<string, unknown>> {
  const tables = [
    ...['windows', 'outcomes', 'sessions', 'subjects', 'handle_refs', 'idempotency'].map(
      (name) => `coordinator_${name}`,
    ),
    ...['offload_handles', 'offload_sessions', 'memory_memories', 'memory_history'],
  ];
  const counts: Record<string, unknown> = {};
  for (const table of tables) {
    const n = await env.DB.prepare(`select count(*) as n from ${table} where tenant = ?`)
      .bind(tenant)
      .first('n');
    if (n !== 0) counts[table] = n;
  }
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tenant));
  const hash = [...new Uint8Array(bytes).slice(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  for (const kind of ['t', 'x', 'u']) {
    const { objects } = await env.BUCKET.list({ prefix: `${kind}/${hash}/` });
    if (objects.length > 0) counts[kind] = objects.length;
  }
  return counts;
}

const status = async (path: string) => {
  const response = await call(path, { key });
  await response.arrayBuffer();
  return response.status;
};

describe('DELETE /v1/subjects/{user_id}', () => {
  it('B23: erases hundreds of windows and offloads, counts them exactly, and may be repeated', async () => {
    await remember('Ana ordered three parcels', 'ana');
    await seed('ana', 300, 7);
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
    expect(await left()).toEqual({});
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
    expect((await erase('ana')).erased).toMatchObject({ windows: 1, offloads: 1 });
    expect((await erase('%')).erased).toEqual(NOTHING);
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
    expect((await erase('ana')).erased).toMatchObject({ memories: 1, windows: 1 });
    expect(await left()).toEqual({});
  });

  it('takes along windows of the session that name nobody, and none that name others', async () => {
    const shared = { session_id: 'ses_shared' };
    const before = await windowOf(null, shared);
    const anas = await windowOf('ana', shared);
    const bos = await windowOf('bo', shared);
    const elsewhere = await windowOf(null, { session_id: 'ses_elsewhere' });
    expect((await erase('ana')).erased).toMatchObject({ windows: 2, sessions: 0 });
    const seen = await Promise.all(
      [before, anas, bos, elsewhere].map((id) => status(`/v1/windows/${id}`)),
    );
    expect(seen).toEqual([404, 404, 200, 200]);
    expect(await status('/v1/sessions/ses_shared')).toBe(200);
    expect((await erase('bo')).erased).toMatchObject({ windows: 1, sessions: 1 });
    expect(await status('/v1/sessions/ses_shared')).toBe(404);
  });

  it('keeps an offload that another window or an upload refers to, until the last of them goes', async () => {
    const { handle } = await offloading('ana', LONG);
    const bos = await offloading('bo', LONG);
    expect(bos.handle).toBe(handle);
    expect((await erase('ana')).erased).toMatchObject({ windows: 1, offloads: 0 });
    expect(await status(`/v1/offload/${handle}`)).toBe(200);
    expect((await erase('bo')).erased).toMatchObject({ windows: 1, offloads: 1 });
    expect(await status(`/v1/offload/${handle}`)).toBe(404);
    const cy = await offloading('cy', LONG);
    const uploaded = await callJson('/v1/offload', { key, json: { text: LONG } });
    expect(uploaded.body.handle).toBe(cy.handle);
    expect((await erase('cy')).erased).toMatchObject({ windows: 1, offloads: 0 });
    expect(await status(`/v1/offload/${handle}`)).toBe(200);
  });

  it('erases uploads to a session that goes with the user', async () => {
    const session_id = 'ses_upload';
    const upload = (text: string, more: object) =>
      callJson('/v1/offload', { key, json: { text, ...more } });
    const inSession = await upload('what Ana attached', { session_id });
    const outside = await upload('a handbook', {});
    await windowOf('ana', { session_id });
    expect((await erase('ana')).erased).toMatchObject({ windows: 1, sessions: 1, offloads: 1 });
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
    expect((await erase('ana')).complete).toBe(true);
    expect(await left()).toEqual({});
    const anew = await asked();
    expect(anew.map(([replayed]) => replayed)).toEqual([null, null, null]);
    expect(anew.map(([, body]) => body).join()).not.toContain('oolong');
  });

  it('finds what a window kept whose trace was never written', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const OFFLOAD = replaced(bindings.OFFLOAD, {
      putObject: async () => {
        throw new Error('killed');
      },
    });
    const chunks = [{ kind: 'tool_result', source: 'tool/parcels', text: LONG }];
    const json = { task: 'Where?', chunks, budget_tokens: 600, recall: { user_id: 'ana' } };
    const { body } = await callJson('/v1/windows', { key, json, bindings: { OFFLOAD } });
    const [handle] = body.handles as readonly { handle: string }[];
    expect(await status(`/v1/offload/${handle?.handle}`)).toBe(200);
    expect((await erase('ana')).erased).toMatchObject({ windows: 0, offloads: 1 });
    expect(await left()).toEqual({});
  }, 30_000);

  it.each(['*', '%', '_', 'a/b', 'a%20b', 'ä é', "' or 1=1 --", '{"x":1}', '../dev', '\u0001x'])(
    'erases the user %j and nobody else',
    async (userId) => {
      await remember('A plain fact', 'someone');
      await remember('A hostile fact', userId);
      const path = `/v1/subjects/${encodeURIComponent(userId)}`;
      const { body } = await callJson(path, { key, method: 'DELETE' });
      expect(body).toMatchObject({ user_id: userId, erased: { memories: 1 }, complete: true });
      expect((await left()).memory_memories).toBe(1);
    },
  );

  it('refuses a blank user, and one that no memory can have', async () => {
    for (const userId of ['%20', 'x'.repeat(513)]) {
      const answer = await callJson(`/v1/subjects/${userId}`, { key, method: 'DELETE' });
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer: '/user_id' }]]);
    }
  });

  it('says when its time was over, and goes on when called again', async () => {
    await seed('ana', 250, 3);
    const receipts: Receipt[] = [];
    do receipts.push(await erase('ana', 0));
    while (receipts.at(-1)?.complete === false && receipts.length < 20);
    expect(receipts.length).toBeGreaterThan(2);
    const sum = (field: 'windows' | 'offloads' | 'sessions') =>
      receipts.reduce((total, { erased }) => total + erased[field], 0);
    expect([sum('windows'), sum('offloads'), sum('sessions')]).toEqual([250, 250, 3]);
    expect(receipts.every(({ degraded }) => degraded.length === 0)).toBe(true);
    expect(await left()).toEqual({});
  });

  it('says which part failed, erases the others, and a repeat ends it (B30)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await remember('Ana is here', 'ana');
    await windowOf('ana');
    const MEMORY = replaced(bindings.MEMORY, {
      erase: async () => ({
        ok: false,
        error: { code: 'dependency_unavailable', detail: 'Cannot' },
      }),
    });
    const first = await erase('ana', undefined, { MEMORY });
    expect(first).toMatchObject({ complete: false, erased: { windows: 1, memories: 0 } });
    expect(first.degraded.map(({ dependency }) => dependency)).toEqual(['memory']);
    const second = await erase('ana');
    expect(second).toMatchObject({ complete: true, erased: { windows: 0, memories: 1 } });
    expect(await left()).toEqual({});
  });

  it('killed before any of its steps, it leaves nothing that a repeat does not find', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let step = 0;
    for (let isKilled = true; isKilled; step += 1) {
      await remember('Ana likes tea', 'ana');
      await seed('ana', 3, 2);
      await callJson('/v1/offload', { key, json: { text: 'attached', session_id: 'ses_0' } });
      const headers = { 'idempotency-key': `fault-${step}` };
      await callJson('/v1/windows', {
        key,
        headers,
        json: { task: 'Tea?', recall: { user_id: 'ana' } },
      });
      const killed = killedAt(step);
      await erase('ana', undefined, killed.env);
      isKilled = killed.isDead();
      expect((await erase('ana')).complete).toBe(true);
      expect([step, await left()]).toEqual([step, {}]);
    }
    expect(step).toBeGreaterThan(10);
  }, 60_000);
});

/** An object of which some methods are others. */
function replaced<T extends object>(target: T, methods: object): T {
  return new Proxy(target, {
    get: (inner, name) => {
      const method: unknown = Reflect.get(methods, name) ?? Reflect.get(inner, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => Reflect.apply(method, inner, args);
    },
  });
}

/** Bindings that do `alive` calls and fail from then on, as if the Worker were killed. */
function killedAt(alive: number): { readonly env: Partial<CoordinatorEnv>; isDead(): boolean } {
  let calls = 0;
  const mortal = <T extends object>(target: T, names: readonly string[]): T =>
    replaced(
      target,
      Object.fromEntries(
        names.map((name) => [
          name,
          (...args: unknown[]) => {
            calls += 1;
            if (calls > alive) throw new Error('D1_ERROR: killed');
            const method: unknown = Reflect.get(target, name);
            if (typeof method !== 'function') throw new Error(`Cannot call ${name}: there is none`);
            return Reflect.apply(method, target, args);
          },
        ]),
      ),
    );
  return {
    env: {
      DB: mortal(bindings.DB, ['prepare', 'batch']),
      OFFLOAD: mortal(bindings.OFFLOAD, ['remove', 'deleteObject']),
      MEMORY: mortal(bindings.MEMORY, ['erase']),
    },
    isDead: () => calls > alive,
  };
}
