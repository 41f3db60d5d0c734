import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { MEMORY_ID_PATTERN, type Memory } from '../../shared/contracts/memory.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import type { Env } from './env.ts';
import { memories } from './schema.ts';
import { forgetVectors } from './semantic.ts';
import { toMemory } from './to-memory.ts';

/** The one failure for every id that the tenant does not have; it never repeats the id. */
const UNKNOWN: Failure = { code: 'not_found', detail: 'Cannot find memory: no such id' };

/** One memory of a tenant. */
export async function getMemory(
  env: Env,
  tenant: string,
  id: string,
): Promise<Result<Memory, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN);
  const [row] = await drizzle(env.DB).select().from(memories).where(isMemory(tenant, id));
  return row === undefined ? fail(UNKNOWN) : ok(toMemory(row));
}

/** Deletes the row, which a trigger takes out of the full text, then the vector, which is only a hint. */
export async function removeMemory(
  env: Env,
  tenant: string,
  id: string,
): Promise<Result<{ readonly id: string; readonly degraded: readonly Degradation[] }, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN);
  const gone = await drizzle(env.DB)
    .delete(memories)
    .where(isMemory(tenant, id))
    .returning({ id: memories.id });
  if (gone.length === 0) return fail(UNKNOWN);
  return ok({ id, degraded: await forgetVectors(env, [id]) });
}

function isMemory(tenant: string, id: string) {
  return and(eq(memories.tenant, tenant), eq(memories.id, id));
}
