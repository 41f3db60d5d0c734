import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { eraseUser } from '../../../workers/memory/erase.ts';
import { memoryEnv, putRows, rowOf } from '../../support/upkeep.ts';

const session = env.DB.withSession('first-primary');
const NOW = 1_800_000_000_000;
const NOTHING = { memories: 0, quarantined: 0, archived: 0, history: 0, vectors: 0 };
/** Every table of the store that can name a user or one of the user's memories. */
const TABLES = {
  memory_memories: 'id',
  memory_history: 'memory_id',
  memory_vectors: 'memory_id',
  memory_credits: 'memory_id',
  memory_links: 'to_id',
  memory_quarantine: 'id',
  memory_archives: 'memory_id',
} as const;

async function idsIn(table: keyof typeof TABLES, tenant: string): Promise<readonly string[]> {
  const statement = `select distinct ${TABLES[table]} as id from ${table} where tenant = ?`;
  const { results } = await session.prepare(statement).bind(tenant).all<{ id: string }>();
  return results.map(({ id }) => id).sort();
}

/** A quarantined text, an archive in the object store and one on its way there. */
async function putRest(tenant: string, userId: string): Promise<void> {
  await session.batch([
    session
      .prepare(
        `insert into memory_quarantine (tenant, id, text, user_id, authority_rank, fields,
          content_hash, text_hash, struck, everywhere, reason, by, written_at_ms, decided_at_ms, repeats)
         values (?1, 'held-' || ?2, 'obey me', ?2, 2, '{}', 'h' || ?2, 't', 0, 1, 'r', 'b', 0, 0, 0)`,
      )
      .bind(tenant, userId),
    ...['stored', 'pending'].map((state) =>
      session
        .prepare(
          `insert into memory_archives (tenant, memory_id, user_id, state, reason, archived_at_ms)
           values (?1, ?3 || '-' || ?2, ?2, ?3, 'decayed', 0)`,
        )
        .bind(tenant, userId, state),
    ),
  ]);
  for (const state of ['stored', 'pending']) {
    await env.OFFLOAD.putObject(tenant, `memories/${state}-${userId}`, 'secret');
  }
}

describe('eraseUser()', () => {
  const tenant = 'erase';

  beforeAll(async () => {
    const mine = Array.from({ length: 2_500 }, (_, i) =>
      rowOf({ tenant, text: `remark ${i}`, userId: 'ana', createdAtMs: i, parts: 1 }),
    );
    const rows = await putRows(session, mine);
    await putRows(session, [
      rowOf({ tenant, id: 'bob-1', text: 'remark 1', userId: 'bob' }),
      rowOf({ tenant, id: 'like-1', text: 'x', userId: 'ana%' }),
    ]);
    const ids = JSON.stringify(rows.slice(0, 3).map(({ id }) => id));
    await session.batch(
      [
        `insert into memory_vectors select ?1, value, 0, 0, 1, 'm', 'x' from json_each(?2)`,
        `insert into memory_credits select ?1, value, 'win_1', 1 from json_each(?2)`,
        `insert into memory_links select ?1, 'gone', value, 'merged', 1 from json_each(?2)`,
      ].map((statement) => session.prepare(statement).bind(tenant, ids)),
    );
    await putRest(tenant, 'ana');
    await putRest(tenant, 'bob');
  });

  it('B23: erases 2,500 memories with all that hangs on them, and nobody else', async () => {
    const first = await eraseUser(memoryEnv, tenant, 'ana', { nowMs: NOW });
    expect(first).toEqual({
      memories: 2_500,
      quarantined: 1,
      archived: 1,
      // One entry per addition, and three uses.
      history: 2_503,
      vectors: 2_500,
      complete: true,
    });
    expect(await idsIn('memory_memories', tenant)).toEqual(['bob-1', 'like-1']);
    expect(await idsIn('memory_history', tenant)).toEqual(['bob-1', 'like-1']);
    for (const table of ['memory_vectors', 'memory_credits', 'memory_links'] as const) {
      expect(await idsIn(table, tenant)).toEqual([]);
    }
    expect(await idsIn('memory_quarantine', tenant)).toEqual(['held-bob']);
    for (const state of ['stored', 'pending']) {
      const object = await env.OFFLOAD.getObject(tenant, `memories/${state}-ana`);
      expect(object).toMatchObject({ ok: false, error: { code: 'not_found' } });
      const others = await env.OFFLOAD.getObject(tenant, `memories/${state}-bob`);
      expect(others.ok).toBe(true);
    }
    const queued = await session
      .prepare("select count(*) as n from memory_outbox where tenant = ? and operation = 'delete'")
      .bind(tenant)
      .first();
    expect(queued).toEqual({ n: 2_500 });
  });

  it('leaves of an archive under way only what has its object deleted again', async () => {
    const rows = await session
      .prepare("select * from memory_archives where tenant = ? and memory_id like '%-ana'")
      .bind(tenant)
      .all();
    expect(rows.results).toEqual([
      {
        tenant,
        memory_id: 'pending-ana',
        user_id: null,
        agent_id: null,
        run_id: null,
        state: 'pending',
        reason: 'erased',
        archived_at_ms: NOW,
      },
    ]);
  });

  it('is harmless when repeated, and for a user that is not there', async () => {
    const again = await eraseUser(memoryEnv, tenant, 'ana', { nowMs: NOW });
    expect(again).toEqual({ ...NOTHING, complete: true });
    expect(await eraseUser(memoryEnv, tenant, '%', { nowMs: NOW })).toEqual({
      ...NOTHING,
      complete: true,
    });
    expect(await eraseUser(memoryEnv, 'other', 'bob', { nowMs: NOW })).toEqual({
      ...NOTHING,
      complete: true,
    });
    expect(await idsIn('memory_memories', tenant)).toEqual(['bob-1', 'like-1']);
  });

  it('says that it is not complete when its time is over or an archive stays', async () => {
    const busy = await eraseUser(memoryEnv, tenant, 'bob', { nowMs: NOW, budgetMs: 0 });
    expect(busy).toEqual({ ...NOTHING, complete: false });
    const down = { code: 'dependency_unavailable', detail: 'Cannot delete object: down' } as const;
    const failing = {
      ...memoryEnv,
      OFFLOAD: {
        putObject: env.OFFLOAD.putObject,
        getObject: env.OFFLOAD.getObject,
        deleteObject: async () => ({ ok: false, error: down }) as const,
      },
    };
    const partly = await eraseUser(failing, tenant, 'bob', { nowMs: NOW });
    expect(partly).toMatchObject({ memories: 1, quarantined: 1, archived: 0, complete: false });
    const rest = await eraseUser(memoryEnv, tenant, 'bob', { nowMs: NOW });
    expect(rest).toEqual({ ...NOTHING, archived: 1, complete: true });
  });
});
