import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { NewMemory, RecallRequest } from '../../../shared/contracts/memory.ts';
import { addMemories } from '../../../workers/memory/add.ts';
import type { Env } from '../../../workers/memory/env.ts';
import { deliverTenant } from '../../../workers/memory/outbox.ts';
import { removeMemory } from '../../../workers/memory/read.ts';
import { recallMemories } from '../../../workers/memory/recall.ts';

const NOW_MS = Date.UTC(2026, 10, 30);
const DAY_MS = 86_400_000;

const request = (query: string, over: Partial<RecallRequest> = {}): RecallRequest => ({
  query,
  user_id: 'ana',
  top_k: 10,
  mode: 'weighted',
  include_superseded: false,
  touch: false,
  ...over,
});

const memory = (text: string, over: Partial<NewMemory> = {}): NewMemory => ({
  text,
  user_id: 'ana',
  ...over,
});

async function add(tenant: string, memories: readonly NewMemory[], nowMs = NOW_MS, using?: Env) {
  const added = await addMemories(using ?? bindings(), tenant, memories, nowMs);
  if (!added.ok) throw new Error(added.error.detail);
  // As the Worker does after its answer.
  await deliverTenant(using ?? bindings(), tenant, nowMs);
  return added.value;
}

async function recall(tenant: string, asked: RecallRequest, nowMs = NOW_MS, using?: Env) {
  const recalled = await recallMemories(using ?? bindings(), tenant, asked, nowMs);
  if (!recalled.ok) throw new Error(recalled.error.detail);
  return recalled.value;
}

async function texts(tenant: string, asked: RecallRequest, nowMs = NOW_MS, using?: Env) {
  return (await recall(tenant, asked, nowMs, using)).results.map((result) => result.memory.text);
}

/** Methods one by one: a stub of another Worker cannot be spread. */
const scoring = (): Env['SCORING'] => ({
  embed: (request) => env.SCORING.embed(request),
  readQuery: (request) => env.SCORING.readQuery(request),
  generate: (request) => env.SCORING.generate(request),
});

function fails(): never {
  throw new Error('it is down');
}
/** Vector index and scoring, each with methods that throw. */
const down = new Proxy({}, { get: () => fails });
const noVectors = (): Env => ({ ...bindings(), VECTORIZE: down as Vectorize });
const noScoring = (): Env => ({ ...bindings(), SCORING: down as Env['SCORING'] });
const noDatabase = (): Env => ({ ...bindings(), DB: down as D1Database });
const bindings = (): Env => ({
  DB: env.DB,
  VECTORIZE: env.VECTORIZE,
  SCORING: env.SCORING,
  OFFLOAD: env.OFFLOAD,
});

