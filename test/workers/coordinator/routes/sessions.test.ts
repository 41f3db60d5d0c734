import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { call, callJson, createdWindow, createKey } from '../../../support/coordinator.ts';

const say = (n: number) =>
  `Message ${n}: the parcel of customer ${n * 7} left Lyon on day ${n} and went by road to the north.`;

/** The window after `turns` messages of a conversation. */
const request = (sessionId: string, turns: number) => ({
  task: 'Which parcel went north?',
  session_id: sessionId,
  budget_tokens: 6000,
  messages: Array.from({ length: turns }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: say(n),
  })),
});

interface Session {
  readonly steps: readonly {
    readonly step: number;
    readonly window_id: string;
    readonly tokens: {
      readonly before: number;
      readonly after: number;
      readonly by_section: { readonly before: object; readonly after: object };
    };
    readonly prefix: { readonly hit: boolean };
    readonly outcome: { readonly quality: number } | null;
  }[];
  readonly steps_omitted: number;
  readonly totals: Record<string, unknown>;
  readonly prefix: { readonly windows: number; readonly hits: number };
  readonly rot: {
    readonly detected: boolean;
    readonly advice: string;
    readonly curve: readonly object[];
  };
}

async function session(id: string, key?: string): Promise<Session> {
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const { status, body } = await callJson(path, key === undefined ? {} : { key });
  expect(status).toBe(200);
  return body as unknown as Session;
}

const usage = { input_tokens: 100, cache_read_tokens: 40, output_tokens: 7 };

/** Windows of a conversation that grows, each with an outcome; gives their ids. */
async function windowsOf(sessionId: string, qualities: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, quality] of qualities.entries()) {
    const id = await createdWindow(request(sessionId, 4 * (n + 1)));
    await callJson(`/v1/windows/${id}/outcome`, { json: { quality, usage } });
    ids.push(id);
  }
  return ids;
}

const FALLING = [0.9, 0.9, 0.95, 0.9, 0.9, 0.8, 0.7, 0.6, 0.5, 0.5];
const STEADY = [0.9, 0.8, 0.9, 0.9, 0.9, 0.8, 0.9, 0.9, 0.9, 0.8];

