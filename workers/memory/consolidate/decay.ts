import { sql } from 'drizzle-orm';
import { AUTHORITIES, CATEGORIES } from '../../../shared/contracts/memory.ts';
import { type DecayFacts, isDecayed, UNUSED_MS } from '../../../shared/memory/decay.ts';
import { archiveStatements, forgetObjects, writeArchives } from '../archive.ts';
import { readVersioned } from '../unchanged.ts';
import { emptySlice, type Slice, type Step } from './step.ts';

/** Memories that are looked at together. */
const WINDOW = 1_000;
/** Memories that are archived together; each is one call to the object store. */
const SLICE = 50;
/** Text that is read for them, in characters; one memory at least. */
const MAX_CHARS = 1_000_000;

const SEQS = `select seq from memory_memories
  where tenant = ?1 and seq > ?2 order by seq limit ${WINDOW}`;
const LAST = `select count(*) as n, max(seq) as last from (${SEQS})`;
/**
 * Unused ones. Not those with an end of retention, which the archive would outlive; nor those that the
 * index has yet to take, which are new here however old they say they are; nor those that another one
 * was superseded by or disagrees with, since that would seem to hold without them.
 */
const UNUSED = `select m.seq, length(m.text) as chars, m.category_rank as categoryRank,
    m.authority_rank as authorityRank, m.valid_from_ms as validFromMs, m.valid_to_ms as validToMs,
    m.superseded_at_ms as supersededAtMs, m.occurred_at_ms as occurredAtMs,
    m.created_at_ms as createdAtMs, m.updated_at_ms as updatedAtMs,
    m.last_useful_at_ms as lastUsefulAtMs, m.last_recalled_at_ms as lastRecalledAtMs,
    m.indexed_at_ms as indexedAtMs, m.useful_count as usefulCount
  from memory_memories m
  where m.tenant = ?1 and m.seq > ?2 and m.seq <= (select max(seq) from (${SEQS})) and m.expires_at_ms is null
    and max(m.created_at_ms, m.updated_at_ms, coalesce(m.last_useful_at_ms, 0),
      coalesce(m.last_recalled_at_ms, 0), coalesce(m.indexed_at_ms, 0)) <= ?3
    and not exists (select 1 from memory_outbox o
      where o.tenant = m.tenant and o.memory_id = m.id and o.operation = 'upsert')
    and not exists (select 1 from memory_memories o
      where o.tenant = m.tenant and o.superseded_by = m.id)
    and (m.series is null or not exists (select 1 from memory_memories o
      where o.tenant = m.tenant and o.series = m.series and o.conflicts_with = m.id))
  order by m.seq`;

type Window = { readonly n: number; readonly last: number | null };

type Row = Omit<DecayFacts, 'category' | 'authority' | 'freshAtMs' | 'retrievedAtMs'> & {
  readonly seq: number;
  readonly chars: number;
  readonly categoryRank: number;
  readonly authorityRank: number;
  readonly occurredAtMs: number | null;
};

/**
 * Moves memories that have decayed to the archive, from where they can be brought back. A superseded one
 * that goes answers no question about the past any more; restoring it does.
 */
export const decay: Step = {
  name: 'decay',
  async slice({ env, db, tenant, nowMs }, cursor, attempt): Promise<Slice> {
    const [windows, unused] = await db.batch([
      db.prepare(LAST).bind(tenant, cursor),
      db.prepare(UNUSED).bind(tenant, cursor, nowMs - UNUSED_MS),
    ]);
    const [window] = (windows?.results ?? []) as Window[];
    if (window === undefined || window.last === null) return emptySlice(null);
    const decayed = ((unused?.results ?? []) as Row[]).filter((row) =>
      isDecayed(factsOf(row), nowMs),
    );
    let chars = 0;
    const seqs = decayed.slice(0, Math.max(1, SLICE >> attempt)).flatMap((row, i) => {
      chars += row.chars;
      return i === 0 || chars <= MAX_CHARS ? [row.seq] : [];
    });
    const isAll = seqs.length === decayed.length;
    const after = isAll ? (window.n < WINDOW ? null : window.last) : (seqs.at(-1) ?? null);
    if (seqs.length === 0) return emptySlice(after);
    const rows = await readVersioned(db, sql`select value from json_each(${JSON.stringify(seqs)})`);
    const ids = rows.map(({ id }) => id);
    return {
      cursor: after,
      counts: { archived: rows.length },
      notes: ids.map((id) => `archive ${id}`),
      statements: archiveStatements(db, tenant, rows),
      prepare: (lease) => writeArchives(env, db, tenant, { rows, reason: 'decayed', nowMs }, lease),
      abandon: () => forgetObjects(env, db, tenant, ids),
    };
  },
};

function factsOf({ categoryRank, authorityRank, occurredAtMs, ...row }: Row): DecayFacts {
  const category = CATEGORIES[categoryRank];
  const authority = AUTHORITIES[authorityRank];
  if (category === undefined || authority === undefined) throw new Error('Memory row is invalid');
  return {
    ...row,
    category,
    authority,
    freshAtMs: Math.max(row.lastUsefulAtMs ?? 0, occurredAtMs ?? row.createdAtMs),
    retrievedAtMs: row.lastRecalledAtMs ?? row.createdAtMs,
  };
}
