/** Times the calls of a binding without changing what they do. */

/** Time in which at least one call was under way, and what the database says of its statements. */
export class Meter {
  calls = 0;
  ms = 0;
  rowsRead = 0;
  statements = 0;
  #open = 0;
  #sinceMs = 0;

  async time<T>(call: () => Promise<T>): Promise<T> {
    if (this.#open === 0) this.#sinceMs = performance.now();
    this.#open += 1;
    this.calls += 1;
    try {
      return await call();
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.ms += performance.now() - this.#sinceMs;
    }
  }

  /** Adds up what D1 says of one or more statements. */
  count(answer: unknown): void {
    for (const one of Array.isArray(answer) ? answer : [answer]) {
      const meta = (one as { readonly meta?: { readonly rows_read?: number } } | null)?.meta;
      if (meta === undefined) continue;
      this.statements += 1;
      this.rowsRead += meta.rows_read ?? 0;
    }
  }

  reset(): void {
    this.calls = 0;
    this.ms = 0;
    this.rowsRead = 0;
    this.statements = 0;
  }
}

/** Statements behind those that are timed; a batch needs the real ones. */
const real = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function timedStatement(inner: D1PreparedStatement, meter: Meter): D1PreparedStatement {
  const timed = new Proxy(inner, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      if (name === 'bind') {
        return (...values: unknown[]) => timedStatement(target.bind(...values), meter);
      }
      return (...given: unknown[]) =>
        meter.time(async () => {
          const answer: unknown = await method.apply(target, given);
          meter.count(answer);
          return answer;
        });
    },
  });
  real.set(timed, inner);
  return timed;
}

/** A database, or a session with one, whose calls go through a meter. */
export function timedDatabase<T extends D1Database | D1DatabaseSession>(inner: T, meter: Meter): T {
  return new Proxy(inner, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      switch (name) {
        case 'prepare':
          return (text: string) => timedStatement(target.prepare(text), meter);
        case 'withSession':
          return (...given: unknown[]) =>
            timedDatabase(method.apply(target, given) as D1DatabaseSession, meter);
        case 'batch':
          return (statements: readonly D1PreparedStatement[]) =>
            meter.time(async () => {
              const answer = await target.batch(statements.map((one) => real.get(one) ?? one));
              meter.count(answer);
              return answer;
            });
        default:
          return method.bind(target);
      }
    },
  });
}

/** Any other binding: every method goes through the meter. A member of a stub has no `apply` of its own. */
export function timedBinding<T extends object>(inner: T, meter: Meter): T {
  return new Proxy(inner, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) =>
        meter.time(async () => (await Reflect.apply(method, target, given)) as unknown);
    },
  });
}