describe('GET /v1/sessions/{id}', () => {
  it('shows a session whose answers get worse; its next window is flagged and reduced', async () => {
    const ids = await windowsOf('ses_falling', FALLING);
    const shown = await session('ses_falling');
    expect(shown.rot).toMatchObject({
      baseline: 0.9,
      current: 0.5,
      drop: 0.4,
      detected: true,
      advice: expect.stringContaining('fresh session'),
    });
    expect(shown.rot.curve).toHaveLength(10);
    expect(shown.rot.curve[9]).toEqual({
      step: 10,
      window_id: ids[9],
      tokens: shown.steps[9]?.tokens.after,
      quality: 0.5,
    });
    const { body } = await callJson('/v1/windows', { json: request('ses_falling', 44) });
    expect(body.health).toMatchObject({
      status: 'flagged',
      findings: [{ detector: 'rot', action: 'flag', chunk_ids: [] }],
    });
    const chunks = body.chunks as { by: string; fate: string; handle?: string }[];
    const left = chunks.filter(({ by }) => by === 'rot');
    expect(left.length).toBeGreaterThan(15);
    const handle = left[0]?.handle ?? '';
    const original = await call(`/v1/offload/${handle}`);
    expect(original.status).toBe(200);
    expect(await original.text()).toContain(say(0));
    expect(JSON.stringify(body.messages)).toContain(handle);
    const fetched = await callJson(`/v1/offload/${handle}/fetch`, {
      json: { mode: 'grep', pattern: 'customer 21' },
    });
    expect(fetched.body.text).toContain('customer 21');
    // The step says what left.
    const last = (await session('ses_falling')).steps.at(-1);
    expect(last?.tokens.before).toBeGreaterThan(1.2 * Number(last?.tokens.after));

    const replay = await callJson(`/v1/windows/${body.window_id}/replay`, { method: 'POST' });
    expect(replay.body).toEqual({ ...body, diff: [] });
    const lenient = await callJson(`/v1/windows/${body.window_id}/replay`, {
      json: { policy: { rot_drop: 0.9 } },
    });
    expect(lenient.body.health).toMatchObject({ status: 'healthy' });
    expect(lenient.body.diff).toHaveLength(left.length);
  });

  it('shows a steady session as such; its next window is healthy and whole', async () => {
    await windowsOf('ses_steady', STEADY);
    expect((await session('ses_steady')).rot).toMatchObject({ drop: 0, detected: false });
    const { body } = await callJson('/v1/windows', { json: request('ses_steady', 44) });
    expect(body.health).toMatchObject({ status: 'healthy', findings: [] });
    expect((body.chunks as { fate: string }[]).every(({ fate }) => fate === 'kept')).toBe(true);
  });

  it('sums tokens and usage, and counts prefix hits', async () => {
    await windowsOf('ses_sums', [0.9, 0.8, 0.7]);
    await createdWindow(request('ses_sums', 12));
    const { steps, totals, prefix, rot, steps_omitted: omitted } = await session('ses_sums');
    expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    expect(steps.map(({ outcome }) => outcome?.quality)).toEqual([0.9, 0.8, 0.7, undefined]);
    const sum = (of: 'before' | 'after') => steps.reduce((n, { tokens }) => n + tokens[of], 0);
    expect(totals).toEqual({
      windows: 4,
      tokens_before: sum('before'),
      tokens_after: sum('after'),
      tokens_saved: sum('before') - sum('after'),
      outcomes: 3,
      usage: { input_tokens: 300, cache_read_tokens: 120, output_tokens: 21 },
    });
    for (const { tokens } of steps) {
      for (const side of ['before', 'after'] as const) {
        const sections: number[] = Object.values(tokens.by_section[side]);
        expect(sections.reduce((n, value) => n + value, 0)).toBe(tokens[side]);
      }
    }
    expect(prefix).toMatchObject({
      windows: 4,
      hits: steps.filter((step) => step.prefix.hit).length,
    });
    expect(prefix.hits).toBeGreaterThan(0);
    expect(omitted).toBe(0);
    expect(rot).toMatchObject({ baseline: null, detected: false });
    expect(rot.advice).toContain('3 of the 8');
  });

  it('takes a later report for a window in place of the first', async () => {
    const [id] = await windowsOf('ses_again', [0.1]);
    await callJson(`/v1/windows/${id}/outcome`, { json: { quality: 1, note: 'checked by hand' } });
    const { steps, totals } = await session('ses_again');
    expect(steps[0]?.outcome).toMatchObject({
      quality: 1,
      note: 'checked by hand',
      usage: { input_tokens: null },
    });
    expect(totals).toMatchObject({ outcomes: 1, usage: { input_tokens: 0 } });
  });

  it('answers 404 for another tenant, whose windows and outcomes stay its own', async () => {
    const key = await createKey('other');
    await windowsOf('ses_mine', [0.9]);
    expect((await callJson('/v1/sessions/ses_mine', { key })).status).toBe(404);
    const { body } = await callJson('/v1/sessions', { key });
    expect(body).toEqual({ items: [], next_cursor: null });
    await createdWindow(request('ses_mine', 4), { key });
    expect((await session('ses_mine', key)).steps).toHaveLength(1);
    expect((await session('ses_mine')).totals).toMatchObject({ windows: 1, outcomes: 1 });
  });

  it.each([
    ['unknown', 'ses_unknown'],
    ['10 KB', 'x'.repeat(10_240)],
    ['NUL', '%00'],
    ['broken encoding', '%F0%9F'],
    ['SQL', encodeURIComponent("' OR 1=1; DROP TABLE coordinator_sessions; --")],
    ['blank', '%20'],
  ])('answers 404 for an id that is %s', async (_, id) => {
    const { status, body } = await callJson(`/v1/sessions/${id}`);
    expect(status).toBe(404);
    expect(body.code).toBe('not_found');
  });

  it("shows a session of the caller's own naming, whatever is in the name", async () => {
    const name = "x'; DROP TABLE coordinator_sessions; -- ü/🪁 ?#%";
    await createdWindow(request(name, 2));
    expect((await session(name)).steps).toHaveLength(1);
  });

  it('costs the comparison, not the window, when the database is down', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await env.DB.prepare('ALTER TABLE coordinator_outcomes RENAME TO hidden').run();
    try {
      const { status, body } = await callJson('/v1/windows', { json: request('ses_down', 4) });
      expect(status).toBe(200);
      expect(body.degraded).toMatchObject([
        { dependency: 'database', effect: expect.stringContaining('unnoticed') },
      ]);
    } finally {
      await env.DB.prepare('ALTER TABLE hidden RENAME TO coordinator_outcomes').run();
      vi.restoreAllMocks();
    }
  });
});

describe('GET /v1/sessions', () => {
  it('pages through sessions, the one that began last first, each once', async () => {
    const key = await createKey('pages');
    const names = ['ses a', 'b', 'ses_c', 'd', 'e'];
    for (const name of names) await createdWindow(request(name, 2), { key });
    // A session that goes on keeps its place.
    await createdWindow(request('b', 4), { key });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await callJson(`/v1/sessions?limit=2${query}`, { key });
      expect(status).toBe(200);
      const items = body.items as { session_id: string; windows: number }[];
      expect(items.length).toBeLessThanOrEqual(2);
      for (const item of items) {
        seen.push(item.session_id);
        expect(item.windows).toBe(item.session_id === 'b' ? 2 : 1);
      }
      cursor = body.next_cursor as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(names.toReversed());
  });

  it.each(['limit=0', 'limit=101', 'cursor=zz', 'page=2'])('refuses ?%s', async (query) => {
    const { status, body } = await callJson(`/v1/sessions?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: `/${query.split('=')[0]}` }]);
  });

  it('is in the OpenAPI document with its schemas', async () => {
    const { body } = await callJson('/openapi.json');
    const paths = body.paths as Record<string, object>;
    expect(paths['/v1/sessions']).toHaveProperty('get');
    expect(paths['/v1/sessions/{id}']).toHaveProperty('get');
    expect(paths['/v1/windows/{id}/outcome']).toHaveProperty('post');
  });
});
