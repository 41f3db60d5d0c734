/**
 * Which database holds a tenant's memories. One D1 database takes 10 GB and has one writer; more of them
 * are bound as `DB_1`, `DB_2`, … and tenants spread over them. A tenant never moves by itself: where it
 * was first written is kept in the first database, so that adding one moves nobody.
 */
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { Env } from './env.ts';
import { tenants } from './schema/upkeep.ts';

/** The bindings that choosing a database needs. */
export type Databases = Pick<Env, 'DB' | `DB_${number}`>;

/** Tenants whose database this isolate knows; it never changes. Bounded, then begun afresh. */
const known = new WeakMap<D1Database, Map<string, number>>();
const MAX_KNOWN = 10_000;

/** All databases, the first one first. */
export function databasesOf(env: Databases): readonly [D1Database, ...D1Database[]] {
  const further: D1Database[] = [];
  for (let number = 1; ; number++) {
    const database = env[`DB_${number}`];
    if (database === undefined) break;
    further.push(database);
  }
  return [env.DB, ...further];
}

/**
 * The database of a tenant; a new one gets its place here. With a single database, only its own
 * directory is kept up to date, so that the tenant stays when more are added.
 * @throws Error when the database that the tenant was given is not bound any more
 */
export async function databaseOf(
  env: Databases,
  tenant: string,
  nowMs: number,
): Promise<D1Database> {
  const databases = databasesOf(env);
  const places = known.get(env.DB) ?? new Map<string, number>();
  known.set(env.DB, places);
  const number = places.get(tenant) ?? (await placeOf(env.DB, tenant, databases.length, nowMs));
  if (places.size >= MAX_KNOWN) places.clear();
  places.set(tenant, number);
  const database = databases[number];
  if (database === undefined) {
    throw new Error(`Cannot reach memories: database DB_${number} is not bound`);
  }
  return database;
}

/** Of two requests that place a tenant at once, the first one decides for both. */
async function placeOf(
  directory: D1Database,
  tenant: string,
  databases: number,
  nowMs: number,
): Promise<number> {
  const orm = drizzle(directory);
  const find = orm.select({ shard: tenants.shard }).from(tenants).where(eq(tenants.tenant, tenant));
  const [before] = await find;
  if (before !== undefined) return before.shard;
  const shard = rendezvous(tenant, databases);
  const [, [placed]] = await orm.batch([
    orm.insert(tenants).values({ tenant, shard, createdAtMs: nowMs }).onConflictDoNothing(),
    find,
  ]);
  return placed?.shard ?? shard;
}

/**
 * The number, 0 to `databases` − 1, whose hash with the tenant is highest (Thaler and Ravishankar, 1996):
 * even, and the same for everybody who asks.
 */
export function rendezvous(tenant: string, databases: number): number {
  let best = 0;
  let highest = -1;
  for (let number = 0; number < databases; number++) {
    const score = fnv1a(`${number}\n${tenant}`);
    if (score > highest) {
      highest = score;
      best = number;
    }
  }
  return best;
}

/** FNV-1a, 32 bits, with a final mix so that short texts differ in their high bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
