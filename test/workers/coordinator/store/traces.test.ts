import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCron } from '../../../../workers/coordinator/cron.ts';
import type { CoordinatorEnv } from '../../../../workers/coordinator/env.ts';
import { bindings, callJson, createdWindow } from '../../../support/coordinator.ts';

const SECRET = 'the-launch-code-is-0000';
const REQUEST = { task: `Is ${SECRET} right?`, session_id: 'ses_traces' };
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** The offload Worker with some methods replaced. */
function offload(methods: Partial<CoordinatorEnv['OFFLOAD']>): CoordinatorEnv['OFFLOAD'] {
  return new Proxy(bindings.OFFLOAD, {
    get: (target, name) => Reflect.get(methods, name) ?? Reflect.get(target, name),
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('writeTrace()', () => {
  it('never costs the answer when it fails, and is tried again (F-69)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let failures = 2;
    const flaky = offload({
      putObject: async (tenant, key, body) => {
        failures -= 1;
        if (failures >= 0) throw new Error('store is down');
        return bindings.OFFLOAD.putObject(tenant, key, body as Uint8Array);
      },
    });
    const { status, body } = await callJson('/v1/windows', {
      json: REQUEST,
      bindings: { OFFLOAD: flaky },
    });
    expect(status).toBe(200);
    expect((await callJson(`/v1/windows/${body.window_id}`)).status).toBe(200);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('logs a trace that is lost for good, without content', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const down = offload({
      putObject: async () => {
        throw new Error('store is down');
      },
    });
    const { status, body } = await callJson('/v1/windows', {
      json: REQUEST,
      bindings: { OFFLOAD: down },
    });
    expect(status).toBe(200);
    const lines = [...warn.mock.calls, ...error.mock.calls].flat().map(String);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 'error',
      event: 'trace_lost',
      window_id: body.window_id,
      message: 'store is down',
    });
    expect(lines.join('\n')).not.toContain(SECRET);
    expect((await callJson(`/v1/windows/${body.window_id}`)).status).toBe(404);
  }, 20_000);

  it('keeps content and parameters out of the log when the database fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await env.DB.prepare('ALTER TABLE coordinator_windows RENAME TO hidden').run();
    try {
      const { status } = await callJson('/v1/windows', {
        json: { ...REQUEST, session_id: SECRET },
      });
      expect(status).toBe(200);
    } finally {
      await env.DB.prepare('ALTER TABLE hidden RENAME TO coordinator_windows').run();
    }
    const lines = [...warn.mock.calls, ...error.mock.calls].flat().map(String);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain('no such table');
    expect(lines.join('\n')).not.toContain(SECRET);
  }, 20_000);
});

describe('the last prefix', () => {
  it('costs only the comparison when the database is down', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const down = {
      prepare: () => {
        throw new Error('D1_ERROR: down');
      },
    };
    const { status, body } = await callJson('/v1/windows', {
      json: REQUEST,
      bindings: { DB: down as unknown as D1Database },
    });
    expect(status).toBe(200);
    expect(body.degraded).toContainEqual({
      dependency: 'database',
      effect: expect.stringContaining('prefix'),
    });
  }, 20_000);
});

describe('expireTraces()', () => {
  it('deletes old traces, their rows and sessions, and keeps the rest', async () => {
    const old = await createdWindow({ ...REQUEST, session_id: 'ses_old' });
    await callJson(`/v1/windows/${old}/outcome`, { json: { quality: 1 } });
    await env.DB.prepare('UPDATE coordinator_windows SET created_at_ms = 0 WHERE window_id = ?')
      .bind(old)
      .run();
    const fresh = await createdWindow({ ...REQUEST, session_id: 'ses_fresh' });
    await runCron(bindings, '17 * * * *', Date.now());
    expect((await callJson(`/v1/windows/${old}`)).status).toBe(404);
    expect((await callJson(`/v1/windows/${fresh}`)).status).toBe(200);
    await runCron(bindings, '17 * * * *', Date.now() + MONTH_MS + 1000);
    for (const table of ['windows', 'outcomes', 'sessions']) {
      const left = await env.DB.prepare(`SELECT count(*) AS n FROM coordinator_${table}`).first(
        'n',
      );
      expect([table, left]).toEqual([table, 0]);
    }
  });
});
