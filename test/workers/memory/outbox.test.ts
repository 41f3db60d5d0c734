import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { NewMemory } from '../../../shared/contracts/memory.ts';
import { addMemories } from '../../../workers/memory/add.ts';
import type { Env } from '../../../workers/memory/env.ts';
import { deliver, deliverTenant } from '../../../workers/memory/outbox.ts';
import { removeMemory } from '../../../workers/memory/read.ts';
import { recallMemories } from '../../../workers/memory/recall.ts';
import { updateMemory } from '../../../workers/memory/write/update.ts';

const NOW_MS = Date.UTC(2026, 10, 30);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const user = { user_id: 'ana' };

const bindings = (): Env => ({
  DB: env.DB,
  VECTORIZE: env.VECTORIZE,
  SCORING: env.SCORING,
  OFFLOAD: env.OFFLOAD,
});

/** An index whose writes fail while `down.is` says so; everything else is the stand-in. */
function failing(down: { is: boolean }): Env {
  const check = () => {
    if (down.is) throw new Error('the index is down');
  };
  return {
    ...bindings(),
    VECTORIZE: {
      upsert: async (vectors: VectorizeVector[]) => {
        check();
        return env.VECTORIZE.upsert(vectors);
      },
      deleteByIds: async (ids: string[]) => {
        check();
        return env.VECTORIZE.deleteByIds(ids);
      },
      query: (values: number[], options: VectorizeQueryOptions) =>
        env.VECTORIZE.query(values, options),
    } as unknown as Vectorize,
  };
}

async function add(using: Env, tenant: string, ...memories: readonly NewMemory[]) {
  const added = await addMemories(using, tenant, memories, NOW_MS);
  if (!added.ok) throw new Error(added.error.detail);
  return added.value.memories.map(({ id }) => id);
}

async function texts(using: Env, tenant: string, query: string, nowMs: number) {
  const request = {
    query,
    ...user,
    top_k: 10,
    mode: 'weighted',
    include_superseded: false,
    touch: false,
  } as const;
  const recalled = await recallMemories(using, tenant, request, nowMs);
  if (!recalled.ok) throw new Error(recalled.error.detail);
  return recalled.value.results.map(({ memory }) => memory.text);
}

const inIndex = async (ids: readonly string[]) =>
  (await env.VECTORIZE.getByIds([...ids])).map(({ id }) => id);
const orders = (tenant: string) =>
  env.DB.prepare('select operation, attempts, last_error from memory_outbox where tenant = ?')
    .bind(tenant)
    .all<{ operation: string; attempts: number; last_error: string | null }>();

