import { resolveSeries } from '../supersede.ts';
import { CONSOLIDATION, emptySlice, type Slice, type Step, type StepContext } from './step.ts';

/** Series per transaction; each takes a handful of statements. */
const SLICE = 50;

const SERIES = `select series, max(seq) as seq from (
    select series, seq from memory_memories indexed by memory_memories_unsettled
    where tenant = ?1 and settled_at_ms is null and seq > ?2 order by seq limit ?3)
  group by series`;
/** The rule of `supersede.ts` as a question: which rows are not what it would make of them. */
const WRONG = `select r.series, r.id,
    r.superseded_at_ms is not n.holds_from_ms or r.superseded_by is not n.id as isSuperseded
  from json_each(?2) e
  cross join memory_memories r on r.tenant = ?1 and r.series = e.value
  left join memory_memories n on n.seq = coalesce((
    select n.seq from memory_memories n
    where n.tenant = r.tenant and n.series = r.series and n.series_value <> r.series_value
      and n.authority_rank <= r.authority_rank and n.holds_from_ms >= r.holds_from_ms
      and (n.holds_from_ms > r.holds_from_ms or n.seq > r.seq)
    order by n.holds_from_ms, n.seq limit 1), (
    select o.seq from memory_memories o
    where o.tenant = r.tenant and o.content_hash = r.content_hash and o.superseded_at_ms is null
      and o.seq <> r.seq and r.superseded_at_ms is not null limit 1))
  left join memory_memories c on c.seq = (
    select c.seq from memory_memories c
    where c.tenant = r.tenant and c.series = r.series and c.series_value <> r.series_value
      and c.authority_rank < r.authority_rank and c.holds_from_ms <= r.holds_from_ms
      and (c.superseded_at_ms is null or c.superseded_at_ms > r.holds_from_ms)
      and (c.valid_to_ms is null or c.valid_to_ms > r.holds_from_ms)
    order by c.holds_from_ms desc, c.seq desc limit 1)
  where r.superseded_at_ms is not n.holds_from_ms or r.superseded_by is not n.id
    or r.conflicts_with is not c.id`;

type Wrong = { readonly series: string; readonly id: string; readonly isSuperseded: number };

/**
 * Works out anew who supersedes whom in the series of new, changed and restored memories. Writing does
 * this already; here it is only repaired, so that a run finds nothing to do unless something went wrong.
 * Comes before copies are merged, so that nothing merges into what does not hold any more.
 */
export const supersessions: Step = {
  name: 'supersessions',
  async slice(context, cursor): Promise<Slice> {
    const { db, tenant, nowMs } = context;
    const found = await db
      .prepare(SERIES)
      .bind(tenant, cursor, SLICE)
      .all<{ readonly series: string | null; readonly seq: number }>();
    if (found.results.length === 0) return emptySlice(null);
    const last = Math.max(...found.results.map(({ seq }) => seq));
    const names = found.results.flatMap(({ series }) => series ?? []);
    const wrong = names.length === 0 ? [] : await wrongIn(context, names);
    const superseded = wrong.filter(({ isSuperseded }) => isSuperseded === 1);
    return {
      cursor: last,
      counts: { superseded: superseded.length },
      notes: wrong.map(({ id }) => `resolve ${id}`),
      statements: resolveSeries(db, tenant, [...new Set(wrong.map(({ series }) => series))], {
        nowMs,
        by: CONSOLIDATION,
      }),
    };
  },
};

async function wrongIn(
  { db, tenant }: StepContext,
  series: readonly string[],
): Promise<readonly Wrong[]> {
  const { results } = await db.prepare(WRONG).bind(tenant, JSON.stringify(series)).all<Wrong>();
  return results;
}
