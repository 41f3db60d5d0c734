import { emptySlice, type Slice, type Step } from './step.ts';

/** Credits that are deleted in one transaction. */
const SLICE = 1_000;
/** A window's outcome comes within days; until then it must not count twice. 40 days, in milliseconds. */
const KEPT_MS = 40 * 86_400_000;

const OLD = `select rowid as entry from memory_credits
  where tenant = ?1 and at_ms < ?2 and rowid > ?3 order by rowid limit ${SLICE}`;
const DELETE = 'delete from memory_credits where rowid in (select value from json_each(?1))';

/** Forgets which windows were credited, once no outcome of theirs can come any more. */
export const credits: Step = {
  name: 'credits',
  async slice({ db, tenant, nowMs }, cursor): Promise<Slice> {
    const { results } = await db
      .prepare(OLD)
      .bind(tenant, nowMs - KEPT_MS, cursor)
      .all<{ readonly entry: number }>();
    const last = results.at(-1);
    if (last === undefined) return emptySlice(null);
    const entries = JSON.stringify(results.map(({ entry }) => entry));
    return {
      cursor: results.length < SLICE ? null : last.entry,
      counts: { history_trimmed: results.length },
      notes: [`trim ${results.length} credits`],
      statements: [db.prepare(DELETE).bind(entries)],
    };
  },
};
