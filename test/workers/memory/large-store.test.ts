import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecallRequest } from '../../../shared/contracts/memory.ts';
import { searchPlan } from '../../../shared/memory/search-plan.ts';
import { indexBody } from '../../../shared/memory/word-index.ts';
import { addMemories } from '../../../workers/memory/add.ts';
import type { Env } from '../../../workers/memory/env.ts';
import { deliverTenant } from '../../../workers/memory/outbox.ts';
import { recallMemories } from '../../../workers/memory/recall.ts';
import { scopeTokens } from '../../../workers/memory/scope.ts';
import { statisticsOf } from '../../../workers/memory/statistics.ts';

const NOW_MS = Date.UTC(2026, 10, 30);
const TENANT = 'large';
const MEMORIES = 5_000;
/** Words that every twentieth memory has, each in another one of twenty. */
const COLOURS = 20;

const asked = (query: string): RecallRequest => ({
  query,
  user_id: 'ana',
  top_k: 10,
  mode: 'weighted',
  include_superseded: false,
  touch: false,
});

const bindings = (DB: D1Database = env.DB): Env => ({
  DB,
  VECTORIZE: env.VECTORIZE,
  SCORING: env.SCORING,
  OFFLOAD: env.OFFLOAD,
});

/** Rows with their words as a write leaves them, without the vectors, which take minutes. */
async function fill(): Promise<void> {
  const numbered = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MEMORIES})`;
  const tokens = Object.values(await scopeTokens(TENANT, { user_id: 'ana' }));
  const [common = '', colour = ''] = [['report', 'weekli'], ['colour']].map((words) =>
    indexBody(words, tokens),
  );
  await env.DB.batch([
    env.DB.prepare(
      `${numbered} insert into memory_memories (tenant, id, text, user_id, category_rank,
        authority_rank, metadata, created_at_ms, updated_at_ms, useful_count, content_hash, indexed_at_ms)
      select ?1, 'mem_' || i, 'Weekly report ' || i, 'ana', 3, 2, '{}', i, i, 0, 'hash' || i, i from n`,
    ).bind(TENANT),
    env.DB.prepare(
      `insert into memory_words (rowid, body)
      select seq, ?2 || ' ' || ?3 || (created_at_ms % ${COLOURS}) from memory_memories where tenant = ?1`,
    ).bind(TENANT, common, colour),
    env.DB.prepare('delete from memory_outbox where tenant = ?1').bind(TENANT),
  ]);
}

beforeAll(fill);

describe('statisticsOf()', () => {
  it('estimates what it does not count, so that no frequent word passes for a rarer one', async () => {
    const tokens = Object.values(await scopeTokens(TENANT, { user_id: 'ana' }));
    const related = Array.from({ length: COLOURS }, (_, i) => `colour${i}`);
    const stems = ['report', 'colour7', 'zebra'];
    const scope = { user_id: 'ana' };
    const session = env.DB.withSession();
    const found = await statisticsOf(session, TENANT, scope, tokens, stems, related);
    expect(found.size).toBe(MEMORIES);
    expect(found.asked).toEqual([
      { word: 'report', count: MEMORIES },
      { word: 'colour7', count: MEMORIES / COLOURS },
      { word: 'zebra', count: 0 },
    ]);
    expect(found.asked.map(({ word }) => found.frequency(word))).toEqual([MEMORIES, 250, 0]);
    expect(searchPlan(found.asked)).toEqual({ ranked: ['colour7'], frequent: ['report'] });
    // Each of them is rare; together they are everything.
    expect(found.related).toHaveLength(1_500 / 250);
  });
});

/** A database that notes each statement with its values. */
function noting(db: D1Database, seen: (readonly [string, readonly unknown[]])[]): D1Database {
  const noted = <T extends D1Database | D1DatabaseSession>(inner: T): T =>
    new Proxy(inner, {
      get(target, name) {
        if (name === 'withSession') return () => noted(db.withSession('first-primary'));
        if (name === 'prepare') {
          return (text: string) => ({
            bind: (...values: unknown[]) => {
              seen.push([text, values]);
              return target.prepare(text).bind(...values);
            },
          });
        }
        const method: unknown = Reflect.get(target, name, target);
        return typeof method === 'function' ? method.bind(target) : method;
      },
    });
  return noted(db);
}

describe('recallMemories() in a large store', () => {
  it('answers a question of words that all memories have', async () => {
    const recalled = await recallMemories(bindings(), TENANT, asked('the weekly report'), NOW_MS);
    if (!recalled.ok) throw new Error(recalled.error.detail);
    expect(recalled.value.results).toHaveLength(10);
    for (const { memory } of recalled.value.results) expect(memory.text).toMatch(/^Weekly report/);
  });

  it('finds the memories with a rare word, the oldest as well', async () => {
    const query = asked('the weekly report on colour7');
    const recalled = await recallMemories(bindings(), TENANT, { ...query, top_k: 100 }, NOW_MS);
    if (!recalled.ok) throw new Error(recalled.error.detail);
    expect(recalled.value.results.map(({ memory }) => memory.id)).toContain('mem_7');
  });

  it('reaches every row by its key and reads no list to its end', async () => {
    const turns = ['We painted the fence', 'In which shade?', 'Crimson, like the barn'];
    const memories = turns.map((text, i) => ({
      text,
      user_id: 'ana',
      metadata: { session_id: 's1', speaker: i % 2 === 0 ? 'Ana' : 'Ben' },
    }));
    // Only the vector index leads to this one.
    const meant = { text: 'A cat sleeps all day', user_id: 'ana' };
    const added = await addMemories(bindings(), TENANT, [...memories, meant], NOW_MS);
    expect(added.ok).toBe(true);
    await deliverTenant(bindings(), TENANT, NOW_MS);
    const seen: (readonly [string, readonly unknown[]])[] = [];
    const query = asked('Which shade did Ana paint the weekly fence?');
    // Later, when recall relies on the index and no longer reads what is new by hand.
    const using = bindings(noting(env.DB, seen));
    const recalled = await recallMemories(using, TENANT, query, NOW_MS + 120_000);
    if (!recalled.ok) throw new Error(recalled.error.detail);
    const texts = recalled.value.results.map(({ memory }) => memory.text);
    expect(texts).toEqual(expect.arrayContaining(turns));
    const ids = seen.filter(([, values]) => values.some((value) => /^\["mem_/.test(String(value))));
    expect(ids).not.toEqual([]);
    const unbounded: string[] = [];
    for (const [text, values] of seen) {
      const { results } = await env.DB.prepare(`explain query plan ${text}`)
        .bind(...values)
        .all<{ detail: string }>();
      // The counts stop at a limit, and the least of an index is its first entry.
      if (/^select count\(\*\), coalesce|^select min\(/.test(text)) continue;
      unbounded.push(...results.map(({ detail }) => detail).filter(isUnbounded));
    }
    expect(unbounded).toEqual([]);
  });
});

/** All rows of the table, or of a tenant, user, agent or run. */
function isUnbounded(detail: string): boolean {
  return (
    /^SCAN (?:memory_memories|m|v|memory_vectors)\b/.test(detail) ||
    /^SEARCH (?:memory_memories|m) .*\(tenant=\?(?: AND (?:user|agent|run)_id=\?)?\)$/.test(detail)
  );
}
