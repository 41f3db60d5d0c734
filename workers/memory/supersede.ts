/**
 * Which of the values of one thing holds when. Worked out from the rows of a series alone, by when they
 * hold from and by who vouches for them, so that the order of arrival does not matter, and so that a
 * row that is deleted or struck gives back what it superseded.
 */
import type { Session } from './session.ts';

/** A later row with another value, from somebody at least as trusted, ends a row. The first such row decides. */
const SUPERSEDE = `with ends as (
    select r.seq as seq, r.superseded_at_ms as was_at, r.superseded_by as was_by, (
      select n.seq from memory_memories n
      where n.tenant = r.tenant and n.series = r.series and n.series_value <> r.series_value
        and n.authority_rank <= r.authority_rank
        and (n.holds_from_ms > r.holds_from_ms or (n.holds_from_ms = r.holds_from_ms and n.seq > r.seq))
      order by n.holds_from_ms, n.seq limit 1
    ) as by_seq
    from memory_memories r where r.tenant = ?1 and r.series = ?2
  ), decided as (
    select e.seq, e.was_at, e.was_by, n.holds_from_ms as at, n.id as by
    from ends e left join memory_memories n on n.seq = e.by_seq
  )
  update memory_memories set superseded_at_ms = d.at, superseded_by = d.by, updated_at_ms = ?3,
    change = case when d.by is null then 'reinstated' else 'superseded' end, changed_by = ?4
  from decided d
  where memory_memories.seq = d.seq and (d.was_at is not d.at or d.was_by is not d.by)`;

/** Somebody less trusted cannot end what holds: both stay, and the later one says what it disagrees with. */
const CONFLICTS = `with found as (
    select r.seq as seq, r.conflicts_with as was, (
      select n.id from memory_memories n
      where n.tenant = r.tenant and n.series = r.series and n.series_value <> r.series_value
        and n.authority_rank < r.authority_rank and n.holds_from_ms <= r.holds_from_ms
        and (n.superseded_at_ms is null or n.superseded_at_ms > r.holds_from_ms)
        and (n.valid_to_ms is null or n.valid_to_ms > r.holds_from_ms)
      order by n.holds_from_ms desc, n.seq desc limit 1
    ) as id
    from memory_memories r where r.tenant = ?1 and r.series = ?2
  )
  update memory_memories set conflicts_with = f.id, updated_at_ms = ?3,
    change = case when f.id is null then 'agreed' else 'conflict' end, changed_by = ?4
  from found f where memory_memories.seq = f.seq and f.was is not f.id`;

/** When and for whom a series is worked out; it is what the history says. */
export interface ResolvedBy {
  readonly nowMs: number;
  readonly by: string | null;
}

/**
 * The statements that work out a series anew. They change nothing where it is right already, so they may
 * be run at any time; they belong in the transaction that changed a row of the series.
 */
export function resolveSeries(
  db: Session,
  tenant: string,
  series: string,
  { nowMs, by }: ResolvedBy,
): readonly D1PreparedStatement[] {
  return [SUPERSEDE, CONFLICTS].map((statement) =>
    db.prepare(statement).bind(tenant, series, nowMs, by),
  );
}
