import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../../shared/contracts/memory.ts';
import { ok } from '../../../../shared/result.ts';
import { call, callJson } from '../../../support/coordinator.ts';
import { fakeMemory } from '../../../support/fake-memory.ts';

const ID = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const PATH = `/v1/memories/${ID}`;

describe('GET /v1/memories/{id}/history', () => {
  it('pages through the changes, newest first, without inner numbers', async () => {
    const entries = [50, 40, 30].map((seq) => ({
      seq,
      at: '2026-11-30T00:00:00.000Z',
      event: 'updated',
      by: 'dev',
      changes: { text: [`v${seq}`, `v${seq + 10}`] as [unknown, unknown] },
    }));
    const link = { kind: 'merged' as const, from_id: 'mem_A', to_id: ID, at: entries[0]?.at ?? '' };
    const { MEMORY, calls } = fakeMemory({
      history: async (_tenant, _id, { limit, beforeSeq }) =>
        ok({
          entries: entries.filter(({ seq }) => seq < (beforeSeq ?? Infinity)).slice(0, limit),
          links: [link],
          nextSeq: beforeSeq === null ? 40 : null,
          bookmark: null,
        }),
    });
    const bindings = { MEMORY };
    const first = await callJson(`${PATH}/history?limit=2`, { bindings });
    const shown = entries.map(({ seq: _, ...entry }) => entry);
    expect(first.body).toMatchObject({ items: shown.slice(0, 2), links: [link] });
    expect(JSON.stringify(first.body)).not.toContain('seq');
    const cursor = encodeURIComponent(String(first.body.next_cursor));
    const second = await callJson(`${PATH}/history?limit=2&cursor=${cursor}`, { bindings });
    expect(second.body).toEqual({ items: shown.slice(2), links: [link], next_cursor: null });
    expect(calls.map(([, , , page]) => page)).toEqual([
      { limit: 2, beforeSeq: null },
      { limit: 2, beforeSeq: 40 },
    ]);
    const elsewhere = `/v1/memories/mem_00000000000000000000000000/history?cursor=${cursor}`;
    expect((await callJson(elsewhere, { bindings })).status).toBe(400);
  });
});

describe('POST /v1/memories/{id}/useful', () => {
  it.each([undefined, '{}'])('counts with the body %j', async (body) => {
    const { MEMORY, calls } = fakeMemory({
      useful: async () => ok({ counts: { [ID]: 4 }, bookmark: 'mark' }),
    });
    const answer = await call(`${PATH}/useful`, {
      method: 'POST',
      bindings: { MEMORY },
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    expect(await answer.json()).toEqual({ id: ID, useful_count: 4 });
    expect(answer.headers.get('x-memory-bookmark')).toBe('mark');
    expect(calls).toEqual([['useful', 'dev', [ID], { by: 'dev' }]]);
  });

  it('counts a repeat with the same Idempotency-Key once, with the same headers', async () => {
    const { MEMORY, calls } = fakeMemory({
      useful: async () => ok({ counts: { [ID]: 1 }, bookmark: 'mark' }),
    });
    const options = {
      json: {},
      headers: { 'idempotency-key': 'useful-once' },
      bindings: { MEMORY },
    };
    await call(`${PATH}/useful`, options);
    const again = await call(`${PATH}/useful`, options);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('x-memory-bookmark')).toBe('mark');
    expect(calls).toHaveLength(1);
  });

  it('takes no field', async () => {
    const { MEMORY } = fakeMemory({});
    const refused = await callJson(`${PATH}/useful`, { json: { n: 2 }, bindings: { MEMORY } });
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: '/n' }]]);
  });
});

describe('POST /v1/memories/{id}/restore', () => {
  it('brings an archived memory back and names who asked', async () => {
    const { MEMORY, calls } = fakeMemory({
      restore: async () => ok({ ...({ id: ID } as Memory), bookmark: 'mark' }),
    });
    const answer = await callJson(`${PATH}/restore`, { method: 'POST', bindings: { MEMORY } });
    expect(answer).toEqual({ status: 200, body: { id: ID } });
    expect(calls).toEqual([['restore', 'dev', ID, { by: 'dev' }]]);
  });
});
