/** Puts copies into the memories that say the same, so that nothing of them is lost. */
import type { Copy } from '../../../shared/compare/copies.ts';
import { mergedFields } from '../../../shared/memory/consolidate/merged-fields.ts';
import { jsonPagesOf } from '../json-pages.ts';
import { resolveSeries } from '../supersede.ts';
import { toMemory } from '../to-memory.ts';
import { unchangedStatement, type VersionedRow } from '../unchanged.ts';
import { CONSOLIDATION, type StepContext } from './step.ts';

const LINK = `insert or ignore into memory_links (tenant, from_id, to_id, kind, at_ms)
  select ?1, e.value ->> 'id', e.value ->> 'into', 'merged', ?3 from json_each(?2) e`;
/** Of each copy (`id`) and the memory that it goes into (`into`): where a column that held the copy leads now. */
const into = (column: string) =>
  `(select e.value ->> 'into' from json_each(?2) e where e.value ->> 'id' = ${column})`;
const COPIES = "(select value ->> 'id' from json_each(?2))";
const MOVES = [
  // What led to the copy, or what the copy was made of, leads to where it is now.
  `update or ignore memory_links set to_id = ${into('to_id')}
    where tenant = ?1 and to_id in ${COPIES}`,
  `update or ignore memory_links set from_id = ${into('from_id')}
    where tenant = ?1 and from_id in ${COPIES} and kind = 'source'`,
  `delete from memory_links where tenant = ?1 and from_id = to_id
    and to_id in (select value ->> 'into' from json_each(?2))`,
  // A window that credited the copy must not be counted for the same statement again.
  `update or ignore memory_credits set memory_id = ${into('memory_id')}
    where tenant = ?1 and memory_id in ${COPIES}`,
  // What had gone into the copy goes along.
  `update memory_history set memory_id = ${into('memory_id')}
    where tenant = ?1 and memory_id in ${COPIES} and event = 'merged'`,
];
const RECORD = `insert into memory_history (tenant, memory_id, at_ms, event, by, changes)
  select ?1, e.value ->> 'into', ?3, 'merged', ?4,
    json_object('merged', json_array(null, json(e.value -> 'memory')))
  from json_each(?2) e`;
const DELETE = `delete from memory_memories where tenant = ?1
  and id in (select value ->> 'id' from json_each(?2))`;
const KEEP = `update memory_memories set
    (metadata, holds_from_ms, restated_at_ms, useful_count, last_useful_at_ms, last_recalled_at_ms) = (
      select e.value ->> 'metadata', e.value ->> 'holdsFromMs', e.value ->> 'restatedAtMs',
        e.value ->> 'usefulCount', e.value ->> 'lastUsefulAtMs', e.value ->> 'lastRecalledAtMs'
      from json_each(?2) e where e.value ->> 'id' = memory_memories.id),
    updated_at_ms = ?3, change = 'merged', changed_by = ?4
  where tenant = ?1 and id in (select value ->> 'id' from json_each(?2))`;

/**
 * The statements that merge `found` among `rows`, or none of them when one of these rows was changed
 * since it was read. The kept memory takes over counts, times, metadata, ties and credits; all that the
 * copy was is an entry of its history, and a link leads from the copy's id to it. `[]` for no copies.
 */
export async function mergeStatements(
  { db, tenant, nowMs }: StepContext,
  rows: readonly VersionedRow[],
  found: readonly Copy[],
): Promise<readonly D1PreparedStatement[]> {
  if (found.length === 0) return [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const merges = found.flatMap(({ id, into }) => {
    const [copy, kept] = [byId.get(id), byId.get(into)];
    return copy === undefined || kept === undefined ? [] : [{ copy, kept }];
  });
  const involved = [...new Set(merges.flatMap(({ copy, kept }) => [copy, kept]))];
  const pairs = merges.map(({ copy, kept }) => ({ id: copy.id, into: kept.id }));
  const records = merges.map(({ copy, kept }) => ({ into: kept.id, memory: toMemory(copy) }));
  const keeps = [...Map.groupBy(merges, ({ kept }) => kept)].map(([kept, group]) => ({
    id: kept.id,
    ...mergedFields(
      kept,
      group.map(({ copy }) => copy),
    ),
  }));
  const bind = (statement: string, list: readonly unknown[], ...rest: readonly unknown[]) =>
    db.prepare(statement).bind(tenant, JSON.stringify(list), ...rest);
  const series = new Set(involved.flatMap((row) => row.series ?? []));
  return [
    unchangedStatement(db, tenant, involved),
    bind(LINK, pairs, nowMs),
    ...MOVES.map((statement) => bind(statement, pairs)),
    ...jsonPagesOf(records).map((page) => bind(RECORD, page, nowMs, CONSOLIDATION)),
    bind(DELETE, pairs),
    ...jsonPagesOf(keeps).map((page) => bind(KEEP, page, nowMs, CONSOLIDATION)),
    ...resolveSeries(db, tenant, [...series], { nowMs, by: CONSOLIDATION }),
  ];
}
