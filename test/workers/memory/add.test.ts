import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { NewMemory } from '../../../shared/contracts/memory.ts';

async function add(tenant: string, memories: readonly NewMemory[]) {
  const added = await env.MEMORY.add(tenant, memories);
  if (!added.ok) throw new Error(added.error.detail);
  return added.value.memories;
}

describe('Memory.add()', () => {
  it('keeps the same text in the same scope once, also under concurrency', async () => {
    const tea = { text: 'likes tea', user_id: 'ana' };
    const all = await Promise.all(Array.from({ length: 8 }, () => add('same', [tea, tea])));
    const entries = all.flat();
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1);
    expect(entries.filter(({ event }) => event === 'added')).toHaveLength(1);
    const kept = await env.MEMORY.get('same', entries[0]?.id ?? '');
    expect(kept).toMatchObject({ ok: true, value: { useful_count: 15 } });
    const count = await env.DB.prepare('select count(*) n from memory_words').first();
    expect(count).toEqual({ n: 1 });
  });

  it('a less trusted repeat cannot end what a more trusted source said', async () => {
    const fact = { text: 'The limit is 500', user_id: 'ana' };
    const [first] = await add('trust', [{ ...fact, authority: 'record' }]);
    await add('trust', [{ ...fact, authority: 'user', valid_to: '2020-01-01T00:00:00Z' }]);
    expect(await env.MEMORY.get('trust', first?.id ?? '')).toMatchObject({
      ok: true,
      value: { authority: 'record', valid_to: null },
    });
  });

  it('refuses a blank tenant, no scope, blank ids and too many', async () => {
    const tea = { text: 'likes tea', user_id: 'ana' };
    expect(await env.MEMORY.add(' ', [tea])).toMatchObject({
      ok: false,
      error: { code: 'unauthorized' },
    });
    for (const wrong of [
      [],
      [{ text: 'likes tea' }],
      [tea, { ...tea, user_id: '\t' }],
      [{ ...tea, text: ' ' }],
      Array.from({ length: 101 }, () => tea),
    ]) {
      const answer = await env.MEMORY.add('refuses', wrong);
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    }
  });
});
