import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Memory, NewMemory } from '../../../shared/contracts/memory.ts';
import { permutations } from '../../support/permutations.ts';

const user = { user_id: 'ana' };
const city = (value: string, occurred_at: string, over: Partial<NewMemory> = {}): NewMemory => ({
  text: `The home of Ana is in ${value}`,
  ...user,
  entity: 'ana',
  key: 'city',
  value,
  occurred_at,
  ...over,
});
const JANUARY = '2026-01-10T00:00:00Z';
const MARCH = '2026-03-10T00:00:00Z';
const JUNE = '2026-06-10T00:00:00Z';

async function add(tenant: string, ...memories: readonly NewMemory[]) {
  const added = await env.MEMORY.add(tenant, memories);
  if (!added.ok) throw new Error(added.error.detail);
  return added.value.memories;
}

async function get(tenant: string, id: string | undefined): Promise<Memory> {
  const found = await env.MEMORY.get(tenant, id ?? '');
  if (!found.ok) throw new Error(found.error.detail);
  return found.value;
}

async function texts(tenant: string, query: string, over: object = {}): Promise<readonly string[]> {
  const recalled = await env.MEMORY.recall(tenant, {
    query,
    ...user,
    top_k: 10,
    mode: 'weighted',
    include_superseded: false,
    touch: false,
    ...over,
  });
  if (!recalled.ok) throw new Error(recalled.error.detail);
  return recalled.value.results.map(({ memory }) => memory.text);
}

