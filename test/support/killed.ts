/** A Worker that dies: bindings that work up to a chosen call, and not at all from then on. */
import type { Env } from '../../workers/memory/env.ts';

/** Thrown by every call of a Worker that is dead. */
export class Killed extends Error {
  constructor() {
    super('the Worker was killed');
  }
}

/** When a Worker dies: before call number `at`, 0 and on, or when that has had its effect. */
export interface Death {
  readonly at: number;
  readonly moment: 'before' | 'after';
}

/** A memory Worker's bindings that die as told, and how many calls were made of them. */
export function dyingEnv(env: Env, death: Death): { readonly env: Env; calls(): number } {
  let calls = 0;
  let isDead = false;
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed();
    const mine = calls;
    calls += 1;
    if (mine === death.at && death.moment === 'before') {
      isDead = true;
      throw new Killed();
    }
    const answer = await call();
    if (mine === death.at) isDead = true;
    if (isDead) throw new Killed();
    return answer;
  };
  const wrapped = Object.entries(env).map(([name, binding]) => [
    name,
    name.startsWith('DB') ? database(binding as D1Database, through) : methods(binding, through),
  ]);
  return { env: Object.fromEntries(wrapped) as Env, calls: () => calls };
}

type Through = <T>(call: () => Promise<T>) => Promise<T>;

const RUNS = ['run', 'all', 'first', 'raw'] as const;
/** The statement behind a wrapped one, which is what a batch needs. */
const originals = new WeakMap<object, D1PreparedStatement>();

function database(db: D1Database | D1DatabaseSession, through: Through): D1Database {
  return {
    prepare: (text: string) => statement(db.prepare(text), through),
    batch: (list: D1PreparedStatement[]) =>
      through(() => db.batch(list.map((one) => originals.get(one) ?? one))),
    withSession: (constraint?: string) =>
      database((db as D1Database).withSession(constraint), through),
    getBookmark: () => (db as D1DatabaseSession).getBookmark(),
  } as unknown as D1Database;
}

function statement(original: D1PreparedStatement, through: Through): D1PreparedStatement {
  const wrapped = {
    bind: (...values: unknown[]) => statement(original.bind(...values), through),
    ...Object.fromEntries(
      RUNS.map((name) => [
        name,
        (...args: []) =>
          through(() => (original[name] as (...given: []) => Promise<unknown>)(...args)),
      ]),
    ),
  } as unknown as D1PreparedStatement;
  originals.set(wrapped, original);
  return wrapped;
}

/** Any other binding: every method is a call. */
function methods(binding: object, through: Through): object {
  return new Proxy(binding, {
    get:
      (target, name) =>
      (...args: unknown[]) =>
        through(async () => {
          const method: unknown = Reflect.get(target, name);
          return (method as (...given: unknown[]) => unknown).apply(target, args);
        }),
  });
}
