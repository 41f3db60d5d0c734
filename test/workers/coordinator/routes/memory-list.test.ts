import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../../shared/contracts/memory.ts';
import { fail, ok } from '../../../../shared/result.ts';
import { call, callJson } from '../../../support/coordinator.ts';
import { fakeMemory } from '../../../support/fake-memory.ts';

const ID = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const memory = (id: string) => ({ id, text: `text of ${id}` }) as Memory;
const ids = ['mem_C', 'mem_B', 'mem_A'];

/** Three memories, newest first, numbered 3, 2 and 1. */
function three() {
  return fakeMemory({
    list: async (_tenant, { beforeSeq, limit }) => {
      const from = beforeSeq === null ? 0 : ids.length + 1 - beforeSeq;
      const items = ids.slice(from, from + limit).map(memory);
      const nextSeq = from + limit >= ids.length ? null : ids.length + 1 - from - limit;
      return ok({ items, nextSeq, bookmark: 'mark' });
    },
  });
}

describe('GET /v1/memories', () => {
  it('lists page by page to the end, bound to its filters', async () => {
    const { MEMORY, calls } = three();
    const bindings = { MEMORY };
    const filters = encodeURIComponent('{"category":{"eq":"how_to"}}');
    const query = `user_id=ana&include_superseded=true&filters=${filters}&limit=2`;
    const first = await callJson(`/v1/memories?${query}`, { bindings });
    expect(first).toMatchObject({
      status: 200,
      body: { items: [{ id: 'mem_C' }, { id: 'mem_B' }] },
    });
    const cursor = `cursor=${encodeURIComponent(String(first.body.next_cursor))}`;
    const second = await callJson(`/v1/memories?${query}&${cursor}`, { bindings });
    expect(second.body).toMatchObject({ items: [{ id: 'mem_A' }], next_cursor: null });
    expect(calls.map(([, tenant, request]) => [tenant, request])).toEqual(
      [null, 2].map((beforeSeq) => [
        'dev',
        {
          scope: { user_id: 'ana' },
          include_superseded: true,
          filters: { category: { eq: 'how_to' } },
          limit: 2,
          beforeSeq,
        },
      ]),
    );
    const other = await callJson(`/v1/memories?user_id=bo&limit=2&${cursor}`, { bindings });
    expect([other.status, other.body.errors]).toMatchObject([400, [{ pointer: '/cursor' }]]);
  });

  it.each([
    ['user_id=%20', '/user_id'],
    ['filters=nonsense', '/filters'],
    ['filters=%7B%22importance%22%3A%7B%22eq%22%3A1%7D%7D', '/filters'],
    ['include_superseded=maybe', '/include_superseded'],
    ['limit=101', '/limit'],
    ['tenant=other', '/tenant'],
  ])('refuses %s', async (query, pointer) => {
    const { MEMORY, calls } = three();
    const { status, body } = await callJson(`/v1/memories?${query}`, { bindings: { MEMORY } });
    expect(status).toBe(400);
    const [error] = body.errors as readonly { pointer: string }[];
    expect(error?.pointer.startsWith(pointer)).toBe(true);
    expect(calls).toEqual([]);
  });
});

describe('PATCH /v1/memories/{id}', () => {
  it('hands the given fields on, null as null, with who changes it', async () => {
    const { MEMORY, calls } = fakeMemory({
      update: async (_tenant, id) => ok({ ...memory(id), bookmark: 'mark' }),
    });
    const json = { text: 'new', value: null, metadata: { team: null } };
    const bindings = { MEMORY };
    const changed = await call(`/v1/memories/${ID}`, { method: 'PATCH', json, bindings });
    expect(await changed.json()).toEqual(memory(ID));
    expect([changed.status, changed.headers.get('x-memory-bookmark')]).toEqual([200, 'mark']);
    expect(calls).toEqual([['update', 'dev', ID, json, { by: 'dev' }]]);
  });

  it.each([
    [{}, ''],
    [{ useful_count: 3 }, '/useful_count'],
    [{ user_id: 'bo' }, '/user_id'],
    [{ text: ' ' }, '/text'],
  ])('refuses %j', async (json, pointer) => {
    const { MEMORY, calls } = fakeMemory({});
    const options = { method: 'PATCH', json, bindings: { MEMORY } };
    const { status, body } = await callJson(`/v1/memories/${ID}`, options);
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
    expect(calls).toEqual([]);
  });

  it('reads its body as a POST does: JSON, not empty, not too large', async () => {
    const { MEMORY } = fakeMemory({});
    const patch = async (body: BodyInit, type = 'application/json') => {
      const headers = { 'content-type': type };
      const options = { method: 'PATCH', body, headers, bindings: { MEMORY } };
      return (await callJson(`/v1/memories/${ID}`, options)).status;
    };
    expect(await patch('{')).toBe(400);
    expect(await patch('')).toBe(400);
    expect(await patch('{}', 'text/plain')).toBe(415);
    expect(await patch(new Uint8Array(16_000_001))).toBe(413);
  });
});

describe('a memory id in a path', () => {
  const none = {
    code: 'not_found' as const,
    detail: 'Cannot find memory: no such id',
  };

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { text: 'x' }],
    ['DELETE', '', undefined],
    ['GET', '/history', undefined],
    ['POST', '/useful', {}],
    ['POST', '/restore', {}],
    ['POST', '/strike', { reason: 'x' }],
  ])('%s …%s answers what is no id like an unknown one', async (method, path, json) => {
    const unknown = async () => fail(none);
    const { MEMORY } = fakeMemory({
      get: unknown,
      update: unknown,
      remove: unknown,
      history: unknown,
      useful: async () => ok({ counts: {}, bookmark: null }),
      restore: unknown,
      strike: async () => ok({ ids: [], degraded: [] }),
    });
    const seen = async (id: string) => {
      const options = { method, bindings: { MEMORY }, ...(json === undefined ? {} : { json }) };
      const { status, body } = await callJson(`/v1/memories/${id}${path}`, options);
      return [status, { ...body, request_id: '' }];
    };
    const [status, body] = await seen(ID);
    expect([status, body]).toMatchObject([404, none]);
    for (const id of ['x', 'mem_%00', "mem_'%20or%201=1--", ID.toLowerCase(), `${ID}0`]) {
      expect(await seen(id)).toEqual([status, body]);
    }
  });
});