describe('supersession', () => {
  it('B20: a new value takes the place of the old one from when it holds, in either order of arrival', async () => {
    const lisbon = city('Lisbon', JANUARY);
    const berlin = city('Berlin', JUNE);
    for (const [tenant, order] of [
      ['forward', [lisbon, berlin]],
      ['backward', [berlin, lisbon]],
    ] as const) {
      const [, second] = [await add(tenant, order[0]), await add(tenant, order[1])];
      if (tenant === 'forward') expect(second[0]).toMatchObject({ event: 'superseded' });
      expect(await texts(tenant, 'where is the home of Ana')).toEqual([berlin.text]);
      const asOf = (as_of: string) => texts(tenant, 'where is the home of Ana', { as_of });
      expect(await asOf(MARCH)).toEqual([lisbon.text]);
      expect(await asOf('2025-12-01T00:00:00Z')).toEqual([]);
      const all = await texts(tenant, 'home of Ana', { include_superseded: true });
      expect(all.toSorted()).toEqual([berlin.text, lisbon.text]);
    }
  });

  it('B20: plain statements of where somebody lives are values as well', async () => {
    for (const [tenant, order] of [
      ['plain', ['Lives in Lisbon', 'Moved to Berlin']],
      ['plain back', ['Moved to Berlin', 'Lives in Lisbon']],
    ] as const) {
      for (const text of order) {
        const occurred_at = text.includes('Lisbon') ? JANUARY : JUNE;
        await add(tenant, { text, ...user, occurred_at });
      }
      expect(await texts(tenant, 'where does she live: Lisbon or Berlin?')).toEqual([
        'Moved to Berlin',
      ]);
      expect(await texts(tenant, 'Lisbon or Berlin', { as_of: MARCH })).toEqual([
        'Lives in Lisbon',
      ]);
    }
  });

  it('F-43: a superseded memory loses however often it was recalled and useful', async () => {
    const [old] = await add('often', {
      text: 'printer queue is on rack 3',
      ...user,
      occurred_at: JANUARY,
    });
    for (let i = 0; i < 50; i++) {
      expect(await texts('often', 'printer queue', { touch: true })).toHaveLength(1);
    }
    const [renewed] = await add('often', {
      text: 'print jobs now go through rack 9',
      ...user,
      occurred_at: JUNE,
      supersedes: old?.id,
    });
    expect(renewed).toMatchObject({ event: 'superseded', supersedes: old?.id });
    expect(await texts('often', 'printer queue')).toEqual(['print jobs now go through rack 9']);
    expect(await texts('often', 'printer queue', { as_of: MARCH })).toEqual([
      'printer queue is on rack 3',
    ]);
    expect(await get('often', old?.id)).toMatchObject({
      superseded_at: '2026-06-10T00:00:00.000Z',
      superseded_by: renewed?.id,
    });
  });

  it('says of every order of arrival the same: when each value held', async () => {
    const values = [
      city('Oslo', '2026-01-01T00:00:00Z'),
      city('Bergen', '2026-02-01T00:00:00Z'),
      city('Oslo', '2026-03-01T00:00:00Z'),
      city('Bodø', '2026-04-01T00:00:00Z'),
    ];
    const held = ['Oslo', 'Bergen', 'Oslo', 'Bodø'];
    for (const [i, order] of permutations(values).entries()) {
      const tenant = `order ${i}`;
      for (const value of order) await add(tenant, value);
      for (const [month, value] of held.entries()) {
        const as_of = new Date(Date.UTC(2026, month, 15)).toISOString();
        expect(await texts(tenant, 'home of Ana', { as_of }), `${tenant} ${month}`).toEqual([
          `The home of Ana is in ${value}`,
        ]);
      }
      expect(await texts(tenant, 'home of Ana')).toEqual(['The home of Ana is in Bodø']);
    }
  });

  it('the less trusted cannot supersede the more trusted: both stay and it is flagged', async () => {
    const record = city('Lisbon', JANUARY, { authority: 'record' });
    const claim = city('Berlin', JUNE, { authority: 'user' });
    for (const [tenant, order] of [
      ['trust', [record, claim]],
      ['trust back', [claim, record]],
    ] as const) {
      const events = [...(await add(tenant, order[0])), ...(await add(tenant, order[1]))];
      const ids = events.map(({ id }) => id);
      const [recordId, claimId] = tenant === 'trust' ? ids : ids.toReversed();
      expect(await get(tenant, recordId)).toMatchObject({ superseded_at: null });
      expect(await get(tenant, claimId)).toMatchObject({
        superseded_at: null,
        conflicts_with: recordId,
      });
      if (tenant === 'trust') {
        expect(events[1]).toMatchObject({
          event: 'added',
          reason: expect.stringContaining('more trusted'),
        });
      }
      expect((await texts(tenant, 'home of Ana'))[0]).toBe(record.text);
    }
  });

  it('leaves everything else alone: other keys, entities, users, agents and multi-valued facts', async () => {
    const others: NewMemory[] = [
      { ...city('Lisbon', JANUARY), key: 'birthplace', text: 'Born in Lisbon' },
      { ...city('Lisbon', JANUARY), entity: 'bo', text: 'Bo lives in Lisbon' },
      { ...city('Lisbon', JANUARY), user_id: 'bo', text: 'Home is Lisbon' },
      { ...city('Lisbon', JANUARY), agent_id: 'shop', text: 'The home is Lisbon' },
      { text: 'Ana likes Lisbon', ...user, occurred_at: JANUARY },
      { text: 'Ana visited Lisbon', ...user, occurred_at: JANUARY },
      { text: 'Ana has a cat', ...user, occurred_at: JANUARY },
    ];
    const added = await add('others', ...others);
    await add('others', city('Berlin', JUNE));
    await add(
      'others',
      { text: 'Ana likes Berlin', ...user, occurred_at: JUNE },
      { text: 'Ana visited Berlin', ...user, occurred_at: JUNE },
      { text: 'Ana has a dog', ...user, occurred_at: JUNE },
    );
    for (const { id } of added) {
      expect(await get('others', id)).toMatchObject({ superseded_at: null, conflicts_with: null });
    }
  });

  it('values that mean the same do not supersede each other', async () => {
    const [first] = await add('same', {
      text: 'The limit is $1,000',
      ...user,
      entity: 'refund',
      key: 'limit',
      value: '$1,000',
    });
    await add('same', {
      text: 'Refunds up to 1000 USD are fine',
      ...user,
      entity: 'Refund',
      key: 'Limit',
      value: '1000 USD',
    });
    expect(await get('same', first?.id)).toMatchObject({ superseded_at: null });
  });

  it('gives back what a deleted or struck memory had superseded', async () => {
    const [lisbon] = await add('back', city('Lisbon', JANUARY));
    const [berlin] = await add('back', city('Berlin', JUNE));
    expect((await get('back', lisbon?.id)).superseded_by).toBe(berlin?.id);
    await env.MEMORY.remove('back', berlin?.id ?? '');
    expect((await get('back', lisbon?.id)).superseded_by).toBeNull();
    const [paris] = await add('back', city('Paris', JUNE));
    expect((await get('back', lisbon?.id)).superseded_by).toBe(paris?.id);
    await env.MEMORY.strike('back', { ids: [paris?.id ?? ''], reason: 'Planted', by: 'ops' });
    expect((await get('back', lisbon?.id)).superseded_by).toBeNull();
    expect(await texts('back', 'home of Ana')).toEqual([city('Lisbon', JANUARY).text]);
  });

  it('refuses to supersede what is not there, is of somebody else, or is about another thing', async () => {
    const [own] = await add('refuse', city('Lisbon', JANUARY));
    const [foreign] = await add('refuse', { text: 'Bo likes tea', user_id: 'bo' });
    const [elsewhere] = await add('elsewhere', { text: 'likes tea', ...user });
    const say = (supersedes: string | undefined, over: Partial<NewMemory> = {}) =>
      env.MEMORY.add('refuse', [{ text: 'Something new', ...user, supersedes, ...over }]);
    for (const id of [foreign?.id, elsewhere?.id, 'mem_00000000000000000000000000']) {
      expect(await say(id)).toMatchObject({
        ok: false,
        error: { errors: [{ pointer: '/memories/0/supersedes' }] },
      });
    }
    expect(await say(own?.id, { entity: 'ana', key: 'phone', value: '1' })).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining('another entity or key') },
    });
  });
});
