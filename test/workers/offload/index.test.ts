import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  OffloadAnswer,
  OffloadRequest,
  OffloadRpc,
} from '../../../shared/contracts/offload.ts';
import type { Failure } from '../../../shared/errors.ts';
import { blobStoreOver } from '../../../shared/offload/blob-store.ts';
import { bodyResponse } from '../../../shared/offload/http.ts';
import type { Result } from '../../../shared/result.ts';
import Offload from '../../../workers/offload/index.ts';
import { describeBlobStore } from '../../support/contracts/blob-store.ts';

const rpc = env.OFFLOAD as unknown as OffloadRpc;

function value<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}

const request = (text: string, more: Partial<OffloadRequest> = {}): OffloadRequest => ({
  text,
  source: 'test',
  trust: 'retrieved',
  ...more,
});

async function put(text: string, more: Partial<OffloadRequest> = {}): Promise<OffloadAnswer> {
  return value(await rpc.putText('acme', request(text, more)));
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      // A byte stream takes the buffer away, so each stream gets its own.
      for (const chunk of chunks) controller.enqueue(chunk.slice());
      controller.close();
    },
  });
}

async function objects(prefix: string): Promise<number> {
  return (await env.BUCKET.list({ prefix })).objects.length;
}

afterEach(() => vi.useRealTimers());

describeBlobStore('The offload Worker', (tenant) => blobStoreOver(rpc, tenant));

describe('Offload handles', () => {
  it('F-51: foreign, random and malformed handles answer identically on every read', async () => {
    const { handle } = await put('secret of acme');
    const bogus = [handle, `off_${'b'.repeat(32)}`, `../${handle}`, '', `${handle}' or 1=1 --`];
    const answers = new Set<string>();
    for (const one of bogus) {
      answers.add(JSON.stringify(await rpc.info('other', one)));
      answers.add(JSON.stringify(await rpc.read('other', one)));
      answers.add(JSON.stringify(await rpc.fetchPage('other', one, { mode: 'head' })));
      answers.add(JSON.stringify(await rpc.fetchPage('other', one, { mode: 'nonsense' })));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('not_found');
  });

  it('F-51: a blank tenant is nobody', async () => {
    const { handle } = await put('for acme alone');
    for (const tenant of ['', '  ']) {
      expect(await rpc.info(tenant, handle)).toMatchObject({ error: { code: 'unauthorized' } });
      expect(await rpc.putText(tenant, request('x'))).toMatchObject({
        error: { code: 'unauthorized' },
      });
    }
  });

  it('F-55: one object under four media types, each served safely with its charset', async () => {
    const text = 'naïve 한글';
    const served: string[] = [];
    const handles = new Set<string>();
    const before = await objects('t/');
    for (const media_type of ['text/markdown', 'application/json', 'text/html', undefined]) {
      const { handle } = await put(text, media_type === undefined ? {} : { media_type });
      handles.add(handle);
      const read = value(await rpc.read('acme', handle));
      const { status, headers } = bodyResponse(read);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-length': '13',
      });
      expect(await new Response(read.body).text()).toBe(text);
      served.push(headers['content-type'] ?? '');
    }
    expect(served).toEqual([
      'text/markdown; charset=utf-8',
      'application/json',
      'text/plain; charset=utf-8',
      'text/plain; charset=utf-8',
    ]);
    expect(handles.size).toBe(4);
    expect((await objects('t/')) - before).toBe(1);
  });

  it('B18: an expired handle is gone, and storing it again brings it back', async () => {
    const { handle, expires_at } = await put('short life', { ttl_seconds: 60 });
    vi.useFakeTimers({ now: Date.parse(expires_at), toFake: ['Date'] });
    expect(await rpc.info('acme', handle)).toMatchObject({ ok: false, error: { code: 'gone' } });
    expect(await rpc.fetchPage('acme', handle, { mode: 'head' })).toMatchObject({
      error: { code: 'gone' },
    });
    await put('short life', { ttl_seconds: 60 });
    expect(await rpc.info('acme', handle)).toMatchObject({ ok: true });
  });

  it('keeps the lowest trust with its source, the later expiry, and every session', async () => {
    const first = await put('shared', {
      trust: 'verified',
      source: 'record',
      ttl_seconds: 900,
      session_id: 's1',
    });
    await put('shared', { trust: 'model', source: 'guess', ttl_seconds: 60, session_id: 's2' });
    await put('shared', { trust: 'system', source: 'policy', ttl_seconds: 60, session_id: 's2' });
    const info = value(await rpc.info('acme', first.handle));
    expect(info).toMatchObject({ trust: 'model', source: 'guess', expires_at: first.expires_at });
    const rows = await env.DB.prepare(
      'select session_id from offload_sessions where handle = ? order by 1',
    )
      .bind(first.handle)
      .all();
    expect(rows.results).toEqual([{ session_id: 's1' }, { session_id: 's2' }]);
  });

  it('describes text and bytes: size, lines, tokens; binary content has neither lines nor tokens', async () => {
    expect(await put('one\ntwo')).toMatchObject({
      bytes: 7,
      lines: 2,
      tokens: 3,
      tokens_estimated: false,
    });
    expect(await put('')).toMatchObject({ bytes: 0, lines: 0, tokens: 0 });
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]);
    const meta = { media_type: 'image/png', source: 'test', trust: 'user' } as const;
    const image = value(await rpc.putStream('acme', streamOf([png]), meta, png.length));
    expect(image).toMatchObject({ bytes: 5, lines: null, tokens: null });
    expect(await rpc.fetchPage('acme', image.handle, { mode: 'head' })).toMatchObject({
      error: { code: 'unsupported_media_type' },
    });
  });
});

