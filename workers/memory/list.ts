import { and, gt, isNull, lt, or } from 'drizzle-orm';
import type { Memory } from '../../shared/contracts/memory.ts';
import type { ListRequest, Marked, ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { compileFilter, filterProblem } from './filter.ts';
import { optionalScopeProblem, pageProblem, pageRows } from './page-rows.ts';
import { memories } from './schema/memories.ts';
import { marked, openReading } from './session.ts';
import type { Databases } from './shards.ts';
import { toMemory } from './to-memory.ts';

/**
 * A page of a tenant's memories, newest first, of a scope or of all; those that have expired never. Without
 * `include_superseded` only what holds now or will. The next page goes on before `nextSeq`, which is null
 * for the last one; memories that come or go in between neither repeat others nor hide them.
 */
export async function listMemories(
  env: Databases,
  tenant: string,
  request: ListRequest,
  from: ReadFrom,
  nowMs: number,
): Promise<
  Result<Marked<{ readonly items: readonly Memory[]; readonly nextSeq: number | null }>, Failure>
> {
  const { scope, filters = {}, include_superseded, limit } = request;
  const beforeSeq = request.beforeSeq ?? Number.MAX_SAFE_INTEGER;
  const problem =
    optionalScopeProblem(scope, '') ??
    filterProblem(filters, '/filters') ??
    pageProblem(beforeSeq, limit);
  if (problem !== null) return fail(problem);
  const opened = await openReading(env, tenant, from, nowMs);
  if (!opened.ok) return opened;
  const holds = and(
    or(isNull(memories.supersededAtMs), gt(memories.supersededAtMs, nowMs)),
    or(isNull(memories.validToMs), gt(memories.validToMs, nowMs)),
  );
  const { rows, next } = await pageRows(opened.value, {
    tenant,
    scope,
    nowMs,
    where: and(
      lt(memories.seq, beforeSeq),
      include_superseded ? undefined : holds,
      compileFilter(filters),
    ),
    limit,
    order: 'newest',
  });
  return ok(marked(opened.value, { items: rows.map(toMemory), nextSeq: next }));
}
