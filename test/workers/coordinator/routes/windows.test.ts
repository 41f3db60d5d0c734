import { describe, expect, it } from 'vitest';
import { bindings, call, callJson, createdWindow } from '../../../support/coordinator.ts';

const REQUEST = {
  task: 'How long do I have to return my order?',
  session_id: 'ses_routes',
  chunks: [
    { kind: 'policy', source: 'policy/returns', text: 'Orders may be returned within 30 days.' },
    { kind: 'passage', source: 'blog/shipping', text: 'We ship from two warehouses.' },
  ],
};

describe('POST /v1/windows', () => {
  it('answers with a window that fits and names every stage in server-timing', async () => {
    const response = await call('/v1/windows', { json: REQUEST });
    expect(response.status).toBe(200);
    const timing = response.headers.get('server-timing') ?? '';
    const stages = timing.split(', ').map((entry) => entry.split(';')[0]);
    expect(stages).toEqual(
      expect.arrayContaining(['auth', 'read', 'gather', 'score', 'consolidate', 'fit', 'trace']),
    );
    expect(await response.json()).toMatchObject({
      window_id: expect.stringMatching(/^win_[0-9A-Z]{26}$/),
      tokens: { budget: 3000 },
      chunks: [{ fate: 'kept' }, { fate: 'kept' }],
      degraded: [],
    });
  });

  it('compares the prefix with the last window of the session', async () => {
    await createdWindow({ ...REQUEST, session_id: 'ses_prefix' });
    const { body } = await callJson('/v1/windows', {
      json: { ...REQUEST, session_id: 'ses_prefix' },
    });
    expect(body.prefix).toMatchObject({ hit: true, first_difference: null });
  });

  it('recalls memories of the scope with their trust, and a replay has the same ones', async () => {
    const memory = { text: 'Returns of Ana are free within 60 days', authority: 'record' };
    await call('/v1/memories', { json: { ...memory, user_id: 'u1' } });
    const json = { ...REQUEST, recall: { user_id: 'u1' } };
    const { status, body } = await callJson('/v1/windows', { json });
    expect(status).toBe(200);
    expect(body.degraded).toEqual([]);
    const recalled = {
      id: expect.stringMatching(/^mem_/),
      kind: 'memory',
      source: 'memory:record',
      trust: 'verified',
      fate: 'kept',
    };
    expect(body.chunks).toContainEqual(expect.objectContaining(recalled));
    const replay = await callJson(`/v1/windows/${body.window_id}/replay`, { json: {} });
    expect(replay.body.diff).toEqual([]);
  });

  it('says that no memories were recalled when memory is down', async () => {
    const MEMORY = {
      ...bindings.MEMORY,
      recall: async () => {
        throw new Error('it is down');
      },
    };
    const { status, body } = await callJson('/v1/windows', {
      json: { ...REQUEST, recall: { user_id: 'u1' } },
      bindings: { MEMORY },
    });
    expect(status).toBe(200);
    expect(body.degraded).toContainEqual({
      dependency: 'memory',
      effect: expect.stringContaining('No memories'),
    });
  });

  it('refuses recall with a blank scope id instead of recalling nothing', async () => {
    const json = { ...REQUEST, recall: { user_id: ' ' } };
    const { status, body } = await callJson('/v1/windows', { json });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/recall/user_id' }]);
  });

  it('refuses recall without a scope and tools of neither shape, each by its pointer', async () => {
    const { status, body } = await callJson('/v1/windows', {
      json: { ...REQUEST, recall: {}, tools: [{ name: 'ok', input_schema: {} }, { nope: 1 }] },
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/tools/1' }, { pointer: '/recall' }]);
  });

  it('answers 422 with the smallest budget when pinned content does not fit', async () => {
    const { status, body } = await callJson('/v1/windows', {
      json: { ...REQUEST, budget_tokens: 5 },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'budget_infeasible',
      minimum_budget_tokens: expect.any(Number),
    });
  });
});

describe('GET /v1/windows/{id}', () => {
  it('finds a window right after its answer, before its trace is known to be written', async () => {
    const posted = await call('/v1/windows', { json: REQUEST, settle: false });
    const answer = (await posted.json()) as { window_id: string };
    const { status, body } = await callJson(`/v1/windows/${answer.window_id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...answer,
      created_at: expect.stringMatching(/Z$/),
      request: {
        chunks: { policy: 1, passage: 1 },
        budget_tokens: 3000,
        session_id: 'ses_routes',
        order: 'standard',
        format: null,
        encoding: 'o200k_base',
        policy: {},
      },
    });
    expect(JSON.stringify(body.request)).not.toContain('warehouses');
  });

  it.each(['win_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'win_x', '%00', '..%2f', 'win_%F0%9F'])(
    'answers 404 for %s',
    async (id) => {
      const { status, body } = await callJson(`/v1/windows/${id}`);
      expect(status).toBe(404);
      expect(body.code).toBe('not_found');
    },
  );
});

describe('GET /v1/windows', () => {
  it('pages through a session, newest first, each window once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(await createdWindow({ ...REQUEST, session_id: 'ses_pages' }));
    }
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await callJson(`/v1/windows?session_id=ses_pages&limit=2${query}`);
      const items = body.items as { window_id: string; session_id: string }[];
      expect(items.length).toBeLessThanOrEqual(2);
      seen.push(...items.map((item) => item.window_id));
      cursor = body.next_cursor as string | null;
    } while (cursor !== null);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('refuses a broken cursor and one of another list', async () => {
    await createdWindow({ ...REQUEST, session_id: 'ses_other' });
    await createdWindow({ ...REQUEST, session_id: 'ses_other' });
    const { body } = await callJson('/v1/windows?session_id=ses_other&limit=1');
    const foreign = encodeURIComponent(String(body.next_cursor));
    for (const cursor of [foreign, 'zz', '%00', encodeURIComponent(btoa('a b'))]) {
      const refused = await callJson(`/v1/windows?session_id=ses_else&cursor=${cursor}`);
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toMatchObject([{ pointer: '/cursor' }]);
    }
  });

  it.each(['limit=0', 'limit=101', 'limit=NaN', 'limit=1.5', 'limit=-1', 'limit=', 'page=2'])(
    'refuses ?%s with a pointer',
    async (query) => {
      const { status, body } = await callJson(`/v1/windows?${query}`);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ pointer: `/${query.split('=')[0]}` }]);
    },
  );
});

describe('POST /v1/windows/{id}/replay', () => {
  it('gives the same window without overrides, and stores nothing', async () => {
    const session = 'ses_replay';
    await createdWindow({ ...REQUEST, session_id: session });
    const { body: first } = await callJson('/v1/windows', {
      json: { ...REQUEST, session_id: session },
    });
    const { status, body } = await callJson(`/v1/windows/${first.window_id}/replay`, {
      method: 'POST',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...first, diff: [] });
    const { body: list } = await callJson(`/v1/windows?session_id=${session}`);
    expect(list.items).toHaveLength(2);
  });

  it('lists which candidates fare differently under another budget', async () => {
    const id = await createdWindow(REQUEST);
    const { body } = await callJson(`/v1/windows/${id}/replay`, { json: { budget_tokens: 60 } });
    expect(body.diff).toEqual([{ id: 'chunk:2', before: 'kept', after: expect.any(String) }]);
  });

  it('treats what had not expired then as not expired now', async () => {
    const soon = new Date(Date.now() + 500).toISOString();
    const chunk = { kind: 'passage', source: 's', text: 'Orders ship today.', expires_at: soon };
    const id = await createdWindow({ task: 'Do orders ship today?', chunks: [chunk] });
    await new Promise((resolve) => setTimeout(resolve, 600));
    const { body } = await callJson(`/v1/windows/${id}/replay`, { json: {} });
    expect(body.diff).toEqual([]);
  });
});

describe('POST /v1/windows/{id}/outcome', () => {
  it('stores an outcome, and a later one in its place', async () => {
    const id = await createdWindow(REQUEST);
    const usage = { input_tokens: 10, cache_read_tokens: 4, output_tokens: 2 };
    await callJson(`/v1/windows/${id}/outcome`, { json: { quality: 0.2 } });
    const { status } = await callJson(`/v1/windows/${id}/outcome`, {
      json: { quality: 0.9, usage, note: 'good' },
    });
    expect(status).toBe(200);
  });

  it.each([[{ quality: 1.1 }], [{ quality: -1 }], [{}], [{ quality: '1' }]])(
    'refuses %j',
    async (json) => {
      const id = await createdWindow(REQUEST);
      const { status, body } = await callJson(`/v1/windows/${id}/outcome`, { json });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ pointer: '/quality' }]);
    },
  );

  it('answers 404 for a window that does not exist', async () => {
    const { status } = await callJson('/v1/windows/win_01ARZ3NDEKTSV4RRFFQ69G5FAV/outcome', {
      json: { quality: 1 },
    });
    expect(status).toBe(404);
  });
});
