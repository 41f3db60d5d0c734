import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { OffloadEnv } from './env.ts';
import { objectKey } from './keys.ts';
import { offloadHandles, offloadSessions } from './schema.ts';

type Database = ReturnType<typeof drizzle>;

/** The members of a list as one bound value: D1 takes a hundred of them. */
function members(list: readonly string[]) {
  return sql`(select value from json_each(${JSON.stringify(list)}))`;
}

/**
 * Removes handles for good, and the bytes that no other handle of the tenant leads to. Bytes go first:
 * while the handle is there, a repeat finds what an interruption left. Handles that the tenant does not
 * have count for nothing.
 * @returns how many handles went
 */
export async function removeHandles(
  env: OffloadEnv,
  tenant: string,
  handles: readonly string[],
  nowMs: number,
): Promise<number> {
  if (handles.length === 0) return 0;
  const db = drizzle(env.DB);
  const mine = and(
    eq(offloadHandles.tenant, tenant),
    inArray(offloadHandles.handle, members(handles)),
  );
  const rows = await db.select({ sha256: offloadHandles.sha256 }).from(offloadHandles).where(mine);
  const hashes = [...new Set(rows.map(({ sha256 }) => sha256))];
  if (hashes.length === 0) return 0;
  const shared = await stillNamed(db, tenant, hashes, handles, nowMs);
  await deleteBytes(env, tenant, hashes, shared);
  const [removed] = await db.batch([
    db.delete(offloadHandles).where(mine).returning({ handle: offloadHandles.handle }),
    db
      .delete(offloadSessions)
      .where(
        and(eq(offloadSessions.tenant, tenant), inArray(offloadSessions.handle, members(handles))),
      ),
  ]);
  // Of two removals at once, each may have left the bytes to the handle of the other.
  const kept = [...shared];
  await deleteBytes(env, tenant, kept, await stillNamed(db, tenant, kept, handles, nowMs));
  return removed.length;
}

/** Those of the hashes that a handle outside `handles` leads to. One that has expired leads nowhere. */
async function stillNamed(
  db: Database,
  tenant: string,
  hashes: readonly string[],
  handles: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ sha256: offloadHandles.sha256 })
    .from(offloadHandles)
    .where(
      and(
        eq(offloadHandles.tenant, tenant),
        inArray(offloadHandles.sha256, members(hashes)),
        notInArray(offloadHandles.handle, members(handles)),
        gt(offloadHandles.expiresAtMs, nowMs),
      ),
    );
  return new Set(rows.map(({ sha256 }) => sha256));
}

async function deleteBytes(
  env: OffloadEnv,
  tenant: string,
  hashes: readonly string[],
  kept: ReadonlySet<string>,
): Promise<void> {
  const gone = hashes.filter((hash) => !kept.has(hash));
  if (gone.length === 0) return;
  await env.BUCKET.delete(await Promise.all(gone.map((hash) => objectKey(tenant, hash))));
}
