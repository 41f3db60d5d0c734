import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../workers/coordinator/store/keys.ts';
import { bindings, call, callJson, createKey } from '../../../support/coordinator.ts';

const { DEV_KEY: _devKey, ...production } = bindings;

describe('authenticate()', () => {
  it.each([
    ['no key', {}],
    ['an unknown key', { authorization: 'Bearer nobody' }],
    ['another scheme', { authorization: 'Basic ZGV2OmRldg==' }],
    ['an empty key', { authorization: 'Bearer ' }],
    ['a blank x-api-key', { 'x-api-key': ' ' }],
  ])('refuses %s with 401', async (_name, headers) => {
    const response = await call('/v1/windows', { headers: { authorization: '', ...headers } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('accepts a key as Bearer and as x-api-key', async () => {
    const key = await createKey('acme');
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
      { authorization: '', 'x-api-key': key },
    ]) {
      expect((await callJson('/v1/windows', { headers })).status).toBe(200);
    }
  });

  it('refuses a revoked key', async () => {
    const key = await createKey('gone');
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = 1 WHERE hash = ?')
      .bind(await sha256(key))
      .run();
    expect((await callJson('/v1/windows', { key })).status).toBe(401);
  });

  it('accepts the local key only where it is configured', async () => {
    expect((await callJson('/v1/windows')).status).toBe(200);
    const { DEV_KEY: _, ...rest } = production as typeof bindings;
    expect((await callJson('/v1/windows', { bindings: { ...rest, DEV_KEY: '' } })).status).toBe(
      401,
    );
  });

  it('answers 503 when the database is down, and says no more than that', async () => {
    const key = await createKey('acme');
    const down = {
      prepare: () => {
        throw new Error('D1_ERROR: secret detail');
      },
    };
    const response = await call('/v1/windows', {
      key,
      bindings: { DB: down as unknown as D1Database },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.text()).not.toContain('secret');
  });

  it('stores keys hashed only', async () => {
    const key = await createKey('hashed');
    const { results } = await env.DB.prepare('SELECT * FROM api_keys').all();
    expect(JSON.stringify(results)).not.toContain(key);
  });
});
