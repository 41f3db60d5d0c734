/** Bindings of the memory Worker that count their calls, and fail or die at one of them. */
import type { Env } from '../../workers/memory/env.ts';
import { memoryEnv } from './upkeep.ts';

/**
 * How the call goes wrong: it throws and only it; or the Worker dies before it, or after it was done
 * and before the answer came, so that every later call fails as well.
 */
export type Disturbance = 'fails' | 'dies before' | 'dies after';

/** A call of a binding, by its place from 1. */
type Hook = <T>(call: () => Promise<T>) => Promise<T>;

/** Bindings whose calls all go through `hook`. */
export function hookedEnv(hook: Hook): Env {
  const { DB, VECTORIZE, SCORING, OFFLOAD } = memoryEnv;
  return {
    DB: hookedDatabase(DB, hook),
    VECTORIZE,
    SCORING,
    OFFLOAD: {
      putObject: (...args) => hook(() => OFFLOAD.putObject(...args)),
      getObject: (...args) => hook(() => OFFLOAD.getObject(...args)),
      deleteObject: (...args) => hook(() => OFFLOAD.deleteObject(...args)),
    },
  };
}

/** Bindings that go wrong at the `at`-th call. */
export function disturbedEnv(at: number, how: Disturbance): Env {
  let calls = 0;
  return hookedEnv(async (call) => {
    calls += 1;
    if (calls < at || (how === 'fails' && calls > at)) return call();
    if (calls === at && how === 'dies after') await call();
    throw new Error(`disturbed at call ${at}`);
  });
}

/** Bindings that count. */
export function countingEnv(): { readonly env: Env; readonly calls: () => number } {
  let calls = 0;
  const env = hookedEnv((call) => {
    calls += 1;
    return call();
  });
  return { env, calls: () => calls };
}

const INNER = Symbol('inner');
type Hooked = D1PreparedStatement & { readonly [INNER]: D1PreparedStatement };

function hookedDatabase(db: D1Database, hook: Hook): D1Database {
  return {
    ...hookedSession(db, hook),
    withSession: (constraint?: string) => ({
      ...hookedSession(db.withSession(constraint), hook),
      getBookmark: () => null,
    }),
  } as D1Database;
}

function hookedSession(inner: Pick<D1Database, 'prepare' | 'batch'>, hook: Hook) {
  return {
    prepare: (query: string) => hookedStatement(inner.prepare(query), hook),
    batch: <T>(statements: D1PreparedStatement[]) =>
      hook(() => inner.batch<T>(statements.map((statement) => (statement as Hooked)[INNER]))),
  };
}

function hookedStatement(inner: D1PreparedStatement, hook: Hook): D1PreparedStatement {
  return {
    [INNER]: inner,
    bind: (...values: unknown[]) => hookedStatement(inner.bind(...values), hook),
    first: (...args: [string]) => hook(() => inner.first(...args)),
    run: () => hook(() => inner.run()),
    all: () => hook(() => inner.all()),
    raw: (...args: [{ columnNames: true }]) => hook(() => inner.raw(...args)),
  } as unknown as Hooked;
}
