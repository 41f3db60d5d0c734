import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { MEMORY_ID_PATTERN, type Memory, UNKNOWN_MEMORY } from '../../shared/contracts/memory.ts';
import type { Marked, ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import type { Env } from './env.ts';
import { absence } from './quarantine.ts';
import { memories } from './schema/memories.ts';
import { marked, openReading, openSession, ormOf } from './session.ts';
import { resolveSeries } from './supersede.ts';
import { toMemory } from './to-memory.ts';

const DELETE = `delete from memory_memories where tenant = ?1 and id = ?2 returning id`;
const SERIES = 'select series from memory_memories where tenant = ?1 and id = ?2';

/** One memory of a tenant. What is quarantined or struck is none, and the failure says why. */
export async function getMemory(
  env: Env,
  tenant: string,
  id: string,
  from: ReadFrom,
  nowMs: number,
): Promise<Result<Marked<Memory>, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const opened = await openReading(env, tenant, from, nowMs);
  if (!opened.ok) return opened;
  const db = opened.value;
  const [row] = await ormOf(db)
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.tenant, tenant),
        eq(memories.id, id),
        or(isNull(memories.expiresAtMs), gt(memories.expiresAtMs, nowMs)),
      ),
    );
  if (row === undefined) return fail(await absence(db, tenant, id));
  return ok(marked(db, toMemory(row)));
}

/**
 * Deletes a memory with everything that hangs on it; the vector index is told afterwards. What it had
 * superseded holds again.
 */
export async function removeMemory(
  env: Env,
  tenant: string,
  id: string,
  nowMs: number,
  by: string | null = null,
): Promise<
  Result<Marked<{ readonly id: string; readonly degraded: readonly Degradation[] }>, Failure>
> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const db = await openSession(env, tenant, nowMs);
  const row = await db.prepare(SERIES).bind(tenant, id).first<{ series: string | null }>();
  const [gone] = await db.batch([
    db.prepare(DELETE).bind(tenant, id),
    ...resolveSeries(db, tenant, row?.series == null ? [] : [row.series], { nowMs, by }),
  ]);
  if (gone === undefined || gone.results.length === 0) return fail(await absence(db, tenant, id));
  return ok(marked(db, { id, degraded: [] }));
}
