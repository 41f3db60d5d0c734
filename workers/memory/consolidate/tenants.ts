/** Whose turn it is to be consolidated. */
import { type Databases, databasesOf } from '../shards.ts';

/** A tenant that was consolidated so short a time ago is done for now: 30 minutes, in milliseconds. */
const REST_MS = 1_800_000;

const TENANTS = 'select tenant from memory_tenants where shard = ?1';
/** The last run of each tenant in a database. */
const LAST = `select e.value as tenant, c.status, c.updated_at_ms as updatedAtMs
  from json_each(?1) e left join memory_consolidations c on c.tenant = e.value and c.run_id = (
    select run_id from memory_consolidations r where r.tenant = e.value and r.dry_run = 0
    order by run_id desc limit 1)`;

type Last = {
  readonly tenant: string;
  readonly status: string | null;
  readonly updatedAtMs: number | null;
};

/**
 * The tenants of all databases that a run is due for, the one that was served longest ago first: new
 * ones, those whose run is not finished, and those whose last run has ended some time ago.
 */
export async function dueTenants(env: Databases, nowMs: number): Promise<readonly string[]> {
  const lasts: Last[] = [];
  for (const [number, database] of databasesOf(env).entries()) {
    const placed = await env.DB.prepare(TENANTS).bind(number).all<{ readonly tenant: string }>();
    const names = JSON.stringify(placed.results.map(({ tenant }) => tenant));
    const found = await database.prepare(LAST).bind(names).all<Last>();
    lasts.push(...found.results);
  }
  return lasts
    .filter(
      ({ status, updatedAtMs }) =>
        status === null || status === 'running' || nowMs - (updatedAtMs ?? 0) >= REST_MS,
    )
    .sort((a, b) => (a.updatedAtMs ?? 0) - (b.updatedAtMs ?? 0))
    .map(({ tenant }) => tenant);
}
