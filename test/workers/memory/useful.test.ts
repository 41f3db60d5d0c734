import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { markUseful } from '../../../workers/memory/useful.ts';
import { insertMemories, insertMemory, WRITTEN_AT_MS } from '../../support/memory-rows.ts';

const LATER = WRITTEN_AT_MS + 86_400_000;

async function countsOf(
  tenant: string,
  ids: readonly string[],
  call: { readonly windowId?: string; readonly by?: string; readonly nowMs?: number } = {},
): Promise<Readonly<Record<string, number>>> {
  const counted = await markUseful({ DB: env.DB }, tenant, ids, { nowMs: LATER, ...call });
  if (!counted.ok) throw new Error(counted.error.detail);
  return counted.value.counts;
}

/** What the history says of a memory, oldest first, without its first entry. */
async function changesOf(id: string) {
  const { results } = await env.DB.prepare(
    'select event, by, at_ms from memory_history where memory_id = ? order by seq',
  )
    .bind(id)
    .all();
  return results.slice(1);
}

describe('markUseful()', () => {
  it('counts once per call, with time and name in the history', async () => {
    const id = await insertMemory(env.DB, { tenant: 'plain', usefulCount: 2 });
    expect(await countsOf('plain', [id, id], { by: 'key' })).toEqual({ [id]: 3 });
    expect(await countsOf('plain', [id], { by: 'key' })).toEqual({ [id]: 4 });
    const row = await env.DB.prepare(
      'select last_useful_at_ms, updated_at_ms from memory_memories where id = ?',
    )
      .bind(id)
      .first();
    expect(row).toEqual({ last_useful_at_ms: LATER, updated_at_ms: LATER });
    const useful = { event: 'useful', by: 'key', at_ms: LATER };
    expect(await changesOf(id)).toEqual([useful, useful]);
  });

  it('never moves the time of the last use back', async () => {
    const id = await insertMemory(env.DB, { tenant: 'late', lastUsefulAtMs: LATER });
    await countsOf('late', [id], { nowMs: LATER - 1 });
    await countsOf('late', [id], { nowMs: LATER - 1, windowId: 'win_1' });
    const row = await env.DB.prepare('select last_useful_at_ms n from memory_memories where id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ n: LATER });
  });

  it('counts once per window, however often and from however many at once', async () => {
    const id = await insertMemory(env.DB, { tenant: 'window' });
    const once = { windowId: 'win_1', by: 'key' };
    await Promise.all(Array.from({ length: 5 }, () => countsOf('window', [id, id], once)));
    expect(await countsOf('window', [id], once)).toEqual({ [id]: 1 });
    expect(await countsOf('window', [id], { windowId: 'win_2' })).toEqual({ [id]: 2 });
    expect(await changesOf(id)).toMatchObject([
      { event: 'useful', by: 'win_1' },
      { event: 'useful', by: 'win_2' },
    ]);
  });

  it('counts superseded memories, and leaves out what is not there', async () => {
    const [old = '', expired = '', foreign = ''] = await insertMemories(env.DB, [
      { tenant: 'there', supersededAtMs: WRITTEN_AT_MS },
      { tenant: 'there', expiresAtMs: LATER },
      { tenant: 'elsewhere' },
    ]);
    const unknown = 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const hostile = [`' or 1=1 --`, '', '*', '__proto__', `${old}\u0000`];
    const ids = [old, expired, foreign, unknown, ...hostile];
    expect(await countsOf('there', ids)).toEqual({ [old]: 1 });
    expect(await countsOf('there', ids, { windowId: 'win_1' })).toEqual({ [old]: 2 });
    expect(await countsOf('there', [unknown])).toEqual({});
    expect(await countsOf('there', hostile)).toEqual({});
    expect(await countsOf('elsewhere', [foreign])).toEqual({ [foreign]: 1 });
    const { results } = await env.DB.prepare(
      'select memory_id id from memory_credits where window_id = ?',
    )
      .bind('win_1')
      .all();
    expect(results.map(({ id }) => id)).not.toContain(foreign);
  });

  it('counts 250 at once (F-65)', async () => {
    const ids = await insertMemories(
      env.DB,
      Array.from({ length: 250 }, () => ({ tenant: 'many' })),
    );
    expect(Object.values(await countsOf('many', ids))).toEqual(ids.map(() => 1));
    const twice = await countsOf('many', [...ids, ...ids], { windowId: 'win_1' });
    expect(twice).toEqual(Object.fromEntries(ids.map((id) => [id, 2])));
  });

  it('refuses a blank window (B32)', async () => {
    const id = await insertMemory(env.DB, { tenant: 'blank' });
    const refused = await markUseful({ DB: env.DB }, 'blank', [id], {
      nowMs: LATER,
      windowId: ' ',
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    expect(await countsOf('blank', [id])).toEqual({ [id]: 1 });
  });
});
