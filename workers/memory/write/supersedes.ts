/** "This takes the place of that", said by the caller: both become values of one series. */
import { and, eq, sql } from 'drizzle-orm';
import type { NewMemory } from '../../../shared/contracts/memory.ts';
import { type Failure, fieldFailure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { memories } from '../schema/memories.ts';
import { ormOf, type Session } from '../session.ts';
import { type Insert, isOwnSeries, ownSeries, textValue } from './prepare.ts';

const JOIN = `update memory_memories set series = ?3, series_value = ?4
  where tenant = ?1 and id = ?2 and series is null`;

/** Rows with the series that the caller's words put them in, and what has to be written before them. */
export interface Joined {
  readonly rows: readonly Insert[];
  readonly before: readonly D1PreparedStatement[];
}

/**
 * Puts rows that supersede another memory into its series. Fails for a memory that is not there or is
 * of another user or agent, and for one that is the value of another thing.
 */
export async function joinSuperseded(
  db: Session,
  tenant: string,
  given: readonly { readonly memory: NewMemory; readonly row: Insert }[],
): Promise<Result<Joined, Failure>> {
  const ids = given.flatMap(({ memory }) => memory.supersedes ?? []);
  if (ids.length === 0) return ok({ rows: given.map(({ row }) => row), before: [] });
  const found = await ormOf(db)
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.tenant, tenant),
        sql`${memories.id} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    );
  const byId = new Map(found.map((row) => [row.id, row]));
  const before: D1PreparedStatement[] = [];
  const rows: Insert[] = [];
  for (const [i, { memory, row }] of given.entries()) {
    if (memory.supersedes === undefined) {
      rows.push(row);
      continue;
    }
    const old = byId.get(memory.supersedes);
    const isOwn = old !== undefined && old.userId === row.userId && old.agentId === row.agentId;
    if (old === undefined || !isOwn) {
      const detail = 'Cannot supersede memory: no such id in this scope';
      return fail(fieldFailure(`/memories/${i}/supersedes`, detail));
    }
    // What the text seems to say of a thing gives way to what the caller says; entity and key do not.
    const own = memory.key === undefined ? null : (row.series ?? null);
    const series = old.series ?? own ?? (await ownSeries(memory, old.id));
    if (own !== null && own !== series) {
      const detail =
        'Cannot supersede memory: it is about another entity or key; leave entity and key out';
      return fail(fieldFailure(`/memories/${i}/supersedes`, detail));
    }
    if (!(await isOwnSeries(memory, series))) {
      const detail = 'Cannot supersede memory: it belongs to another run';
      return fail(fieldFailure(`/memories/${i}/supersedes`, detail));
    }
    if (old.series === null) {
      const value = await textValue(old.text);
      before.push(db.prepare(JOIN).bind(tenant, old.id, series, value));
    }
    const value =
      row.series === series && row.seriesValue != null
        ? row.seriesValue
        : await textValue(row.text);
    const seriesValue = value === old.seriesValue ? await textValue(row.text) : value;
    rows.push({ ...row, series, seriesValue });
  }
  return ok({ rows, before });
}
