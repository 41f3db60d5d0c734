import { and, asc, desc, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../shared/contracts/memory.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { memories } from './schema/memories.ts';
import { inScope, scopeProblem } from './scope.ts';
import { ormOf, type Session } from './session.ts';
import type { MemoryRow } from './to-memory.ts';

/** Most characters of one page: an answer of RPC takes 32 MiB, and twice as much must fit into memory. */
const MAX_PAGE_CHARS = 4_000_000;

/** What is wrong with a scope that may be left out altogether; null for a usable one. */
export function optionalScopeProblem(scope: Scope, path: string): Failure | null {
  const isWhole = Object.values(scope).every((id) => id === undefined);
  return isWhole ? null : scopeProblem(scope, path);
}

/** What is wrong with a place in the order of rows, or with how many are asked for; null when nothing is. */
export function pageProblem(seq: number, limit: number): Failure | null {
  if (!Number.isSafeInteger(seq) || seq < 0) {
    return fieldFailure('/cursor', 'Cannot read page: the cursor is not one of an earlier answer');
  }
  if (Number.isSafeInteger(limit) && limit > 0) return null;
  return fieldFailure('/limit', 'Cannot read page: give a limit of at least 1');
}

/** Which rows a page shows. */
export interface Shown {
  readonly tenant: string;
  /** `{}`: all of the tenant. */
  readonly scope: Scope;
  readonly nowMs: number;
  /** Further conditions. */
  readonly where: SQL | undefined;
  readonly limit: number;
  readonly order: 'newest' | 'written';
}

/**
 * Rows of a tenant that have not expired, in the order of their writing, or the newest first, and the `seq` of the last one when there may be
 * more. At most `limit`; fewer when their texts are very long, but one in any case when there is any.
 */
export async function pageRows(
  db: Session,
  { tenant, scope, nowMs, where, limit, order }: Shown,
): Promise<{ readonly rows: readonly MemoryRow[]; readonly next: number | null }> {
  const bySeq = order === 'newest' ? desc(memories.seq) : asc(memories.seq);
  const direction = sql.raw(order === 'newest' ? 'desc' : 'asc');
  const unexpired = or(isNull(memories.expiresAtMs), gt(memories.expiresAtMs, nowMs));
  const chars = sql`length(${memories.text}) + length(${memories.metadata})`;
  // One row more than asked for tells whether there are more.
  const found = sql`select ${memories.seq} as seq, ${chars} as chars from ${memories}
    where ${and(inScope(tenant, scope), unexpired, where)} order by ${bySeq} limit ${limit + 1}`;
  const running = sql`select seq, sum(chars) over (order by seq ${direction}) - chars as before
    from (${found})`;
  const rows = await ormOf(db)
    .select()
    .from(memories)
    .where(sql`${memories.seq} in (select seq from (${running}) where before < ${MAX_PAGE_CHARS})`)
    .orderBy(bySeq);
  const shown = rows.slice(0, limit);
  const size = shown.reduce((sum, { text, metadata }) => sum + text.length + metadata.length, 0);
  const isLast = rows.length <= limit && size < MAX_PAGE_CHARS;
  return { rows: shown, next: isLast ? null : (shown.at(-1)?.seq ?? null) };
}
