import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { runCron } from '../../../workers/coordinator/cron.ts';
import { bindings, call, callJson } from '../../support/coordinator.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const REQUEST = { task: 'Hello?', session_id: 'ses_idem' };

function withKey(key: string) {
  return { headers: { 'idempotency-key': key } };
}

async function windowsOf(session: string): Promise<number> {
  const { body } = await callJson(`/v1/windows?session_id=${session}&limit=100`);
  return (body.items as unknown[]).length;
}

describe('withIdempotency()', () => {
  it('gives a repeat the first answer and does nothing', async () => {
    const json = { ...REQUEST, session_id: 'ses_repeat' };
    const first = await call('/v1/windows', { ...withKey('repeat'), json });
    const again = await call('/v1/windows', { ...withKey('repeat'), json });
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await windowsOf('ses_repeat')).toBe(1);
  });

  it('runs once for repeats that arrive at the same time', async () => {
    const json = { ...REQUEST, session_id: 'ses_race' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => callJson('/v1/windows', { ...withKey('race'), json })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.window_id)).size).toBe(1);
    expect(await windowsOf('ses_race')).toBe(1);
  });

  it('asks a repeat to come back while the first still runs', async () => {
    const scope = 'POST /v1/windows slow';
    const probe = await call('/v1/windows', { ...withKey('slow'), json: REQUEST });
    await probe.text();
    await env.DB.prepare(
      'UPDATE coordinator_idempotency SET status = NULL, created_at_ms = ? WHERE scope = ?',
    )
      .bind(Date.now(), scope)
      .run();
    const response = await call('/v1/windows', { ...withKey('slow'), json: REQUEST });
    expect(response.status).toBe(409);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'conflict' });
  });

  it('takes over from a first request that died', async () => {
    await call('/v1/windows', { ...withKey('dead'), json: REQUEST });
    await env.DB.prepare(
      "UPDATE coordinator_idempotency SET status = NULL, created_at_ms = ? WHERE scope LIKE '% dead'",
    )
      .bind(Date.now() - 120_000)
      .run();
    expect((await callJson('/v1/windows', { ...withKey('dead'), json: REQUEST })).status).toBe(200);
  });

  it('refuses the same key with another body, another query or another content type', async () => {
    await call('/v1/windows', { ...withKey('other'), json: REQUEST });
    const other = { ...withKey('other'), json: { task: 'Bye?' } };
    expect(await callJson('/v1/windows', other)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    const upload = (query: string, type: string) =>
      callJson(`/v1/offload${query}`, {
        body: 'x',
        headers: { 'idempotency-key': 'up', 'content-type': type },
      });
    expect((await upload('', 'text/plain')).status).toBe(201);
    expect((await upload('', 'text/csv')).status).toBe(422);
    expect((await upload('?source=a', 'text/plain')).status).toBe(422);
  });

  it('honours the key for raw uploads and refuses those that it cannot hold', async () => {
    const options = {
      body: 'raw bytes',
      headers: { 'idempotency-key': 'raw', 'content-type': 'text/plain' },
    };
    const first = await call('/v1/offload', options);
    const again = await call('/v1/offload', options);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    const large = await callJson('/v1/offload', { ...options, body: new Uint8Array(16_000_001) });
    expect(large.status).toBe(413);
    expect(large.body.detail).toContain('without Idempotency-Key');
  });

  it('keeps an answer that is too large for a row', async () => {
    const text = 'word '.repeat(130_000);
    const json = { task: 'Hello?', budget_tokens: 500_000, system: text };
    const first = await call('/v1/windows', { ...withKey('large'), json });
    const again = await call('/v1/windows', { ...withKey('large'), json });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await again.text()) === (await first.text())).toBe(true);
  });

  it('keeps a refusal, but not a failure of the server', async () => {
    const bad = { ...withKey('bad'), json: { task: 1 } };
    expect((await callJson('/v1/windows', bad)).status).toBe(400);
    expect((await call('/v1/windows', bad)).headers.get('idempotent-replayed')).toBe('true');
    const down = {
      OFFLOAD: {
        putText: async () => {
          throw new Error('down');
        },
      },
    };
    const store = { ...withKey('retry'), json: { text: 'x' } };
    const failed = await callJson('/v1/offload', { ...store, bindings: down as never });
    expect(failed.status).toBe(503);
    expect((await callJson('/v1/offload', store)).status).toBe(201);
  });

  it.each(['', ' ', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const { status, body } = await callJson('/v1/windows', { ...withKey(key), json: REQUEST });
    expect(status).toBe(400);
    expect(body.detail).toContain('Idempotency-Key');
  });

  it('runs again after a day, and the hourly cron deletes what is older', async () => {
    const first = await callJson('/v1/windows', { ...withKey('old'), json: REQUEST });
    await env.DB.prepare(
      "UPDATE coordinator_idempotency SET created_at_ms = ? WHERE scope LIKE '% old'",
    )
      .bind(Date.now() - DAY_MS - 1)
      .run();
    const second = await callJson('/v1/windows', { ...withKey('old'), json: REQUEST });
    expect(second.body.window_id).not.toBe(first.body.window_id);
    await runCron(bindings, '17 * * * *', Date.now() + DAY_MS + 1000);
    const left = await env.DB.prepare('SELECT count(*) AS n FROM coordinator_idempotency').first(
      'n',
    );
    expect(left).toBe(0);
  });
});
