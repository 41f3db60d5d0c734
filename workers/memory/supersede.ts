/**
 * Which of the values of one thing holds when. Worked out from the rows of a series alone, by when they
 * hold from and by who vouches for them, so that the order of arrival does not matter, and so that a
 * row that is deleted or struck gives back what it superseded.
 */
import type { Session } from './session.ts';

/** In the order of when rows hold from; what was written first decides between equals. */
const before = (a: string, b: string) =>
  `(${a}.holds_from_ms < ${b}.holds_from_ms or (${a}.holds_from_ms = ${b}.holds_from_ms and ${a}.seq < ${b}.seq))`;
/** A row that ends another one: later, with another value, from somebody at least as trusted. */
const ends = (later: string, row: string) =>
  `${later}.tenant = ${row}.tenant and ${later}.series = ${row}.series
    and ${later}.series_value <> ${row}.series_value
    and ${later}.authority_rank <= ${row}.authority_rank
    and ${later}.holds_from_ms >= ${row}.holds_from_ms and ${before(row, later)}`;

/** The series that are worked out, as one value. */
const SERIES = 'select value from json_each(?2)';

/**
 * Rows with the same text, between which nothing else held, are one: each later one with the first. A
 * text that is written again after it was superseded gets a row of its own, which may turn out as such.
 */
const TWINS = `with twins as (
    select t.seq as seq, t.id as id, (
      select r.seq from memory_memories r
      where r.tenant = t.tenant and r.series = t.series and r.content_hash = t.content_hash
        and ${before('r', 't')}
        and not exists (select 1 from memory_memories s where ${ends('s', 'r')} and ${before('s', 't')})
      order by r.holds_from_ms, r.seq limit 1
    ) as root
    from memory_memories t where t.tenant = ?1 and t.series in (${SERIES}) and (t.series, t.content_hash) in (
      select series, content_hash from memory_memories where tenant = ?1 and series in (${SERIES})
      group by series, content_hash having count(*) > 1)
  )`;
/** What the later ones say of use, of trust and of times goes to the first. */
const ABSORB = `${TWINS}, gained as (
    select w.root as root, sum(t.useful_count + 1) as useful, max(t.last_useful_at_ms) as last_useful,
      min(t.authority_rank) as authority, (
        select json_group_array(distinct times.value) from twins w2
        join memory_memories t2 on t2.seq = w2.seq,
        json_each(json_insert(t2.restated_at_ms, '$[#]', t2.holds_from_ms)) times
        where w2.root = w.root
      ) as restated
    from twins w join memory_memories t on t.seq = w.seq where w.root is not null group by w.root
  )
  update memory_memories set useful_count = useful_count + g.useful,
    last_useful_at_ms = max(coalesce(last_useful_at_ms, 0), coalesce(g.last_useful, ?3)),
    authority_rank = min(authority_rank, g.authority),
    restated_at_ms = (
      select json_group_array(value) from (
        select value from json_each(memory_memories.restated_at_ms)
        union select value from json_each(g.restated)
      ) where value > holds_from_ms),
    updated_at_ms = ?3, change = 'duplicate', changed_by = ?4
  from gained g where memory_memories.seq = g.root`;
const TIE = `${TWINS} insert into memory_links (tenant, from_id, to_id, kind, at_ms)
  select ?1, w.id, r.id, 'merged', ?3 from twins w join memory_memories r on r.seq = w.root where true
  on conflict do nothing`;
const REMOVE = `${TWINS} delete from memory_memories
  where seq in (select seq from twins where root is not null)`;

/**
 * A row that ends another one does so from when it holds itself; the first such row decides. Where none
 * does, but a row in another series has the same text and holds, that one stands for it: of one text only
 * one row holds at a time.
 */
const SUPERSEDE = `with ends as (
    select r.seq as seq, r.superseded_at_ms as was_at, r.superseded_by as was_by, coalesce(
      (select n.seq from memory_memories n where ${ends('n', 'r')}
        order by n.holds_from_ms, n.seq limit 1),
      (select o.seq from memory_memories o
        where o.tenant = r.tenant and o.content_hash = r.content_hash and o.superseded_at_ms is null
          and o.seq <> r.seq and r.superseded_at_ms is not null limit 1)
    ) as by_seq
    from memory_memories r where r.tenant = ?1 and r.series in (${SERIES})
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
    from memory_memories r where r.tenant = ?1 and r.series in (${SERIES})
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
 * The statements that work out some series anew, each by itself. They change nothing where it is right already, so they may
 * be run at any time; they belong in the transaction that changed a row of the series.
 */
export function resolveSeries(
  db: Session,
  tenant: string,
  series: readonly string[],
  { nowMs, by }: ResolvedBy,
): readonly D1PreparedStatement[] {
  if (series.length === 0) return [];
  const given = [tenant, JSON.stringify(series), nowMs, by];
  return [
    db.prepare(ABSORB).bind(...given),
    db.prepare(TIE).bind(...given.slice(0, 3)),
    db.prepare(REMOVE).bind(...given.slice(0, 2)),
    db.prepare(SUPERSEDE).bind(...given),
    // Once more for a row that waited for another one of its text to be superseded in the same step.
    db.prepare(SUPERSEDE).bind(...given),
    db.prepare(CONFLICTS).bind(...given),
  ];
}
