import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { MEMORY_ID_PATTERN, type Memory, UNKNOWN_MEMORY } from '../../shared/contracts/memory.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import type { Env } from './env.ts';
import { absence } from './quarantine.ts';
import { memories } from './schema.ts';
import { forgetVectors } from './semantic.ts';
import { toMemory } from './to-memory.ts';

/** One memory of a tenant. What is quarantined or struck is none, and the failure says why. */
export async function getMemory(
  env: Env,
  tenant: string,
  id: string,
): Promise<Result<Memory, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const [row] = await drizzle(env.DB).select().from(memories).where(isMemory(tenant, id));
  return row === undefined ? fail(await absence(env.DB, tenant, id)) : ok(toMemory(row));
}

/** Deletes the row, which a trigger takes out of the full text, then the vector, which is only a hint. */
export async function removeMemory(
  env: Env,
  tenant: string,
  id: string,
): Promise<Result<{ readonly id: string; readonly degraded: readonly Degradation[] }, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const gone = await drizzle(env.DB)
    .delete(memories)
    .where(isMemory(tenant, id))
    .returning({ id: memories.id });
  if (gone.length === 0) return fail(await absence(env.DB, tenant, id));
  return ok({ id, degraded: await forgetVectors(env, [id]) });
}

function isMemory(tenant: string, id: string) {
  return and(eq(memories.tenant, tenant), eq(memories.id, id));
}
