import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMemories } from '../../../workers/memory/add.ts';
import type { Env } from '../../../workers/memory/env.ts';
import { deliver } from '../../../workers/memory/outbox.ts';
import { getMemory, removeMemory } from '../../../workers/memory/read.ts';
import { recallMemories } from '../../../workers/memory/recall.ts';
import { databasesOf, rendezvous } from '../../../workers/memory/shards.ts';

const NOW_MS = Date.UTC(2026, 10, 30);
const others = { VECTORIZE: env.VECTORIZE, SCORING: env.SCORING, OFFLOAD: env.OFFLOAD };
const three: Env = { DB: env.DB, DB_1: env.TEST_DB_1, DB_2: env.TEST_DB_2, ...others };
const one: Env = { DB: env.DB, ...others };

async function add(using: Env, tenant: string, text: string): Promise<string> {
  const added = await addMemories(using, tenant, [{ text, user_id: 'ana' }], NOW_MS);
  if (!added.ok) throw new Error(added.error.detail);
  return added.value.memories[0]?.id ?? '';
}

async function counts(): Promise<readonly number[]> {
  return Promise.all(
    databasesOf(three).map(async (database) => {
      const row = await database.prepare('select count(*) as n from memory_memories').first();
      return Number(row?.n);
    }),
  );
}

const asked = {
  query: 'tea',
  user_id: 'ana',
  top_k: 10,
  mode: 'weighted',
  include_superseded: false,
  touch: false,
} as const;

describe('databaseOf()', () => {
  it('spreads tenants over three databases, each whole in one, and finds them again', async () => {
    const tenants = Array.from({ length: 24 }, (_, i) => `tenant ${i}`);
    const ids = new Map<string, string>();
    for (const tenant of tenants) ids.set(tenant, await add(three, tenant, 'likes tea'));
    const spread = await counts();
    expect(spread.reduce((sum, n) => sum + n)).toBe(24);
    expect(Math.min(...spread)).toBeGreaterThan(1);
    for (const tenant of tenants) {
      const found = await recallMemories(three, tenant, asked, NOW_MS);
      expect(found).toMatchObject({
        ok: true,
        value: { results: [{ memory: { id: ids.get(tenant) } }] },
      });
      // Another tenant's id is unknown, in the same database and in another one.
      const foreign = ids.get(tenant === 'tenant 0' ? 'tenant 1' : 'tenant 0') ?? '';
      expect(await getMemory(three, tenant, foreign, {}, NOW_MS)).toMatchObject({ ok: false });
    }
    expect(await deliver(three, { nowMs: NOW_MS })).toMatchObject({ delivered: 24, failed: 0 });
    for (const [tenant, id] of ids) await removeMemory(three, tenant, id, NOW_MS);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('a tenant stays where it was when databases are added', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `early ${i}`);
    for (const tenant of names) await add(one, tenant, 'likes tea');
    // Another isolate, which remembers nothing.
    const fresh: Env = { ...three, DB: withoutMemory(env.DB) };
    for (const tenant of names) {
      const found = await recallMemories(fresh, tenant, asked, NOW_MS);
      expect(found).toMatchObject({ ok: true, value: { results: [{}] } });
    }
  });

  it('says so when a database that holds a tenant is not bound any more', async () => {
    const lost = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        await add(three, `lost ${i}`, 'likes tea');
        const fewer: Env = { ...one, DB: withoutMemory(env.DB) };
        return recallMemories(fewer, `lost ${i}`, asked, NOW_MS).then(
          () => null,
          (error: Error) => error.message,
        );
      }),
    );
    expect(lost.filter((message) => message?.includes('is not bound')).length).toBeGreaterThan(0);
    expect(lost.filter((message) => message === null).length).toBeGreaterThan(0);
  });
});

describe('rendezvous()', () => {
  it('moves only a share of the tenants to a new database, and is even', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), (databases) => {
        const names = Array.from({ length: 2000 }, (_, i) => `tenant-${i}`);
        const moved = names.filter(
          (name) => rendezvous(name, databases) !== rendezvous(name, databases + 1),
        );
        for (const name of moved) expect(rendezvous(name, databases + 1)).toBe(databases);
        expect(moved.length / names.length).toBeCloseTo(1 / (databases + 1), 1);
      }),
    );
  });
});

/** The same database as another object. */
function withoutMemory(database: D1Database): D1Database {
  return {
    prepare: (sql: string) => database.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => database.batch(statements),
    withSession: (constraint?: string) => database.withSession(constraint),
  } as unknown as D1Database;
}
