import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Memory, Recalled } from '../../../../shared/contracts/memory.ts';
import { ok } from '../../../../shared/result.ts';
import { callJson, createdWindow } from '../../../support/coordinator.ts';
import { fakeMemory } from '../../../support/fake-memory.ts';

const KEPT = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FA1';
const OFF_TOPIC = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FA2';
const TOO_LONG = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FA3';

function hit(id: string, text: string): Recalled['results'][number] {
  const memory = {
    id,
    text,
    authority: 'user',
    occurred_at: null,
    superseded_at: null,
    created_at: '2026-11-01T00:00:00.000Z',
  } as Memory;
  const signals = {
    relevance: 1,
    recency: 1,
    importance: 1,
    authority: 1,
    validity: 1,
    frequency: 0,
  };
  return { memory, score: 1, absolute_relevance: 1, signals };
}

const results = [
  hit(KEPT, 'Ana drinks green tea.'),
  hit(OFF_TOPIC, 'Bo lives in Porto.'),
  hit(TOO_LONG, 'The committee met on the first floor and spoke of parking. '.repeat(400)),
];
const REQUEST = { task: 'What does Ana drink?', recall: { user_id: 'ana' }, budget_tokens: 300 };

function remembering() {
  return fakeMemory({
    recall: async () => ok({ results, degraded: [], bookmark: null }),
    useful: async () => ok({ counts: {}, bookmark: null }),
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('POST /v1/windows/{id}/outcome', () => {
  it('credits the memories that stood in the window of a good answer', async () => {
    const { MEMORY, calls } = remembering();
    const bindings = { MEMORY };
    const windowId = await createdWindow(REQUEST, { bindings });
    const path = `/v1/windows/${windowId}/outcome`;
    expect((await callJson(path, { json: { quality: 0.7 }, bindings })).status).toBe(200);
    const credits = calls.filter(([method]) => method === 'useful');
    expect(credits).toEqual([['useful', 'dev', [KEPT], { windowId, by: 'dev' }]]);
    const { body } = await callJson(`/v1/windows/${windowId}`);
    const chunks = body.chunks as readonly { id: string; fate: string }[];
    const fates = chunks
      .filter(({ id }) => id.startsWith('mem_'))
      .map(({ id, fate }) => [id, fate]);
    expect(fates).toEqual([
      [KEPT, 'kept'],
      [OFF_TOPIC, 'dropped'],
      [TOO_LONG, 'dropped'],
    ]);
  });

  it('credits nothing below the threshold, takes nothing back, and names the window again', async () => {
    const { MEMORY, calls } = remembering();
    const bindings = { MEMORY };
    const windowId = await createdWindow(REQUEST, { bindings });
    for (const quality of [0.69, 0.9, 0.1, 1]) {
      await callJson(`/v1/windows/${windowId}/outcome`, { json: { quality }, bindings });
    }
    const credits = calls.filter(([method]) => method !== 'recall');
    expect(credits.map(([method, , , call]) => [method, call])).toEqual([
      ['useful', { windowId, by: 'dev' }],
      ['useful', { windowId, by: 'dev' }],
    ]);
  });

  it('does not ask memory about a window without memories', async () => {
    const { MEMORY, calls } = fakeMemory({});
    const windowId = await createdWindow({ task: 'Hello?' });
    const options = { json: { quality: 1 }, bindings: { MEMORY } };
    expect((await callJson(`/v1/windows/${windowId}/outcome`, options)).status).toBe(200);
    expect(calls).toEqual([]);
  });

  it('answers also when memory is down, and logs what was not credited', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const windowId = await createdWindow(REQUEST, { bindings: { MEMORY: remembering().MEMORY } });
    const { MEMORY } = fakeMemory({
      useful: async () => {
        throw new Error('memory is down');
      },
    });
    const options = { json: { quality: 1 }, bindings: { MEMORY } };
    expect((await callJson(`/v1/windows/${windowId}/outcome`, options)).status).toBe(200);
    const logged = error.mock.calls.flat().join();
    expect(logged).toContain('memories_not_credited');
    expect(logged).not.toContain('green tea');
  });
});
