/** Fills and asks one store per size, with the memory Worker's own functions and bindings that are timed. */
import { addMemories } from '../../workers/memory/add.ts';
import type { Env } from '../../workers/memory/env.ts';
import { deliver } from '../../workers/memory/outbox.ts';
import { recallMemories } from '../../workers/memory/recall.ts';
import { importLines } from '../../workers/memory/write/import.ts';
import { Meter, timedBinding, timedDatabase } from './memory-meter.ts';
import { hashedScoring } from './memory-scoring.ts';
import { AGENT, memoryOf, newMemories, questionOf, USER } from './memory-texts.ts';

const LINES_PER_IMPORT = 100;
const RESULTS = 10;

type Bindings = Pick<Env, 'VECTORIZE' | 'OFFLOAD'> & Readonly<Record<`SIZE_${number}`, D1Database>>;

/** One request of the benchmark; `store` is the number of a database. */
interface Body {
  readonly store: number;
  readonly tenant: string;
  /** Memories that the tenant has when it is filled. */
  readonly size: number;
  /** Number of the first memory, of the question, or of the write. */
  readonly n: number;
  readonly count: number;
  readonly nowMs: number;
  readonly budgetMs: number;
}

/** What one measured call took; `d1`, `index` and `scoring` are inside `ms`. */
export interface Measured {
  readonly ms: number;
  readonly d1: number;
  readonly index: number;
  readonly scoring: number;
  readonly roundTrips: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly results: number;
}

/** A store whose bindings are timed. Kept for the isolate: it knows its tenants' databases by the binding. */
interface Store {
  readonly env: Env;
  readonly d1: Meter;
  readonly index: Meter;
  readonly scoring: Meter;
  /** The last answer of the vector index, which `replay` gives again without asking. */
  matches: VectorizeMatches | null;
  replay: boolean;
}

const stores = new Map<number, Store>();

export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (path === '/health') return new Response('ok');
    const body = (await request.json()) as Body;
    const store = storeOf(bindings, body.store);
    switch (path) {
      case '/bench/count':
        return Response.json(await countOf(store, body));
      case '/bench/fill':
        return Response.json(await fill(store, body));
      case '/bench/deliver':
        return Response.json(await deliverDue(store, body));
      case '/bench/recall':
        return Response.json(await recall(store, body));
      case '/bench/write':
        return Response.json(await write(store, body));
      case '/bench/forget':
        return Response.json(await forget(store, body));
      default:
        return new Response(null, { status: 404 });
    }
  },
};

function storeOf(bindings: Bindings, number: number): Store {
  const known = stores.get(number);
  if (known !== undefined) return known;
  const database = bindings[`SIZE_${number}`];
  if (database === undefined) throw new Error(`Cannot use store ${number}: it is not bound`);
  const d1 = new Meter();
  const index = new Meter();
  const scoring = new Meter();
  const timedIndex = timedBinding(bindings.VECTORIZE, index);
  const replaying = {
    upsert: (vectors: VectorizeVector[]) => timedIndex.upsert(vectors),
    deleteByIds: (ids: string[]) => timedIndex.deleteByIds(ids),
    query: async (values: VectorFloatArray | number[], options?: VectorizeQueryOptions) => {
      if (store.replay && store.matches !== null) return store.matches;
      store.matches = await timedIndex.query(values, options);
      return store.matches;
    },
  };
  const store: Store = {
    env: {
      DB: timedDatabase(database, d1),
      VECTORIZE: replaying as unknown as Vectorize,
      SCORING: timedBinding(hashedScoring, scoring),
      OFFLOAD: bindings.OFFLOAD,
    },
    d1,
    index,
    scoring,
    matches: null,
    replay: false,
  };
  stores.set(number, store);
  return store;
}

async function countOf({ env }: Store, { tenant }: Body): Promise<{ n: number; pending: number }> {
  const found = await env.DB.prepare(
    `select (select count(*) from memory_memories where tenant = ?1) as n,
      (select count(*) from memory_outbox where tenant = ?1) as pending`,
  )
    .bind(tenant)
    .first<{ n: number; pending: number }>();
  return found ?? { n: 0, pending: 0 };
}

/** Imports the memories `n` to `n` + `count` − 1 of a tenant. */
async function fill({ env }: Store, { tenant, size, n, count, nowMs }: Body) {
  let added = 0;
  for (let from = n; from < n + count; from += LINES_PER_IMPORT) {
    const lines = Array.from({ length: Math.min(LINES_PER_IMPORT, n + count - from) }, (_, i) =>
      memoryOf(tenant, from + i, size),
    );
    const imported = await importLines(env, tenant, lines, { nowMs });
    if (!imported.ok) throw new Error(imported.error.detail);
    const [problem] = imported.value.failed;
    if (problem !== undefined) throw new Error(`${problem.pointer}: ${problem.detail}`);
    added += imported.value.added;
  }
  return { added };
}

async function deliverDue({ env }: Store, body: Body) {
  const done = await deliver(env, body);
  const failed = await env.DB.prepare(
    'select last_error as error from memory_outbox where attempts > 0 and last_error is not null limit 1',
  ).first<{ error: string }>();
  return { ...done, error: failed?.error ?? null };
}

/**
 * Asks a question twice: the vector index scans in the same thread as the database, so that it is timed
 * with the first and its answer given again to the second, in which the rest is timed.
 */
async function recall(store: Store, { tenant, size, n, nowMs }: Body) {
  const { text, agent, kind } = questionOf(tenant, n, size);
  const request = {
    query: text,
    user_id: USER,
    ...(agent ? { agent_id: AGENT } : {}),
    top_k: RESULTS,
    mode: 'weighted',
    include_superseded: false,
    touch: false,
  } as const;
  const ask = () =>
    measured(store, async () => {
      const answer = await recallMemories(store.env, tenant, request, nowMs);
      if (!answer.ok) throw new Error(answer.error.detail);
      const [degraded] = answer.value.degraded;
      if (degraded !== undefined) throw new Error(degraded.effect);
      return answer.value.results.length;
    });
  store.replay = false;
  const whole = await ask();
  store.replay = true;
  const parts = await ask();
  store.replay = false;
  return { kind, whole: whole.ms, ...parts, index: whole.index };
}

/** Writes new memories; what the vector index is told comes after the answer, and is not measured. */
async function write(store: Store, { tenant, n, count, nowMs }: Body) {
  const memories = newMemories(n, count);
  return measured(store, async () => {
    const answer = await addMemories(store.env, tenant, memories, nowMs);
    if (!answer.ok) throw new Error(answer.error.detail);
    return answer.value.memories.filter(({ event }) => event === 'added').length;
  });
}

/** Deletes what was written since `nowMs`, so that the store has its size again. */
async function forget({ env }: Store, { tenant, nowMs }: Body) {
  const deleted = await env.DB.prepare(
    'delete from memory_memories where tenant = ?1 and created_at_ms >= ?2',
  )
    .bind(tenant, nowMs)
    .run();
  return { deleted: deleted.meta.changes };
}

async function measured(store: Store, work: () => Promise<number>): Promise<Measured> {
  const { d1, index, scoring } = store;
  for (const meter of [d1, index, scoring]) meter.reset();
  const start = performance.now();
  const results = await work();
  const ms = performance.now() - start;
  return {
    ms,
    d1: d1.ms,
    index: index.ms,
    scoring: scoring.ms,
    roundTrips: d1.calls,
    statements: d1.statements,
    rowsRead: d1.rowsRead,
    results,
  };
}
