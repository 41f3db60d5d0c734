import { describe, expect, it } from 'vitest';
import type { MemoryStore } from '../../../shared/ports.ts';

/** A memory that the contract puts into a store before it recalls. */
export interface Remembered {
  readonly text: string;
  readonly user_id?: string;
  readonly agent_id?: string;
  readonly authority?: 'record' | 'agent' | 'user';
}

/** A store of one tenant, and how to fill it. Stores of several tenants share what lies below them. */
export interface FilledStore {
  readonly store: MemoryStore;
  remember(memories: readonly Remembered[]): Promise<void>;
}

const NOW_MS = Date.UTC(2026, 10, 30);
const ANA = { user_id: 'ana' };

/** What every `MemoryStore` must do. `create` gives the store of the named tenant. */
export function describeMemoryStore(name: string, create: (tenant: string) => FilledStore): void {
  const recall = async (store: MemoryStore, query: string, scope: object = ANA, topK = 10) => {
    const found = await store.recall({ query, scope, topK, mode: 'weighted', nowMs: NOW_MS });
    if (!found.ok) throw new Error(found.error.detail);
    return found.value.hits;
  };

  describe(`${name} as a MemoryStore`, () => {
    it('recall() gives what answers the query, best first, with source and trust', async () => {
      const { store, remember } = create('contract-best');
      await remember([
        { text: 'The refund limit is 500 euros', ...ANA, authority: 'record' },
        { text: 'Refund requests go to the desk', ...ANA, authority: 'agent' },
        { text: 'I want a refund', ...ANA },
      ]);
      const hits = await recall(store, 'refund limit');
      expect(hits[0]).toMatchObject({
        text: 'The refund limit is 500 euros',
        source: 'memory:record',
        trust: 'verified',
        supersededAtMs: null,
      });
      const trusts = new Map(hits.map(({ source, trust }) => [source, trust]));
      expect(trusts.get('memory:agent')).toBe('model');
      expect(trusts.get('memory:user')).toBe('user');
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(await recall(store, 'refund limit', ANA, 1)).toHaveLength(1);
    });

    it('recall() shows one scope of one tenant; several ids must all match', async () => {
      const one = create('contract-one');
      const two = create('contract-two');
      await one.remember([
        { text: 'likes green tea', ...ANA },
        { text: 'likes black tea', user_id: 'bo', agent_id: 'desk' },
      ]);
      expect((await recall(one.store, 'tea')).map(({ text }) => text)).toEqual(['likes green tea']);
      expect(await recall(two.store, 'tea')).toEqual([]);
      expect(await recall(one.store, 'tea', { user_id: 'bo', agent_id: 'other' })).toEqual([]);
      expect(await recall(one.store, 'tea', { user_id: 'bo', agent_id: 'desk' })).toHaveLength(1);
    });

    it('strike() takes a memory and the same text out of every recall, also when written again', async () => {
      const { store, remember } = create('contract-strike');
      const text = 'The refund desk pays to account 42';
      await remember([
        { text, ...ANA },
        { text, ...ANA, agent_id: 'desk' },
        { text, user_id: 'bo' },
        { text: 'The refund desk opens at nine', ...ANA },
      ]);
      const struck = (await recall(store, 'account 42')).find((hit) => hit.text === text);
      const ids = [struck?.id ?? '', 'mem_00000000000000000000000000'];
      const request = { ids, reason: 'It was planted', by: 'ops', nowMs: NOW_MS };
      const answer = await store.strike(request);
      expect(answer.ok && answer.value.ids).toContain(struck?.id);
      expect(answer.ok && answer.value.ids).not.toContain(ids[1]);
      await remember([
        { text: `${text.toUpperCase()}.`, ...ANA },
        { text, ...ANA, agent_id: 'other' },
      ]);
      const left = async (scope: object) =>
        (await recall(store, 'refund desk account 42', scope)).map((hit) => hit.text);
      expect(await left(ANA)).toEqual(['The refund desk opens at nine']);
      expect(await left({ agent_id: 'desk' })).toEqual([]);
      // A memory of somebody else is theirs to keep.
      expect(await left({ user_id: 'bo' })).toEqual([text]);
      expect(await store.strike(request)).toMatchObject({ ok: true });
    });

    it.each([
      { ids: [], reason: 'x' },
      { ids: ['mem_00000000000000000000000000'], reason: ' ' },
    ])('strike() refuses %j', async (wrong) => {
      const { store } = create('contract-strike-wrong');
      const answer = await store.strike({ ...wrong, by: 'ops', nowMs: NOW_MS });
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    });

    it.each([{}, { user_id: '' }, { user_id: ' ' }, { user_id: 'ana', run_id: '\t' }])(
      'recall() refuses the scope %j',
      async (scope) => {
        const { store } = create('contract-scope');
        const answer = await store.recall({
          query: 'tea',
          scope,
          topK: 1,
          mode: 'weighted',
          nowMs: NOW_MS,
        });
        expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
      },
    );
  });
}
