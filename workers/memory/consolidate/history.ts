import { emptySlice, type Slice, type Step } from './step.ts';

/** Memories whose histories are looked at together. */
const WINDOW = 1_000;
/** Entries of a memory that are kept however old they are. */
const KEPT_ENTRIES = 50;
/** Entries younger than this are kept however many they are: 180 days, in milliseconds. */
const KEPT_MS = 180 * 86_400_000;

const SEQS = `select seq from memory_memories
  where tenant = ?1 and seq > ?2 order by seq limit ${WINDOW}`;
const LAST = `select count(*) as n, max(seq) as last from (${SEQS})`;
/** By memory ("+" keeps the database from going by age instead), the newest entry that there is no room for, and how many it and those before it are. */
const SURPLUS = `select t.id, t.surplus, count(*) as n from (
    select m.id, (
      select h.seq from memory_history h where h.tenant = m.tenant and h.memory_id = m.id
      order by h.seq desc limit 1 offset ${KEPT_ENTRIES}) as surplus
    from memory_memories m indexed by memory_memories_tenant
    where m.tenant = ?1 and m.seq > ?2 and m.seq <= (select max(seq) from (${SEQS}))
  ) t cross join memory_history h on h.tenant = ?1 and h.memory_id = t.id and h.seq <= t.surplus
  where +h.at_ms < ?3 group by t.id`;
const DELETE = `delete from memory_history where seq in (
  select h.seq from json_each(?2) e cross join memory_history h
    on h.tenant = ?1 and h.memory_id = e.value ->> 'id' and h.seq <= e.value ->> 'surplus'
  where +h.at_ms < ?3)`;

type Window = { readonly n: number; readonly last: number | null };
type Surplus = { readonly id: string; readonly surplus: number; readonly n: number };

/** Trims histories that are both long and old. */
export const history: Step = {
  name: 'history',
  async slice({ db, tenant, nowMs }, cursor): Promise<Slice> {
    const before = nowMs - KEPT_MS;
    const [windows, found] = await db.batch([
      db.prepare(LAST).bind(tenant, cursor),
      db.prepare(SURPLUS).bind(tenant, cursor, before),
    ]);
    const [window] = (windows?.results ?? []) as Window[];
    if (window === undefined || window.last === null) return emptySlice(null);
    const results = (found?.results ?? []) as Surplus[];
    const after = window.n < WINDOW ? null : window.last;
    if (results.length === 0) return emptySlice(after);
    return {
      cursor: after,
      counts: { history_trimmed: results.reduce((sum, { n }) => sum + n, 0) },
      notes: results.map(({ id, n }) => `trim ${n} entries of ${id}`),
      statements: [db.prepare(DELETE).bind(tenant, JSON.stringify(results), before)],
    };
  },
};