describe('recallMemories()', () => {
  it('finds memories by their words and by their meaning, with every signal', async () => {
    await add('finds', [
      memory('The refund limit is 500 euros per order', {
        category: 'policy_limit',
        authority: 'record',
      }),
      memory('Ana went to Lisbon for her holidays'),
      memory('The office printer is on floor two'),
    ]);
    const { results, degraded } = await recall('finds', request('how much may we refund?'));
    expect(degraded).toEqual([]);
    expect(results[0]).toMatchObject({
      memory: { text: 'The refund limit is 500 euros per order', category: 'policy_limit' },
      signals: { relevance: 1, recency: 1, importance: 1, authority: 1, validity: 1, frequency: 0 },
    });
    expect(results[0]?.score).toBeCloseTo((0.4 + 0.2 + 0.15 + 0.15 + 0.1) / 1.1, 10);
    expect(results[0]?.absolute_relevance).toBeGreaterThan(0.4);
    expect((await texts('finds', request('where did she go on vacation')))[0]).toContain('Lisbon');
    expect((await texts('finds', request('go to Lisbon')))[0]).toContain('went');
  });

  it('F-42, B22: shows nothing of another tenant or user, whatever the ids are', async () => {
    const ids = await add('one', [memory('likes tea'), memory('likes tea', { user_id: 'bo' })]);
    expect(new Set(ids.memories.map(({ id }) => id)).size).toBe(2);
    await add('two', [memory('likes tea')]);
    const foreign = await recall('one', request('likes tea', { user_id: 'bo' }));
    expect(foreign.results.map((result) => result.memory.id)).toEqual([ids.memories[1]?.id]);
    const anas = ids.memories[0]?.id ?? '';
    expect(await removeMemory(bindings(), 'two', anas, NOW_MS)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    await removeMemory(bindings(), 'one', anas, NOW_MS);
    expect(await texts('one', request('likes tea', { user_id: 'bo' }))).toEqual(['likes tea']);
    for (const id of ['*', '%', '_', "' OR 1=1 --", '" OR "', 'ana bo', 'a\u0000na', 'scope : x']) {
      expect(await texts('one', request('likes tea', { user_id: id }))).toEqual([]);
    }
  });

  it('F-42: keeps scopes apart whose ids join to the same string', async () => {
    await add('joined', [memory('secret colour is teal', { user_id: 'a', agent_id: 'b:c' })]);
    await add('joined', [memory('secret colour is teal', { user_id: 'a:b', agent_id: 'c' })]);
    const found = await recall(
      'joined',
      request('secret colour', { user_id: 'a', agent_id: 'b:c' }),
    );
    expect(found.results.map((result) => result.memory.user_id)).toEqual(['a']);
    expect(
      await texts('joined', request('secret colour', { user_id: 'a', agent_id: 'c' })),
    ).toEqual([]);
  });

  it('B31, B32: no query is an operator, and blank ones are refused', async () => {
    await add('queries', [memory('The refund limit is 500 euros')]);
    const hostile = [
      '"',
      '" OR "',
      'refund*',
      'NEAR(refund limit)',
      'refund AND NOT limit',
      '-refund',
      'body : refund',
      '{scope} : refund',
      "refund'; DROP TABLE memory_memories; --",
      'refund ^limit + "',
      '(((((',
      '\u0000 refund',
      '\ud800 refund',
      `refund ${'a'.repeat(30_000)}`,
      'refund '.repeat(5_000),
    ];
    for (const query of hostile) {
      const found = await recallMemories(bindings(), 'queries', request(query), NOW_MS);
      expect(found.ok, query.slice(0, 40)).toBe(true);
    }
    expect(await texts('queries', request('refund AND NOT limit "'))).toHaveLength(1);
    for (const [wrong, pointer] of [
      [request(' '), '/query'],
      [request('refund', { user_id: undefined }), '/user_id'],
      [request('refund', { user_id: ' ' }), '/user_id'],
      [request('refund', { agent_id: '' }), '/agent_id'],
    ] as const) {
      expect(await recallMemories(bindings(), 'queries', wrong, NOW_MS)).toMatchObject({
        ok: false,
        error: { code: 'invalid_request', errors: [{ pointer }] },
      });
    }
  });

  it('F-69: finds what was just added although the vector index does not show it yet', async () => {
    const late: Env = { ...bindings(), VECTORIZE: await lateIndex() };
    await add('late', [memory('The vault colour is teal')], NOW_MS, late);
    expect(await texts('late', request('vault colour'), NOW_MS, late)).toHaveLength(1);
    // No word in common: only the newest rows lead to it.
    expect(
      await texts('late', request('which shade does the safe have?'), NOW_MS, late),
    ).toHaveLength(1);
  });

  it('F-41: a deleted memory is gone at once although its vector is still there', async () => {
    const added = await add('deleted', [memory('door code is 4471'), memory('door is green')]);
    const id = added.memories[0]?.id ?? '';
    const removed = await removeMemory(noVectors(), 'deleted', id, NOW_MS);
    expect(removed).toMatchObject({
      ok: true,
      value: { id },
    });
    expect(await texts('deleted', request('door code 4471'))).toEqual(['door is green']);
    expect(await removeMemory(bindings(), 'deleted', id, NOW_MS)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    const words = await env.DB.prepare(
      'select count(*) n from memory_words w left join memory_memories m on m.seq = w.rowid where m.seq is null',
    ).first();
    expect(words).toEqual({ n: 0 });
  });

  it('answers from the words when the vector index or scoring is down, and says so', async () => {
    for (const broken of [noVectors(), noScoring()]) {
      const tenant = broken.SCORING === down ? 'no-scoring' : 'no-vectors';
      await add(tenant, [memory('The refund limit is 500 euros')], NOW_MS, broken);
      const { results, degraded } = await recall(tenant, request('refund limit'), NOW_MS, broken);
      expect(results).toHaveLength(1);
      expect(degraded).toContainEqual({
        dependency: 'vector_index',
        effect: expect.stringContaining('1 changes have not reached the index'),
      });
      const other = broken.SCORING === down ? 'scoring' : 'vector_index';
      expect(degraded.filter(({ dependency }) => dependency === other).length).toBeGreaterThan(0);
      // Once it is up again, the cron brings the index up to date.
      const later = NOW_MS + DAY_MS;
      await deliverTenant(bindings(), tenant, later);
      const after = await recall(tenant, request('refund limit'), later);
      expect(after.degraded).toEqual([]);
    }
  });

  it('a database that is down is a failure, not an empty answer', async () => {
    await expect(async () => {
      await recallMemories(noDatabase(), 'any', request('refund'), NOW_MS);
    }).rejects.toThrow();
  });

  it('F-48: vectors of another model are never compared, and that is said', async () => {
    await add('models', [memory('The refund limit is 500 euros')]);
    const other: Env = {
      ...bindings(),
      SCORING: {
        ...scoring(),
        readQuery: async (asked) => {
          const answer = await env.SCORING.readQuery(asked);
          return answer.ok ? { ok: true, value: { ...answer.value, model: 'other' } } : answer;
        },
      },
    };
    const found = await recall('models', request('refund limit'), NOW_MS + DAY_MS, other);
    expect(found.results).toHaveLength(1);
    expect(found.degraded).toMatchObject([
      { dependency: 'vector_index', effect: expect.stringContaining('another model than other') },
    ]);
    const wide: Env = {
      ...bindings(),
      SCORING: {
        ...scoring(),
        readQuery: async () => ({
          ok: true,
          value: {
            model: 'wide',
            dimensions: 768,
            vector: new Float32Array(768).fill(1),
            related: {},
            degraded: [],
          },
        }),
      },
    };
    const { degraded } = await recall('models', request('refund limit'), NOW_MS, wide);
    expect(degraded[0]?.effect).toMatch(/expected 512 dimensions, got 768/);
  });

  it('leaves out what does not hold, unless it is asked for', async () => {
    const day = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString();
    await add('times', [
      memory('The plan is Basic', { valid_from: day(-60), valid_to: day(-30) }),
      memory('The plan is Pro', { valid_from: day(-30) }),
      memory('The plan is Enterprise', { valid_from: day(30) }),
    ]);
    expect(await texts('times', request('which plan'))).toEqual(['The plan is Pro']);
    expect(await texts('times', request('which plan', { as_of: day(-45) }))).toEqual([
      'The plan is Basic',
    ]);
    const all = await recall('times', request('which plan', { include_superseded: true }));
    expect(all.results.map(({ memory: { text }, signals }) => [text, signals.validity])).toEqual(
      expect.arrayContaining([
        ['The plan is Basic', 0],
        ['The plan is Pro', 1],
      ]),
    );
    expect(all.results).toHaveLength(2);
  });

  it('F-65, F-67: asks for more than one statement or query may carry', async () => {
    const many = Array.from({ length: 100 }, (_, i) => memory(`The invoice number ${i} was paid`));
    await add('many', many);
    await add(
      'many',
      many.map((one, i) => ({ ...one, text: `The invoice of client ${i} is late` })),
    );
    expect(await texts('many', request('invoice paid', { top_k: 40 }))).toHaveLength(40);
    expect(await texts('many', request('invoice', { top_k: 100 }), NOW_MS + DAY_MS)).toHaveLength(
      100,
    );
  });

  it('finds Chinese and accented text by their words', async () => {
    await add('scripts', [memory('办公室的密码是四四七一'), memory('Le café préféré est noir')]);
    // Past the minute in which every new memory is a candidate.
    const later = NOW_MS + DAY_MS;
    const asked = (query: string) => texts('scripts', request(query), later, noVectors());
    expect((await asked('密码'))[0]).toBe('办公室的密码是四四七一');
    expect((await asked('cafe prefere'))[0]).toBe('Le café préféré est noir');
  });

  it('mode park ranks by what was retrieved last, importance and relevance', async () => {
    await add(
      'park',
      [memory('The cat likes fish', { category: 'policy_limit' })],
      NOW_MS - 90 * DAY_MS,
    );
    await add('park', [memory('The cat likes milk')], NOW_MS);
    const found = await recall('park', request('what does the cat like', { mode: 'park' }));
    expect(
      found.results.map(({ signals: { recency, importance } }) => [recency, importance]),
    ).toEqual(
      expect.arrayContaining([
        [0, 1],
        [1, 0],
      ]),
    );
  });

  it('threshold leaves out what covers too little of the question', async () => {
    await add('threshold', [
      memory('The refund limit is 500 euros'),
      memory('The printer is broken'),
    ]);
    const asked = request('refund limit', { threshold: 0.5 });
    expect(await texts('threshold', asked)).toEqual(['The refund limit is 500 euros']);
    expect(await texts('threshold', request('quantum chromodynamics', { threshold: 0.5 }))).toEqual(
      [],
    );
  });
});

async function lateIndex(): Promise<Vectorize> {
  // Writes are accepted and not shown, as in the seconds after a write.
  const accepted = { mutationId: 'late' };
  return {
    upsert: async () => accepted,
    query: async () => ({ count: 0, matches: [] }),
  } as unknown as Vectorize;
}
