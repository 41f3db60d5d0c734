import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { OffloadRpc } from '../../../shared/contracts/offload.ts';

const rpc = env.OFFLOAD as unknown as OffloadRpc;
const UNKNOWN = `off_${'a'.repeat(32)}`;

async function put(tenant: string, text: string, media_type = 'text/plain', ttl_seconds = 60) {
  const input = { text, media_type, source: 'test', trust: 'user' as const, ttl_seconds };
  const stored = await rpc.putText(tenant, { ...input, session_id: 'ses_1' });
  if (!stored.ok) throw new Error(stored.error.detail);
  return stored.value.handle;
}

const code = async (tenant: string, handle: string) => {
  const read = await rpc.getText(tenant, handle);
  return read.ok ? 'ok' : read.error.code;
};

async function left(tenant: string) {
  const rows = async (table: string) =>
    env.DB.prepare(`select count(*) as n from ${table} where tenant = ?`).bind(tenant).first('n');
  return [await rows('offload_handles'), await rows('offload_sessions')];
}

async function objects(): Promise<number> {
  return (await env.BUCKET.list({ prefix: 't/' })).objects.length;
}

describe('remove()', () => {
  it('removes handles with their bytes and sessions, counts them, and may be repeated', async () => {
    const handles = await Promise.all(['a', 'b', 'c'].map((text) => put('one', text)));
    const before = await objects();
    const gone = handles.slice(0, 2);
    expect(await rpc.remove('one', [...gone, UNKNOWN])).toEqual({
      ok: true,
      value: { removed: 2 },
    });
    expect(await objects()).toBe(before - 2);
    expect(await left('one')).toEqual([1, 1]);
    expect(await Promise.all(handles.map((handle) => code('one', handle)))).toEqual([
      'not_found',
      'not_found',
      'ok',
    ]);
    expect(await rpc.remove('one', gone)).toEqual({ ok: true, value: { removed: 0 } });
    expect(await rpc.remove('one', [])).toEqual({ ok: true, value: { removed: 0 } });
  });

  it('keeps bytes until the last handle that leads to them is removed', async () => {
    const plain = await put('two', 'shared bytes');
    const json = await put('two', 'shared bytes', 'application/json');
    const before = await objects();
    await rpc.remove('two', [plain]);
    expect([await code('two', plain), await code('two', json), await objects()]).toEqual([
      'not_found',
      'ok',
      before,
    ]);
    await rpc.remove('two', [json]);
    expect(await objects()).toBe(before - 1);
  });

  it('does not keep bytes for a handle that has expired', async () => {
    const expired = await put('late', 'old bytes', 'application/json');
    await env.DB.prepare('update offload_handles set expires_at_ms = 1 where handle = ?')
      .bind(expired)
      .run();
    const handle = await put('late', 'old bytes');
    const before = await objects();
    await rpc.remove('late', [handle]);
    expect(await objects()).toBe(before - 1);
  });

  it('leaves no bytes behind when handles that share them are removed at once', async () => {
    const before = await objects();
    const types = ['text/plain', 'application/json', 'text/html', 'text/csv'];
    const handles = await Promise.all(types.map((type) => put('race', 'raced bytes', type)));
    await Promise.all(handles.map((handle) => rpc.remove('race', [handle])));
    expect([await left('race'), await objects()]).toEqual([[0, 0], before]);
  });

  it('touches nothing of another tenant, not even the same bytes (B22)', async () => {
    const mine = await put('mine', 'same text');
    const theirs = await put('theirs', 'same text');
    expect(await rpc.remove('theirs', [mine])).toEqual({ ok: true, value: { removed: 0 } });
    await rpc.remove('mine', [mine]);
    expect([await code('mine', mine), await code('theirs', theirs)]).toEqual(['not_found', 'ok']);
  });

  it('takes more handles than D1 binds values, and refuses more than R2 deletes (F-65)', async () => {
    const handles = await Promise.all(
      Array.from({ length: 250 }, (_, n) => put('many', `text ${n}`)),
    );
    expect(await rpc.remove('many', handles)).toEqual({ ok: true, value: { removed: 250 } });
    expect(await left('many')).toEqual([0, 0]);
    const refused = await rpc.remove(
      'many',
      Array.from({ length: 1001 }, () => UNKNOWN),
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    const blank = await rpc.remove(' ', handles);
    expect(blank).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
  });
});

describe('deleteObject()', () => {
  it('deletes one object or many, those that are not there as well', async () => {
    const keys = ['x/1', 'x/2', 'x/3'];
    for (const key of keys) await rpc.putObject('del', key, key);
    expect(await rpc.deleteObject('del', 'x/1')).toEqual({ ok: true, value: null });
    expect(await rpc.deleteObject('del', [...keys.slice(0, 2), 'x/none'])).toMatchObject({
      ok: true,
    });
    const found = await Promise.all(keys.map(async (key) => (await rpc.getObject('del', key)).ok));
    expect(found).toEqual([false, false, true]);
    expect(await rpc.deleteObject('del', ['x/3', '../x'])).toMatchObject({ ok: false });
  });
});
