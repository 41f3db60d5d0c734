import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type bindings, call, callJson } from '../../support/coordinator.ts';

const POSTS = [
  '/v1/windows',
  '/v1/windows/win_01ARZ3NDEKTSV4RRFFQ69G5FAV/replay',
  '/v1/windows/win_01ARZ3NDEKTSV4RRFFQ69G5FAV/outcome',
  '/v1/count',
  '/v1/validate',
  '/v1/repair',
  '/v1/offload',
  `/v1/offload/off_${'a'.repeat(32)}/fetch`,
] as const;

/** Field names that requests have, and hostile ones. */
const NAMES = [
  'task',
  'budget_tokens',
  'chunks',
  'messages',
  'system',
  'tools',
  'session_id',
  'recall',
  'kinds',
  'format',
  'policy',
  'encoding',
  'kind',
  'text',
  'source',
  'id',
  'metadata',
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'function',
  'name',
  'arguments',
  'type',
  'input',
  'tool_use_id',
  'mode',
  'pattern',
  'from',
  'to',
  'next',
  'lines',
  'quality',
  'usage',
  'note',
  'trust',
  'pinned',
  'expires_at',
  'media_type',
  'ttl_seconds',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const VALUES = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  'user',
  'assistant',
  'tool',
  'system',
  'passage',
  'openai',
  'anthropic',
  'claude',
  'grep',
  'head',
  '(',
  'text',
  'tool_use',
  'tool_result',
  'function',
  '2026-01-01T00:00:00Z',
  '<|endoftext|>',
  '</context>',
];

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(...VALUES),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie('json')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Bodies that come past the schema more often than noise does. */
const plausible = fc.record(
  {
    task: fc.constantFrom('x', '\ud800', 'What?'),
    chunks: fc.array(
      fc.record({
        kind: fc.constantFrom('passage', 'tool_result', 'history', 'task', 'notes', 'record'),
        text: fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        source: fc.constantFrom('s', '\ud800', '"><x'),
      }),
      { maxLength: 4 },
    ),
    messages: fc.array(
      fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'system'), content: json }),
      { maxLength: 4 },
    ),
    budget_tokens: fc.constantFrom(1, 20, 100, 3000),
    format: fc.constantFrom('openai', 'anthropic', 'chunks'),
    text: fc.string({ unit: 'binary' }),
    mode: fc.constantFrom('head', 'grep'),
  },
  { requiredKeys: [] },
);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('buildApp()', () => {
  it.each(POSTS)('%s never answers a body with 5xx, and refuses with a problem', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, plausible), async (body) => {
        const response = await call(path, { json: body });
        const text = await response.text();
        expect([response.status < 500, text]).toEqual([true, text]);
        expect(text).not.toMatch(/\n\s+at /);
        if (response.status >= 400) {
          expect(response.headers.get('content-type')).toContain('application/problem+json');
          expect(JSON.parse(text)).toMatchObject({
            type: expect.any(String),
            title: expect.any(String),
            status: response.status,
            detail: expect.any(String),
            code: expect.any(String),
            request_id: response.headers.get('x-request-id'),
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(POSTS)('%s never answers raw bytes with 5xx', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        const response = await call(path, {
          body: new Uint8Array(bytes),
          headers: { 'content-type': 'application/json' },
        });
        await response.text();
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
  });

  it('names every wrong field at once, and the fields that exist for an unknown one', async () => {
    const { status, body } = await callJson('/v1/windows', {
      json: {
        tsk: 'x',
        budget_tokens: -1,
        chunks: [{ kind: 'passage', text: 1, source: 's', tx: 1 }],
      },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { pointer: '/budget_tokens', detail: expect.stringContaining('>=1') },
      { pointer: '/chunks/0/text', detail: expect.stringContaining('expected string') },
      {
        pointer: '/chunks/0/tx',
        detail: expect.stringMatching(/^Unknown field: there are .*source/),
      },
      { pointer: '/tsk', detail: expect.stringMatching(/^Unknown field: there are task, /) },
    ]);
  });

  it.each([
    ['a blank task', { task: ' ' }, '/task'],
    [
      'a blank id',
      { task: 'x', chunks: [{ id: ' ', kind: 'passage', text: '', source: 's' }] },
      '/chunks/0/id',
    ],
    ['NUL in a session id', { task: 'x', session_id: 'a\u0000b' }, '/session_id'],
    ['an unknown field of recall', { task: 'x', recall: { user: 'u' } }, '/recall/user'],
    [
      'a time without offset',
      {
        task: 'x',
        chunks: [{ kind: 'passage', text: '', source: 's', created_at: '2026-01-01T00:00:00' }],
      },
      '/chunks/0/created_at',
    ],
  ])('refuses %s with its pointer', async (_name, json, pointer) => {
    const { status, body } = await callJson('/v1/windows', { json });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer }]);
  });

  it.each([
    ['broken JSON', '{"task":', 400],
    ['an empty body', '', 400],
    ['NaN', '{"task":"x","budget_tokens":NaN}', 400],
    ['a number too large for JSON', '{"task":"x","budget_tokens":1e999}', 400],
    ['deep nesting', `{"task":${'['.repeat(100_000)}`, 400],
  ])('refuses %s', async (_name, body, status) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await callJson('/v1/windows', { method: 'POST', body, headers });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe('invalid_request');
  });

  it('refuses invalid UTF-8 instead of reading something else', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const headers = { 'content-type': 'application/json' };
    const answer = await callJson('/v1/windows', { body, headers });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  it('answers 415 for a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await callJson('/v1/windows', { body: 'a=b', headers });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('answers 413 for a body over the limit, with and without content-length', async () => {
    const headers = { 'content-type': 'application/json' };
    const known = await callJson('/v1/windows', { body: new Uint8Array(50_000_000), headers });
    const part = new Uint8Array(1_000_000);
    let parts = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        parts += 1;
        if (parts > 50) controller.close();
        else controller.enqueue(part);
      },
    });
    const unknown = await callJson('/v1/windows', { body, headers });
    expect([known.status, unknown.status]).toEqual([413, 413]);
    expect(parts).toBeLessThan(30);
  });

  it('assembles a window of 10,000 chunks', async () => {
    const chunks = Array.from({ length: 10_000 }, (_, n) => ({
      kind: 'passage',
      source: `s${n}`,
      text: `Fact number ${n}.`,
    }));
    const { status, body } = await callJson('/v1/windows', {
      json: { task: 'Fact number 7?', chunks },
    });
    expect(status).toBe(200);
    expect(body.chunks).toHaveLength(10_000);
  }, 120_000);

  it('answers 404 for an unknown route and 405 with the methods that there are', async () => {
    expect((await callJson('/v1/nope')).status).toBe(404);
    expect((await callJson('/nope')).status).toBe(404);
    const response = await call('/v1/windows', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
  });

  it('takes the request id of the caller when it is safe to show', async () => {
    const given = await call('/v1/windows', { headers: { 'x-request-id': 'abc-1' } });
    expect(given.headers.get('x-request-id')).toBe('abc-1');
    const unsafe = await call('/v1/windows', { headers: { 'x-request-id': 'a b"' } });
    expect(unsafe.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('sets security headers and no CORS header', async () => {
    const { headers } = await call('/v1/windows', { headers: { origin: 'https://evil.test' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });

  it('answers a bug with 500 that says nothing, and logs one line', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = {
      prepare: () => {
        throw new TypeError('inner detail');
      },
    };
    const { status, body } = await callJson('/v1/windows', {
      bindings: { DB: broken as unknown as D1Database },
    });
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(JSON.stringify(body)).not.toContain('inner');
    expect(error).toHaveBeenCalledTimes(1);
    expect(JSON.parse(String(error.mock.calls[0]?.[0]))).toMatchObject({ event: 'request_failed' });
  });

  it('still gives a window when scoring is down, and says so (B30, B39)', async () => {
    const down = () => {
      throw new Error('scoring is down');
    };
    const scoring = { rank: down, similarity: down } as unknown as typeof bindings.SCORING;
    const { status, body } = await callJson('/v1/windows', {
      bindings: { SCORING: scoring },
      json: { task: 'Ship?', chunks: [{ kind: 'passage', source: 's', text: 'We ship.' }] },
    });
    expect(status).toBe(200);
    expect(body.degraded).not.toEqual([]);
  });
});
