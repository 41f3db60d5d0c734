import { gt } from 'drizzle-orm';
import type { Scope } from '../../shared/contracts/memory.ts';
import type { ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import type { ExportLine } from '../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { optionalScopeProblem, pageProblem, pageRows } from './page-rows.ts';
import { memories } from './schema/memories.ts';
import { openReading } from './session.ts';
import type { Databases } from './shards.ts';
import { toMemory } from './to-memory.ts';

/**
 * Lines of an export in the order of writing, after the line `afterSeq` (0: from the start), of a scope or
 * of all: superseded memories as well, expired ones not. `lastSeq` is null when nothing comes after them.
 */
export async function exportPage(
  env: Databases,
  tenant: string,
  page: { readonly scope: Scope; readonly afterSeq: number; readonly limit: number },
  from: ReadFrom,
  nowMs: number,
): Promise<
  Result<{ readonly lines: readonly ExportLine[]; readonly lastSeq: number | null }, Failure>
> {
  const { scope, afterSeq, limit } = page;
  const problem = optionalScopeProblem(scope, '') ?? pageProblem(afterSeq, limit);
  if (problem !== null) return fail(problem);
  const opened = await openReading(env, tenant, from, nowMs);
  if (!opened.ok) return opened;
  const where = gt(memories.seq, afterSeq);
  const shown = { tenant, scope, nowMs, where, limit, order: 'written' } as const;
  const { rows, next } = await pageRows(opened.value, shown);
  const lines = rows.map((row) => ({ ...toMemory(row), series: row.series }));
  return ok({ lines, lastSeq: next });
}
