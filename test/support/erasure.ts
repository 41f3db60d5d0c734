/** A tenant of its own for each test of an erasure, what to put into it, and what is left of it. */
import { env } from 'cloudflare:workers';
import type { CoordinatorEnv } from '../../workers/coordinator/env.ts';
import { eraseSubject } from '../../workers/coordinator/erase/erase-subject.ts';
import { noteWindow } from '../../workers/coordinator/store/subjects.ts';
import { objectKey } from '../../workers/coordinator/store/traces.ts';
import { bindings } from './coordinator.ts';

/** Offloaded: far over the budget, and with more to it than its beginning. */
export const LONG = Array.from(
  { length: 400 },
  (_, n) => `Parcel ${n} went to street ${n * 7}.`,
).join('\n');

/** Erases a user of a tenant, past the route. */
export async function erase(
  tenant: string,
  userId: string,
  budgetMs?: number,
  over: Partial<CoordinatorEnv> = {},
) {
  const erasure = { tenant, userId, by: 'test', requestId: 'req_test', nowMs: Date.now() };
  const budget = budgetMs === undefined ? {} : { budgetMs };
  return eraseSubject({ ...bindings, ...over }, { ...erasure, ...budget });
}

/** Windows of a user as they are stored, one offloaded text each; far quicker than to assemble them. */
export async function seed(
  tenant: string,
  userId: string,
  count: number,
  sessions: number,
): Promise<void> {
  const rows: D1PreparedStatement[] = [];
  for (let n = 0; n < count; n += 1) {
    const windowId = `win_01ARZ3NDEKTSV4RRFFQ${String(n).padStart(7, '0')}`;
    const text = `text ${n} of ${userId} in ${tenant}`;
    const put = await env.OFFLOAD.putText(tenant, { text, source: 'seed', trust: 'user' });
    const handles = put.ok ? [put.value.handle] : [];
    const note = { ref: windowId, userIds: [userId], handles, expiresAtMs: Date.now() + 1e9 };
    await noteWindow(env.DB, tenant, note);
    await env.OFFLOAD.putObject(tenant, objectKey(windowId), text);
    const session = `ses_${n % sessions}`;
    rows.push(
      env.DB.prepare(
        `insert into coordinator_windows (tenant, window_id, session_id, created_at_ms, card,
          total_tokens, budget_tokens, health_status) values (?, ?, ?, 1, '', 1, 1, 'healthy')`,
      ).bind(tenant, windowId, session),
      env.DB.prepare(
        `insert into coordinator_outcomes (tenant, window_id, session_id, quality, created_at_ms)
          values (?, ?, ?, 1, 1)`,
      ).bind(tenant, windowId, session),
      env.DB.prepare(
        `insert or ignore into coordinator_sessions (tenant, session_id, prefix, updated_at_ms)
          values (?, ?, '{}', 1)`,
      ).bind(tenant, session),
    );
  }
  await env.DB.batch(rows);
}

/** What is left of the tenant, by table, and its objects. */
export async function left(tenant: string): Promise<Record<string, unknown>> {
  const tables = [
    ...['windows', 'outcomes', 'sessions', 'subjects', 'handle_refs', 'idempotency'].map(
      (name) => `coordinator_${name}`,
    ),
    ...['offload_handles', 'offload_sessions', 'memory_memories', 'memory_history'],
  ];
  const counts: Record<string, unknown> = {};
  for (const table of tables) {
    const n = await env.DB.prepare(`select count(*) as n from ${table} where tenant = ?`)
      .bind(tenant)
      .first('n');
    if (n !== 0) counts[table] = n;
  }
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tenant));
  const hash = [...new Uint8Array(bytes).slice(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  for (const kind of ['t', 'x', 'u']) {
    const { objects } = await env.BUCKET.list({ prefix: `${kind}/${hash}/` });
    if (objects.length > 0) counts[kind] = objects.length;
  }
  return counts;
}

/** An object of which some methods are others. */
export function replaced<T extends object>(target: T, methods: object): T {
  return new Proxy(target, {
    get: (inner, name) => {
      const method: unknown = Reflect.get(methods, name) ?? Reflect.get(inner, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => Reflect.apply(method, inner, args);
    },
  });
}

/** Bindings that do `alive` calls and fail from then on, as if the Worker were killed. */
export function killedAt(alive: number): {
  readonly env: Partial<CoordinatorEnv>;
  isDead(): boolean;
} {
  let calls = 0;
  const mortal = <T extends object>(target: T, names: readonly string[]): T =>
    replaced(
      target,
      Object.fromEntries(
        names.map((name) => [
          name,
          (...args: unknown[]) => {
            calls += 1;
            if (calls > alive) throw new Error('D1_ERROR: killed');
            const method: unknown = Reflect.get(target, name);
            if (typeof method !== 'function') throw new Error(`Cannot call ${name}: there is none`);
            return Reflect.apply(method, target, args);
          },
        ]),
      ),
    );
  return {
    env: {
      DB: mortal(bindings.DB, ['prepare', 'batch']),
      OFFLOAD: mortal(bindings.OFFLOAD, ['remove', 'deleteObject']),
      MEMORY: mortal(bindings.MEMORY, ['erase']),
    },
    isDead: () => calls > alive,
  };
}
