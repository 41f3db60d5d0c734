import { describe, expect, it } from 'vitest';
import { fieldFailure } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { call, callJson } from '../../support/coordinator.ts';
import { fakeMemory } from '../../support/fake-memory.ts';

const ID = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const HEADER = 'x-memory-bookmark';
const SEARCH = { query: 'tea', user_id: 'ana' };
const WINDOW = { task: 'What does Ana drink?', recall: { user_id: 'ana' } };

/** Every read of memory, by its route; all of them give the bookmark "new". */
const READS = [
  [`/v1/memories/${ID}`, undefined, 'get'],
  ['/v1/memories', undefined, 'list'],
  ['/v1/memories/search', SEARCH, 'recall'],
  [`/v1/memories/${ID}/history`, undefined, 'history'],
  ['/v1/export', undefined, 'exportPage'],
  ['/v1/windows', WINDOW, 'recall'],
] as const;

function reading() {
  const bookmark = 'new';
  return fakeMemory({
    get: async () => ok({ id: ID, bookmark } as never),
    list: async () => ok({ items: [], nextSeq: null, bookmark }),
    recall: async () => ok({ results: [], degraded: [], bookmark }),
    history: async () => ok({ entries: [], links: [], nextSeq: null, bookmark }),
    exportPage: async () => ok({ lines: [], lastSeq: null }),
  });
}

describe(`the header ${HEADER}`, () => {
  it.each(READS)('of a request to %s says from where it may read', async (path, json, method) => {
    for (const bookmark of ['nearest', 'an-earlier-one', undefined]) {
      const { MEMORY, calls } = reading();
      const headers = bookmark === undefined ? {} : { [HEADER]: bookmark };
      const answer = await call(path, { headers, bindings: { MEMORY }, ...(json && { json }) });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      const asked = calls.find(([name]) => name === method);
      expect(asked?.at(-1)).toEqual(bookmark === undefined ? {} : { bookmark });
    }
  });

  it.each(READS)('of a request to %s that is no bookmark is named', async (path, json) => {
    const bad = async () =>
      fail(fieldFailure('/bookmark', 'Cannot use bookmark: give one of an earlier answer'));
    const { MEMORY } = fakeMemory({
      get: bad,
      list: bad,
      recall: bad,
      history: bad,
      exportPage: bad,
    });
    const headers = { [HEADER]: 'x' };
    const { status, body } = await callJson(path, {
      headers,
      bindings: { MEMORY },
      ...(json && { json }),
    });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.detail).toContain(`Cannot use ${HEADER}`);
    expect(body).not.toHaveProperty('errors');
  });

  it('of an answer carries the bookmark, which is not in the body', async () => {
    const { MEMORY } = reading();
    const answer = await call(`/v1/memories/${ID}`, { bindings: { MEMORY } });
    expect(answer.headers.get(HEADER)).toBe('new');
    expect(await answer.json()).toEqual({ id: ID });
  });
});