describe('deliver()', () => {
  it('F-69: a write that the index refused is kept, listed and made again by the cron', async () => {
    const down = { is: true };
    const using = failing(down);
    const [id = ''] = await add(using, 'retry', { text: 'The vault colour is teal', ...user });
    expect(await deliverTenant(using, 'retry', NOW_MS)).toMatchObject({ failed: 1, pending: 1 });
    expect((await orders('retry')).results).toMatchObject([
      { operation: 'upsert', attempts: 1, last_error: expect.stringContaining('is down') },
    ]);
    expect(await inIndex([id])).toEqual([]);
    // Not due again at once, then it is, and waits longer each time.
    expect(await deliverTenant(using, 'retry', NOW_MS + 1_000)).toMatchObject({ failed: 0 });
    expect(await deliverTenant(using, 'retry', NOW_MS + 6_000)).toMatchObject({ failed: 1 });
    expect(await deliverTenant(using, 'retry', NOW_MS + 12_000)).toMatchObject({ failed: 0 });
    down.is = false;
    const done = await deliver(using, { nowMs: NOW_MS + DAY_MS });
    expect(done).toMatchObject({ failed: 0 });
    expect(done.delivered).toBeGreaterThan(0);
    expect(await inIndex([id])).toEqual([id]);
    expect((await orders('retry')).results).toEqual([]);
  });

  it('what a failed try has embedded is not embedded again', async () => {
    const down = { is: true };
    let embedded = 0;
    const using: Env = {
      ...failing(down),
      SCORING: {
        embed: (request) => {
          embedded += request.texts.length;
          return env.SCORING.embed(request);
        },
        readQuery: (request) => env.SCORING.readQuery(request),
        generate: (request) => env.SCORING.generate(request),
      },
    };
    await add(using, 'once', { text: 'The vault colour is teal', ...user });
    await deliverTenant(using, 'once', NOW_MS);
    down.is = false;
    await deliverTenant(using, 'once', NOW_MS + MINUTE_MS);
    expect(embedded).toBe(1);
    expect((await orders('once')).results).toEqual([]);
  });

  it('F-41: a deletion reaches the index, and once more after what was on its way has arrived', async () => {
    const using = bindings();
    const [id = ''] = await add(using, 'gone', { text: 'door code is 4471', ...user });
    await deliverTenant(using, 'gone', NOW_MS);
    expect(await inIndex([id])).toEqual([id]);
    await removeMemory(using, 'gone', id, NOW_MS);
    await deliverTenant(using, 'gone', NOW_MS);
    expect(await inIndex([id])).toEqual([]);
    expect((await orders('gone')).results).toMatchObject([{ operation: 'forget' }]);
    await deliverTenant(using, 'gone', NOW_MS + 2 * MINUTE_MS);
    expect((await orders('gone')).results).toEqual([]);
  });

  it('a memory deleted while it is being indexed leaves no vector behind', async () => {
    const using: Env = { ...bindings() };
    const [id = ''] = await add(using, 'race', { text: 'door code is 4471', ...user });
    const racing: Env = {
      ...using,
      VECTORIZE: {
        upsert: async (vectors: VectorizeVector[]) => {
          await removeMemory(using, 'race', id, NOW_MS);
          await deliverTenant(using, 'race', NOW_MS);
          return env.VECTORIZE.upsert(vectors);
        },
        deleteByIds: (ids: string[]) => env.VECTORIZE.deleteByIds(ids),
      } as unknown as Vectorize,
    };
    await deliverTenant(racing, 'race', NOW_MS);
    await deliverTenant(using, 'race', NOW_MS + 2 * MINUTE_MS);
    await deliverTenant(using, 'race', NOW_MS + 4 * MINUTE_MS);
    expect(await inIndex([id])).toEqual([]);
    expect((await orders('race')).results).toEqual([]);
  });

  it('F-46: a changed text is found by its new meaning, with as many vectors as it has parts', async () => {
    const using = bindings();
    const long = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} is about the garden.`);
    const [id = ''] = await add(using, 'parts', { text: long.join(' '), ...user });
    await deliverTenant(using, 'parts', NOW_MS);
    const before = await inIndex([id, `${id}#1`, `${id}#2`, `${id}#3`]);
    expect(before.length).toBeGreaterThan(1);
    await updateMemory(
      using,
      'parts',
      id,
      { text: 'Refunds take nine days' },
      { nowMs: NOW_MS + 1 },
    );
    await deliverTenant(using, 'parts', NOW_MS + 1);
    expect(await inIndex(before)).toEqual([id]);
    const later = NOW_MS + DAY_MS;
    expect(await texts(using, 'parts', 'how long until the money is back?', later)).toHaveLength(1);
    expect(await texts(using, 'parts', 'garden sentence', later)).toEqual([]);
  });

  it('F-49: a fact at the end of a long memory is found', async () => {
    const using = bindings();
    const filler = Array.from({ length: 420 }, (_, i) => `Item ${i} was moved to the other shelf.`);
    await add(
      using,
      'tail',
      { text: `${filler.join(' ')} The vault colour is teal.`, ...user },
      ...Array.from({ length: 20 }, (_, i) => ({
        text: `Shelf ${i} holds paint and tools`,
        ...user,
      })),
    );
    await deliverTenant(using, 'tail', NOW_MS);
    for (const query of ['vault colour', 'what hue does the vault have?']) {
      const found = await texts(using, 'tail', query, NOW_MS + DAY_MS);
      expect(found.slice(0, 3).some((text) => text.endsWith('teal.'))).toBe(true);
    }
  });

  it('a vector that leads to no memory is found by a recall, and forgotten', async () => {
    const using = bindings();
    const [id = ''] = await add(using, 'stray', { text: 'door code is 4471', ...user });
    const [old = ''] = await add(using, 'stray', {
      text: 'door code was 1',
      ...user,
      valid_to: '2020-01-01T00:00:00Z',
    });
    await deliverTenant(using, 'stray', NOW_MS);
    // As if the order that goes with a deletion had been lost.
    await env.DB.batch([
      env.DB.prepare('delete from memory_memories where id = ?').bind(id),
      env.DB.prepare('delete from memory_outbox where memory_id = ?').bind(id),
    ]);
    const later = NOW_MS + DAY_MS;
    expect(await texts(using, 'stray', 'door code', later)).toEqual([]);
    await deliverTenant(using, 'stray', later);
    expect(await inIndex([id, old])).toEqual([old]);
  });

  it('one tenant’s write carries out the orders of no other', async () => {
    const using = bindings();
    await add(using, 'mine', { text: 'likes tea', ...user });
    await add(using, 'yours', { text: 'likes tea', ...user });
    expect(await deliverTenant(using, 'mine', NOW_MS)).toEqual({
      delivered: 1,
      failed: 0,
      pending: 0,
    });
    expect((await orders('yours')).results).toHaveLength(1);
  });
});