describe('Offload.putStream()', () => {
  const meta = { media_type: 'text/plain', source: 'test', trust: 'user' } as const;
  const chunk = new TextEncoder().encode('0123456789abcde\n'.repeat(65_536));

  it('streams a large body to the address that putText() gives the same bytes, leaving no upload behind', async () => {
    const chunks = Array.from({ length: 6 }, () => chunk);
    const bytes = chunk.length * chunks.length;
    const streamed = value(await rpc.putStream('acme', streamOf(chunks), meta, bytes));
    expect(streamed).toMatchObject({ bytes, lines: 65_536 * 6, tokens_estimated: true });
    const text = chunks.map((part) => new TextDecoder().decode(part)).join('');
    expect(value(await rpc.putText('acme', request(text)))).toMatchObject({
      handle: streamed.handle,
      sha256: streamed.sha256,
    });
    expect(await objects('u/')).toBe(0);
    const tail = value(await rpc.fetchPage('acme', streamed.handle, { mode: 'tail', lines: 2 }));
    expect(tail).toMatchObject({ text: '0123456789abcde\n'.repeat(2), from: 393_215, to: 393_216 });
  });

  it('refuses a body that is too large or not as long as announced, leaving no upload behind', async () => {
    const few = () => streamOf([chunk, chunk]);
    expect(await rpc.putStream('acme', few(), meta, 200_000_000)).toMatchObject({
      error: { code: 'too_large' },
    });
    expect(await rpc.putStream('acme', few(), meta, 5_000_000)).toMatchObject({
      error: { code: 'invalid_request' },
    });
    expect(await rpc.putStream('acme', few(), meta, 100)).toMatchObject({
      error: { code: 'invalid_request' },
    });
    const many = streamOf(Array.from({ length: 5 }, () => chunk));
    expect(await rpc.putStream('acme', many, meta, null)).toMatchObject({
      error: { code: 'too_large' },
    });
    expect(await objects('u/')).toBe(0);
  });
});

