import type { Session } from '../session.ts';

/** What became of a new memory among the values of its series. */
export interface Standing {
  /** Its id, or that of the memory which it turned out to repeat. */
  readonly id: string;
  readonly isRepeat: boolean;
  /** The latest of those whose place it took; null for none. */
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly conflictsWith: string | null;
}

const SELECT = `select j.value as given, m.id, m.superseded_by, m.conflicts_with, (
    select o.id from memory_memories o where o.tenant = m.tenant and o.superseded_by = m.id
    order by o.holds_from_ms desc, o.seq desc limit 1) as supersedes
  from json_each(?2) j
  left join memory_links l on l.tenant = ?1 and l.from_id = j.value and l.kind = 'merged'
  cross join memory_memories m on m.tenant = ?1 and m.id = coalesce(l.to_id, j.value)`;

type Row = {
  readonly given: string;
  readonly id: string;
  readonly supersedes: string | null;
  readonly superseded_by: string | null;
  readonly conflicts_with: string | null;
};

/** How memories stand to the others of their series, by the id that they were written under. Ids that are not there
 * are left out. */
export async function standingOf(
  db: Session,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  if (ids.length === 0) return new Map();
  const { results } = await db.prepare(SELECT).bind(tenant, JSON.stringify(ids)).all<Row>();
  return new Map(
    results.map((row) => [
      row.given,
      {
        id: row.id,
        isRepeat: row.id !== row.given,
        supersedes: row.supersedes,
        supersededBy: row.superseded_by,
        conflictsWith: row.conflicts_with,
      },
    ]),
  );
}
