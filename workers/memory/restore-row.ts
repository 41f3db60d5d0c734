/** The statements that put an archived memory back among the memories. */
import { sql } from 'drizzle-orm';
import type { ArchivedMemory } from './archive.ts';
import { jsonPagesOf } from './json-pages.ts';
import type { RestoreTerms } from './restore.ts';
import { memories } from './schema/memories.ts';
import { ormOf, type Session } from './session.ts';
import { resolveSeries } from './supersede.ts';
import { toMemory } from './to-memory.ts';
import { wordsStatement } from './words.ts';

/** Null, which the table does not take, when the memory is not there: its text was struck. */
const CHECK = `insert into memory_lease_checks (held) select (
  select 1 from memory_memories where tenant = ?1 and id = ?2)`;
/** At their places, before the entry that says it was brought back; anew where a place is taken. */
const HISTORY = `insert into memory_history (seq, tenant, memory_id, at_ms, event, "by", changes)
  select case when exists (select 1 from memory_history h where h.seq = e.value ->> 'seq')
      then null else e.value ->> 'seq' end,
    ?1, ?2, e.value ->> 'atMs', e.value ->> 'event', e.value ->> 'by', e.value ->> 'changes'
  from json_each(?3) e`;
const LINKS = `insert or ignore into memory_links (tenant, from_id, to_id, kind, at_ms)
  select ?1, e.value ->> 'fromId', e.value ->> 'toId', e.value ->> 'kind', e.value ->> 'atMs'
  from json_each(?2) e`;
const COUNT = `update memory_memories set useful_count = useful_count + ?3,
    last_useful_at_ms = nullif(max(coalesce(last_useful_at_ms, 0), coalesce(?4, 0)), 0),
    updated_at_ms = ?5, change = 'merged', changed_by = ?6
  where tenant = ?1 and id = ?2`;
const RECORD = `insert into memory_history (tenant, memory_id, at_ms, event, "by", changes)
  values (?1, ?2, ?3, 'merged', ?4, json_object('merged', json_array(null, json(?5))))`;
const LINK = `insert or ignore into memory_links (tenant, from_id, to_id, kind, at_ms)
  values (?1, ?2, ?3, 'merged', ?4)`;

/** The memory as it was, in its place in the order of writing, to be looked at and indexed anew. */
export async function rowStatements(
  db: Session,
  tenant: string,
  { row, history, links }: ArchivedMemory,
  { nowMs, by }: RestoreTerms,
): Promise<readonly D1PreparedStatement[]> {
  const { sql: text, params } = ormOf(db)
    .insert(memories)
    .values({
      ...row,
      tenant,
      seq: sql`(case when exists (select 1 from memory_memories where seq = ${row.seq})
        then null else ${row.seq} end)`,
      updatedAtMs: nowMs,
      // The index may still have its vectors; what it has now is not known before it is told again.
      embeddingModel: null,
      embeddingDimensions: null,
      indexedAtMs: null,
      settledAtMs: null,
      change: 'restored',
      changedBy: by,
    })
    .toSQL();
  return [
    db.prepare(text).bind(...params),
    db.prepare(CHECK).bind(tenant, row.id),
    await wordsStatement(db, { ...row, tenant }),
    ...jsonPagesOf(history).map((page) =>
      db.prepare(HISTORY).bind(tenant, row.id, JSON.stringify(page)),
    ),
    ...jsonPagesOf(links).map((page) => db.prepare(LINKS).bind(tenant, JSON.stringify(page))),
    ...resolveSeries(db, tenant, row.series === null ? [] : [row.series], { nowMs, by }),
  ];
}

/** The memory `into` has the same text: it takes over the counts, and what the other one was is in its history. */
export function twinStatements(
  db: Session,
  tenant: string,
  { row }: ArchivedMemory,
  into: string,
  { nowMs, by }: RestoreTerms,
): readonly D1PreparedStatement[] {
  return [
    db.prepare(CHECK).bind(tenant, into),
    db.prepare(COUNT).bind(tenant, into, row.usefulCount, row.lastUsefulAtMs, nowMs, by),
    db.prepare(RECORD).bind(tenant, into, nowMs, by, JSON.stringify(toMemory(row))),
    db.prepare(LINK).bind(tenant, row.id, into, nowMs),
  ];
}
