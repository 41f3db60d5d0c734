/** Makes a transaction fail when a row is not what it was when the decision about it was made. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { memories } from './schema/memories.ts';
import { ormOf, type Session } from './session.ts';
import type { MemoryRow } from './to-memory.ts';

/** A row as it was read: any change since then, a use included, makes it another one. */
export interface ReadRow {
  readonly id: string;
  readonly updatedAtMs: number;
  readonly lastRecalledAtMs: number | null;
  /** Its last entry in the history, which every change adds one to; 0 for none. See `VERSION`. */
  readonly version: number;
}

/** A whole row with its version. */
export type VersionedRow = MemoryRow & { readonly version: number };

/** The version of the row `m`. */
const VERSION_OF = `coalesce((select max(h.seq) from memory_history h
  where h.tenant = m.tenant and h.memory_id = m.id), 0)`;
/** The version of the row `m`, as a column. */
export const VERSION = `${VERSION_OF} as version`;

/** Null, which the table does not take, when one of the rows is gone or another one. */
const CHECK = `insert into memory_lease_checks (held) select case when (
    select count(*) from json_each(?2) e
    cross join memory_memories m on m.tenant = ?1 and m.id = e.value ->> 'id'
    where m.updated_at_ms = e.value ->> 'at' and m.last_recalled_at_ms is (e.value ->> 'recalled')
      and ${VERSION_OF} = e.value ->> 'version'
  ) = json_array_length(?2) then 1 end`;

/**
 * The statement that refuses the transaction of a lease when a row of a tenant was changed or deleted
 * since it was read. `[]` always passes.
 */
export function unchangedStatement(
  session: Session,
  tenant: string,
  rows: readonly ReadRow[],
): D1PreparedStatement {
  const read = rows.map(({ id, updatedAtMs, lastRecalledAtMs, version }) => ({
    id,
    at: updatedAtMs,
    recalled: lastRecalledAtMs,
    version,
  }));
  return session.prepare(CHECK).bind(tenant, JSON.stringify(read));
}

/** Whole rows with their versions, in the order of writing; `which` tells their places. */
export function readVersioned(session: Session, which: SQL): Promise<readonly VersionedRow[]> {
  return ormOf(session)
    .select({
      ...getTableColumns(memories),
      // Spelled out: inside the subquery a bare column would be one of the history's.
      version: sql<number>`coalesce((select max(h.seq) from memory_history h
          where h.tenant = memory_memories.tenant and h.memory_id = memory_memories.id), 0)`,
    })
    .from(memories)
    .where(sql`${memories.seq} in (${which})`)
    .orderBy(memories.seq);
}
