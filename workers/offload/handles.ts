import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { OffloadInfo } from '../../shared/contracts/offload.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { TRUSTS, type Trust } from '../../shared/types.ts';
import type { Measured } from './measure.ts';
import { offloadHandles, offloadSessions } from './schema.ts';

type Row = typeof offloadHandles.$inferSelect;

/** What is to be recorded for a handle. */
export interface HandleRecord {
  readonly tenant: string;
  readonly handle: string;
  readonly measured: Measured;
  readonly mediaType: string;
  readonly source: string;
  readonly trust: Trust;
  readonly sessionId: string | null;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/**
 * Records a handle, or renews it: the later expiry and the lower trust win, and the source that is shown
 * is the one of that trust. One batch, so that the handle and its session are recorded together.
 */
export async function recordHandle(db: D1Database, record: HandleRecord): Promise<OffloadInfo> {
  const { tenant, handle, measured, nowMs } = record;
  const orm = drizzle(db);
  const upsert = orm
    .insert(offloadHandles)
    .values({
      tenant,
      handle,
      ...measured,
      mediaType: record.mediaType,
      source: record.source,
      trustRank: TRUSTS.indexOf(record.trust),
      createdAtMs: nowMs,
      expiresAtMs: record.expiresAtMs,
    })
    .onConflictDoUpdate({
      target: [offloadHandles.tenant, offloadHandles.handle],
      set: {
        source: sql`case when excluded.trust_rank > trust_rank then excluded.source else source end`,
        trustRank: sql`max(trust_rank, excluded.trust_rank)`,
        expiresAtMs: sql`max(expires_at_ms, excluded.expires_at_ms)`,
      },
    })
    .returning();
  if (record.sessionId === null) {
    const [row] = await upsert;
    return toInfo(row);
  }
  const session = { tenant, sessionId: record.sessionId, handle, createdAtMs: nowMs };
  const [rows] = await orm.batch([
    upsert,
    orm.insert(offloadSessions).values(session).onConflictDoNothing(),
  ]);
  return toInfo(rows[0]);
}

/**
 * The handle of a tenant. Unknown and foreign handles give the same `not_found`; one whose time is over
 * at `nowMs` gives `gone`.
 */
export async function findHandle(
  db: D1Database,
  tenant: string,
  handle: string,
  nowMs: number,
): Promise<Result<OffloadInfo, Failure>> {
  const [row] = await drizzle(db)
    .select()
    .from(offloadHandles)
    .where(and(eq(offloadHandles.tenant, tenant), eq(offloadHandles.handle, handle)));
  if (row === undefined) return fail(unknownHandle());
  if (row.expiresAtMs <= nowMs) return fail(goneHandle('it has expired'));
  return ok(toInfo(row));
}

/** The one failure for every handle that the tenant does not have; it never repeats the handle. */
export function unknownHandle(): Failure {
  return { code: 'not_found', detail: 'Cannot find offload: no such handle' };
}

/** The failure for a handle that existed. */
export function goneHandle(state: string): Failure {
  return { code: 'gone', detail: `Cannot read offload: ${state}` };
}

function toInfo(row: Row | undefined): OffloadInfo {
  const trust = TRUSTS[row?.trustRank ?? -1];
  if (row === undefined || trust === undefined)
    throw new Error('Offload row is missing or invalid');
  return {
    handle: row.handle,
    bytes: row.bytes,
    tokens: row.tokens,
    tokens_estimated: row.tokensEstimated,
    lines: row.lines,
    sha256: row.sha256,
    media_type: row.mediaType,
    source: row.source,
    trust,
    created_at: new Date(row.createdAtMs).toISOString(),
    expires_at: new Date(row.expiresAtMs).toISOString(),
  };
}
