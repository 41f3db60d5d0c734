import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../shared/contracts/memory.ts';
import { exportLineSchema } from '../../../shared/contracts/memory-upkeep.ts';
import { exportPage } from '../../../workers/memory/export.ts';
import { insertMemories, insertMemory, WRITTEN_AT_MS } from '../../support/memory-rows.ts';

const DB = { DB: env.DB };
const NOW_MS = WRITTEN_AT_MS + 86_400_000;

function ask(tenant: string, page: { scope?: Scope; afterSeq?: number; limit?: number } = {}) {
  return exportPage(DB, tenant, { scope: {}, afterSeq: 0, limit: 100, ...page }, {}, NOW_MS);
}

/** All lines, page by page. */
async function linesOf(tenant: string, limit = 100, scope: Scope = {}) {
  const all = [];
  for (let afterSeq = 0; ; ) {
    const page = await ask(tenant, { scope, afterSeq, limit });
    if (!page.ok) throw new Error(page.error.detail);
    all.push(page.value.lines);
    if (page.value.lastSeq === null) return all;
    expect(page.value.lastSeq).toBeGreaterThan(afterSeq);
    afterSeq = page.value.lastSeq;
  }
}

async function idsOf(tenant: string, scope: Scope = {}) {
  return (await linesOf(tenant, 100, scope)).flat().map(({ id }) => id);
}

describe('exportPage()', () => {
  it('gives all there is in the order of writing, page by page', async () => {
    const ids = await insertMemories(
      env.DB,
      Array.from({ length: 7 }, () => ({ tenant: 'pages' })),
    );
    const pages = await linesOf('pages', 3);
    expect(pages.map((lines) => lines.map(({ id }) => id))).toEqual([
      ids.slice(0, 3),
      ids.slice(3, 6),
      ids.slice(6),
    ]);
    expect(await linesOf('pages', 7)).toHaveLength(1);
    expect(await linesOf('nobody')).toEqual([[]]);
  });

  it('has what an import needs: times, counts, supersession and series', async () => {
    const id = await insertMemory(env.DB, {
      tenant: 'fields',
      text: 'lives in Oslo\n"quoted" \u{1f600}',
      metadata: '{"a":{"b":[1,null,"x"]}}',
      value: '"Oslo"',
      entity: 'ana',
      key: 'city',
      occurredAtMs: WRITTEN_AT_MS - 1,
      supersededAtMs: WRITTEN_AT_MS,
      supersededBy: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      usefulCount: 9,
      lastUsefulAtMs: WRITTEN_AT_MS,
      series: 'same thing',
      seriesValue: 'hash',
    });
    const [[line] = []] = await linesOf('fields');
    expect(exportLineSchema.parse(line)).toEqual(line);
    expect(line).toMatchObject({
      id,
      text: 'lives in Oslo\n"quoted" \u{1f600}',
      metadata: { a: { b: [1, null, 'x'] } },
      value: 'Oslo',
      occurred_at: '2026-02-28T23:59:59.999Z',
      superseded_at: '2026-03-01T00:00:00.000Z',
      superseded_by: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      useful_count: 9,
      last_useful_at: '2026-03-01T00:00:00.000Z',
      created_at: '2026-03-01T00:00:00.000Z',
      series: 'same thing',
    });
  });

  it('leaves out what has expired, been deleted or is not of the scope (F-41, B22)', async () => {
    const [kept = '', deleted = '', , bob = ''] = await insertMemories(env.DB, [
      { tenant: 'left', validToMs: 1 },
      { tenant: 'left', text: 'door code is 4471' },
      { tenant: 'left', expiresAtMs: NOW_MS },
      { tenant: 'left', userId: 'bob', metadata: '{"user_id":"ana"}' },
      { tenant: 'elsewhere' },
    ]);
    await env.DB.prepare('delete from memory_memories where id = ?').bind(deleted).run();
    expect(await idsOf('left')).toEqual([kept, bob]);
    expect(await idsOf('left', { user_id: 'ana' })).toEqual([kept]);
    expect(await idsOf('left', { user_id: '*' })).toEqual([]);
  });

  it('ends a page early when its texts are very long, and misses none', async () => {
    const ids = await insertMemories(
      env.DB,
      Array.from({ length: 5 }, () => ({ tenant: 'long', text: 'é'.repeat(900_000) })),
    );
    const pages = await linesOf('long');
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
  });

  it('refuses blank ids and places that there are none of (B32)', async () => {
    const pointers = await Promise.all(
      [{ scope: { user_id: '' } }, { afterSeq: Number.NaN }, { afterSeq: -1 }, { limit: 0 }].map(
        async (page) => {
          const refused = await ask('refuses', page);
          return refused.ok ? null : refused.error.errors?.[0]?.pointer;
        },
      ),
    );
    expect(pointers).toEqual(['/user_id', '/cursor', '/cursor', '/limit']);
  });
});
