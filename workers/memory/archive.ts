/** Moves memories to the object store, with their history and ties, so that they can be brought back. */
import { archiveKey } from './archive-key.ts';
import type { Env } from './env.ts';
import type { Lease } from './lease.ts';
import { pagesOf } from './pages.ts';
import type { history, links } from './schema/history.ts';
import type { Session } from './session.ts';
import type { MemoryRow } from './to-memory.ts';
import { unchangedStatement, type VersionedRow } from './unchanged.ts';

/** Version of what an object holds. */
const FORMAT = 1;
/** Objects that are written at a time. */
const PARALLEL = 6;
/** History that is taken along, in characters of JSON; what is older than that is left behind. */
const MAX_HISTORY_CHARS = 2_000_000;
/** Entries of a history that are taken along. */
const MAX_ENTRIES = 200;

const HISTORY = `select seq, memory_id as memoryId, at_ms as atMs, event, by, changes from (
    select *, row_number() over (partition by memory_id order by seq desc) as n,
      sum(length(changes)) over (partition by memory_id order by seq desc) as chars
    from memory_history
    where tenant = ?1 and memory_id in (select value from json_each(?2)))
  where n <= ${MAX_ENTRIES} and chars <= ?3 order by seq`;
const LINKS = `select tenant, from_id as fromId, to_id as toId, kind, at_ms as atMs from memory_links
    where tenant = ?1 and to_id in (select value from json_each(?2))
  union all select tenant, from_id, to_id, kind, at_ms from memory_links
    where tenant = ?1 and from_id in (select value from json_each(?2)) and kind = 'source'`;
/** The intent comes first: an object without a row would be found by nobody. */
const INTEND = `insert into memory_archives
    (tenant, memory_id, user_id, agent_id, run_id, state, reason, archived_at_ms)
  select m.tenant, m.id, m.user_id, m.agent_id, m.run_id, 'pending', ?3, ?4
  from json_each(?2) e cross join memory_memories m on m.tenant = ?1 and m.id = e.value
  where true on conflict (tenant, memory_id) do update set state = 'pending', reason = excluded.reason,
    archived_at_ms = excluded.archived_at_ms`;
const STORED = `update memory_archives set state = 'stored'
  where tenant = ?1 and memory_id in (select value from json_each(?2))`;
const DELETE = `delete from memory_memories
  where tenant = ?1 and id in (select value from json_each(?2))`;
const KNOWN = `select memory_id as id from memory_archives
  where tenant = ?1 and memory_id in (select value from json_each(?2))`;

/** An entry of the history as it is archived, with its place. */
export type ArchivedEntry = Omit<typeof history.$inferSelect, 'tenant'>;

/** What the object of an archived memory holds. */
export interface ArchivedMemory {
  readonly format: typeof FORMAT;
  /** The row, its place in the order of writing included. */
  readonly row: MemoryRow;
  /** Oldest first. */
  readonly history: readonly ArchivedEntry[];
  readonly links: readonly (typeof links.$inferSelect)[];
}

/** Which memories are archived, and why. */
export interface Archiving {
  readonly rows: readonly VersionedRow[];
  readonly reason: string;
  readonly nowMs: number;
}

/**
 * Notes the intent and writes the objects. The memories are still there: `archiveStatements` closes it.
 * @throws Error when an object cannot be written, or when the lease was lost
 */
export async function writeArchives(
  env: Pick<Env, 'OFFLOAD'>,
  db: Session,
  tenant: string,
  { rows, reason, nowMs }: Archiving,
  lease: Lease,
): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const intent = db.prepare(INTEND).bind(tenant, ids, reason, nowMs);
  const intended = await lease.commit([intent]);
  if (!intended.ok) throw new Error('Cannot archive memories: the lease is held by another run');
  const chars = Math.floor(MAX_HISTORY_CHARS / rows.length);
  const [entries, ties] = await db.batch([
    db.prepare(HISTORY).bind(tenant, ids, chars),
    db.prepare(LINKS).bind(tenant, ids),
  ]);
  const historyOf = Map.groupBy(
    (entries?.results ?? []) as ArchivedEntry[],
    ({ memoryId }) => memoryId,
  );
  const linksOf = (ties?.results ?? []) as (typeof links.$inferSelect)[];
  for (const page of pagesOf(rows, PARALLEL)) {
    const written = await Promise.all(
      page.map(({ version: _version, ...row }) => {
        const archived: ArchivedMemory = {
          format: FORMAT,
          row,
          history: historyOf.get(row.id) ?? [],
          links: linksOf.filter(({ fromId, toId }) => fromId === row.id || toId === row.id),
        };
        return env.OFFLOAD.putObject(tenant, archiveKey(row.id), JSON.stringify(archived));
      }),
    );
    for (const answer of written) if (!answer.ok) throw new Error(answer.error.detail);
  }
}

/** The statements that close an archive: memories that were not changed meanwhile go, all or none. */
export function archiveStatements(
  db: Session,
  tenant: string,
  rows: readonly VersionedRow[],
): readonly D1PreparedStatement[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  return [
    unchangedStatement(db, tenant, rows),
    db.prepare(STORED).bind(tenant, ids),
    db.prepare(DELETE).bind(tenant, ids),
  ];
}

/** Deletes objects that nothing leads to: their memory was erased while they were written. */
export async function forgetObjects(
  env: Pick<Env, 'OFFLOAD'>,
  db: Session,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  const known = await db
    .prepare(KNOWN)
    .bind(tenant, JSON.stringify(ids))
    .all<{ readonly id: string }>();
  const kept = new Set(known.results.map(({ id }) => id));
  for (const id of ids) {
    if (!kept.has(id)) await env.OFFLOAD.deleteObject(tenant, archiveKey(id));
  }
}