describe('Offload.read() and fetchPage()', () => {
  it('reads ranges of bytes, refuses ranges after the end, and reads an empty object', async () => {
    const { handle } = await put('0123456789');
    const part = value(await rpc.read('acme', handle, { first: 2, last: 4 }));
    expect(await new Response(part.body).text()).toBe('234');
    expect(bodyResponse(part)).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3' },
    });
    const suffix = value(await rpc.read('acme', handle, { suffix: 3 }));
    expect(await new Response(suffix.body).text()).toBe('789');
    expect(await rpc.read('acme', handle, { first: 10, last: null })).toMatchObject({
      error: { code: 'range_not_satisfiable', extra: { total_bytes: 10 } },
    });
    const empty = value(await rpc.read('acme', (await put('')).handle));
    expect(await new Response(empty.body).text()).toBe('');
  });

  it('F-53: a walk over a stored giant line ends and gives it back exactly', async () => {
    const text = 'é0123456789 '.repeat(25_000).slice(0, 290_000);
    const { handle, tokens } = await put(text);
    let page = value(
      await rpc.fetchPage('acme', handle, { mode: 'head', lines: 1, max_tokens: 20_000 }),
    );
    let joined = page.text;
    while (page.next !== null) {
      page = value(await rpc.fetchPage('acme', handle, { mode: 'next', next: page.next }));
      expect(page).toMatchObject({
        total_tokens: tokens,
        provenance: { handle, trust: 'retrieved', source: 'test' },
      });
      expect(page.tokens).toBeLessThanOrEqual(20_000);
      joined += page.text;
    }
    expect(joined).toBe(text);
  });

  it('B18: distinguishes no match, bad pattern and bad range on a stored text', async () => {
    const { handle } = await put('x🌵y中z');
    expect(await rpc.fetchPage('acme', handle, { mode: 'grep', pattern: 'absent' })).toMatchObject({
      ok: true,
      value: { text: '', matching_lines: 0, total_bytes: 10 },
    });
    expect(await rpc.fetchPage('acme', handle, { mode: 'grep', pattern: '(' })).toMatchObject({
      error: { code: 'invalid_request', errors: [{ pointer: '/pattern' }] },
    });
    expect(await rpc.fetchPage('acme', handle, { mode: 'bytes', from: 11, to: 12 })).toMatchObject({
      error: { code: 'range_not_satisfiable' },
    });
  });
});

describe('Offload internal objects', () => {
  it('are written, read and deleted per tenant', async () => {
    value(await rpc.putObject('acme', 'win/1.json', '{"a":1}'));
    const stored = value(await rpc.getObject('acme', 'win/1.json'));
    expect(await new Response(stored.body).text()).toBe('{"a":1}');
    expect(await rpc.getObject('other', 'win/1.json')).toMatchObject({
      error: { code: 'not_found' },
    });
    value(await rpc.putObject('acme', 'win/2', streamOf([new Uint8Array([1, 2, 3])]), 3));
    expect(value(await rpc.getObject('acme', 'win/2')).bytes).toBe(3);
    value(await rpc.deleteObject('acme', 'win/1.json'));
    value(await rpc.deleteObject('acme', 'win/1.json'));
    expect(await rpc.getObject('acme', 'win/1.json')).toMatchObject({
      error: { code: 'not_found' },
    });
    for (const key of ['', '../t/x', 'a/../b', '/a', 'ключ']) {
      expect(await rpc.putObject('acme', key, 'x')).toMatchObject({
        error: { errors: [{ pointer: '/key' }] },
      });
    }
  });

  it('health() names each binding and its state', async () => {
    expect(value(await rpc.health())).toEqual(
      ['BUCKET', 'DB', 'HANDLE_SECRET'].map((binding) => ({ binding, ok: true, detail: null })),
    );
  });
});

describe('Offload with a store that is down', () => {
  const down = () => Promise.reject(new Error('R2 says no to key t/123'));

  it('B19: a failing bucket or database is a dependency failure that names no internals', async () => {
    const { handle } = await put('stored before');
    const brokenBucket = {
      ...env,
      BUCKET: { head: down, get: down, put: down } as unknown as R2Bucket,
    };
    const brokenDb = {
      ...env,
      DB: { prepare: () => ({ bind: () => ({ raw: down, all: down }) }) } as unknown as D1Database,
    };
    for (const broken of [brokenBucket, brokenDb]) {
      const worker = new Offload(createExecutionContext(), broken);
      for (const answer of [
        await worker.putText('acme', request('x')),
        await worker.getText('acme', handle),
      ]) {
        expect(answer).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
        expect(JSON.stringify(answer)).not.toContain('R2 says no');
      }
      const health = value(await worker.health());
      expect(health.filter((one) => !one.ok)).toHaveLength(1);
    }
  });
});
