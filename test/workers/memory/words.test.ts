import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { matchWord } from '../../../shared/memory/word-index.ts';
import { addMemories } from '../../../workers/memory/add.ts';
import type { Env } from '../../../workers/memory/env.ts';
import { deliver } from '../../../workers/memory/outbox.ts';
import { scopeTokens } from '../../../workers/memory/scope.ts';
import { mergeWords } from '../../../workers/memory/words.ts';

const NOW_MS = Date.UTC(2026, 10, 30);
const bindings = (): Env => ({
  DB: env.DB,
  VECTORIZE: env.VECTORIZE,
  SCORING: env.SCORING,
  OFFLOAD: env.OFFLOAD,
});

/** Pieces that the index consists of. */
async function pieces(): Promise<number> {
  const query = 'select count(distinct segid) as n from memory_words_idx';
  return (await env.DB.prepare(query).first<number>('n')) ?? 0;
}

/** Rows in which the index finds the word that all of them have. */
async function found(): Promise<readonly unknown[]> {
  const tokens = Object.values(await scopeTokens('merge', { user_id: 'ana' }));
  const query = 'select rowid from memory_words where memory_words match ?1 order by rowid';
  return (await env.DB.prepare(query).bind(matchWord('lamp', tokens)).all()).results;
}

describe('mergeWords()', () => {
  it('makes few pieces of many, without losing a row, when orders are delivered', async () => {
    for (let i = 0; i < 9; i++) {
      const text = `The lamp number ${i} hangs in room ${i * 7}`;
      const added = await addMemories(bindings(), 'merge', [{ text, user_id: 'ana' }], NOW_MS);
      expect(added.ok).toBe(true);
    }
    const before = await pieces();
    const rows = await found();
    expect(before).toBeGreaterThan(3);
    expect(rows).toHaveLength(9);
    await deliver(bindings(), { nowMs: NOW_MS });
    expect(await pieces()).toBeLessThan(before);
    expect(await found()).toEqual(rows);
    await mergeWords(env.DB.withSession());
    expect(await found()).toEqual(rows);
  });

  it('does nothing to an empty index', async () => {
    await env.DB.prepare('delete from memory_memories').run();
    await mergeWords(env.DB.withSession());
    expect(await found()).toEqual([]);
  });
});
