import { beforeAll, describe, expect, it } from 'vitest';
import { type bindings, call, callJson } from '../../../support/coordinator.ts';

let path = '';
let etag = '';

beforeAll(async () => {
  const { body } = await callJson('/v1/offload', { json: { text: 'hello\nwörld' } });
  path = `/v1/offload/${body.handle}`;
  const response = await call(path);
  etag = response.headers.get('etag') ?? '';
  await response.text();
});

describe('POST /v1/offload', () => {
  it('stores the same bytes once, as JSON or raw', async () => {
    const json = await callJson('/v1/offload', { json: { text: 'same' } });
    const headers = { 'content-type': 'text/plain' };
    const raw = await callJson('/v1/offload', { body: 'same', headers });
    expect([json.status, raw.status]).toEqual([201, 201]);
    expect(raw.body.handle).toBe(json.body.handle);
  });

  it('takes a body without content type for UTF-8 text (F-55)', async () => {
    const body = new TextEncoder().encode('höllo');
    const { body: stored } = await callJson('/v1/offload', { body });
    expect(stored.media_type).toBe('text/plain; charset=utf-8');
    const read = await call(`/v1/offload/${stored.handle}`);
    expect(read.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await read.text()).toBe('höllo');
  });

  it('stores JSON as it is when asked to', async () => {
    const { body } = await callJson('/v1/offload?raw=true', { json: { no: 'text' } });
    expect(body.media_type).toBe('application/json');
    expect(await (await call(`/v1/offload/${body.handle}`)).text()).toBe('{"no":"text"}');
  });

  it.each([
    ['/v1/offload', { txt: 1 }, '/text'],
    ['/v1/offload', { text: 'x', ttl_seconds: -1 }, '/ttl_seconds'],
    ['/v1/offload?raw=true&ttl_seconds=NaN', {}, '/ttl_seconds'],
    ['/v1/offload?raw=true&nope=1', {}, '/nope'],
  ])('%s refuses %j at its pointer', async (target, json, pointer) => {
    const { status, body } = await callJson(target, { json });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ pointer, detail: expect.any(String) });
  });

  it('never serves HTML as HTML', async () => {
    const headers = { 'content-type': 'text/html' };
    const { body } = await callJson('/v1/offload', { body: '<script>1</script>', headers });
    const read = await call(`/v1/offload/${body.handle}`);
    expect(read.headers.get('content-type')).toContain('text/plain');
    expect(read.headers.get('content-security-policy')).toContain('sandbox');
    await read.text();
  });
});

describe('GET /v1/offload/{handle}', () => {
  it('answers a range with 206 and an impossible one with 416 and the size', async () => {
    const part = await call(path, { headers: { range: 'bytes=0-4' } });
    expect([part.status, await part.text()]).toEqual([206, 'hello']);
    expect(part.headers.get('content-range')).toBe('bytes 0-4/12');
    const beyond = await call(path, { headers: { range: 'bytes=99-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */12']);
    expect(await beyond.json()).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it('answers 304 to a tag that it has, in a list, weak, or any', async () => {
    for (const header of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
      expect((await call(path, { headers: { 'if-none-match': header } })).status).toBe(304);
    }
    const other = await call(path, { headers: { 'if-none-match': '"x"' } });
    expect([other.status, await other.text()]).toEqual([200, 'hello\nwörld']);
  });

  it('sends the whole when If-Range names another version', async () => {
    const range = { range: 'bytes=0-4' };
    const same = await call(path, { headers: { ...range, 'if-range': etag } });
    const other = await call(path, { headers: { ...range, 'if-range': '"x"' } });
    expect([same.status, other.status]).toEqual([206, 200]);
    await Promise.all([same.text(), other.text()]);
  });

  it('answers 404 for an unknown handle and 410 for an expired one', async () => {
    expect((await callJson('/v1/offload/off_x')).status).toBe(404);
    const json = { text: 'short-lived', ttl_seconds: 1 };
    const { body } = await callJson('/v1/offload', { json });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await callJson(`/v1/offload/${body.handle}`)).status).toBe(410);
  });

  it('answers 503 when the store is down, not as if it were empty (B30)', async () => {
    const down = {
      read: () => {
        throw new Error('down');
      },
    };
    const { status, body } = await callJson(path, {
      bindings: { OFFLOAD: down as unknown as typeof bindings.OFFLOAD },
    });
    expect([status, body.code]).toEqual([503, 'dependency_unavailable']);
  });
});

describe('POST /v1/offload/{handle}/fetch', () => {
  it('reads a page, and answers no match with empty text and the total', async () => {
    const found = await callJson(`${path}/fetch`, { json: { mode: 'grep', pattern: 'wö' } });
    expect(found.body).toMatchObject({ text: '2:wörld', total_lines: 2 });
    const none = await callJson(`${path}/fetch`, { json: { mode: 'grep', pattern: 'zzz' } });
    expect([none.status, none.body.text, none.body.total_lines]).toEqual([200, '', 2]);
  });

  it('refuses an unknown mode by its pointer', async () => {
    const { status, body } = await callJson(`${path}/fetch`, { json: { mode: 'grp' } });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/mode' }]);
  });
});

describe('GET /v1/tools/fetch', () => {
  it.each([
    ['openai', { type: 'function' }],
    ['anthropic', { input_schema: { type: 'object' } }],
    ['mcp', { inputSchema: { type: 'object' } }],
  ])('gives the tool in the shape of %s', async (format, shape) => {
    const { body } = await callJson(`/v1/tools/fetch?format=${format}`);
    expect(body).toMatchObject(shape);
  });
});
