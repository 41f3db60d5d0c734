import { and, desc, eq } from 'drizzle-orm';
import type { Failure } from '../../shared/errors.ts';
import { links } from './schema/history.ts';
import { archives } from './schema/upkeep.ts';
import { ormOf, type Session } from './session.ts';

/**
 * The failure of reading an id that was a memory and went somewhere: into another one, which it names,
 * or to the archive, which it can be brought back from. Null for one of which nothing is known.
 */
export async function whereItWent(
  db: Session,
  tenant: string,
  id: string,
): Promise<Failure | null> {
  const orm = ormOf(db);
  const [[merged], [archived]] = await orm.batch([
    orm
      .select({ into: links.toId, atMs: links.atMs })
      .from(links)
      .where(and(eq(links.tenant, tenant), eq(links.fromId, id), eq(links.kind, 'merged')))
      .orderBy(desc(links.atMs))
      .limit(1),
    orm
      .select({ reason: archives.reason, atMs: archives.archivedAtMs })
      .from(archives)
      // A pending one whose row is gone was deleted before it was archived.
      .where(
        and(eq(archives.tenant, tenant), eq(archives.memoryId, id), eq(archives.state, 'stored')),
      ),
  ]);
  if (merged !== undefined) {
    return {
      code: 'not_found',
      detail: 'Cannot find memory: it was merged into another one, read that',
      extra: { state: 'merged', into: merged.into, at: new Date(merged.atMs).toISOString() },
    };
  }
  if (archived === undefined) return null;
  return {
    code: 'not_found',
    detail: `Cannot find memory: it is archived, POST /v1/memories/${id}/restore brings it back`,
    extra: {
      state: 'archived',
      at: new Date(archived.atMs).toISOString(),
      reason: archived.reason,
    },
  };
}
