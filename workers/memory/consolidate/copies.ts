import { sql } from 'drizzle-orm';
import type { Copy } from '../../../shared/compare/copies.ts';
import { copiesAmong } from '../../../shared/memory/consolidate/copies.ts';
import { unpackVector } from '../../../shared/memory/pack-vector.ts';
import { calibrate } from '../../../shared/score/calibrate.ts';
import { readVersioned, type VersionedRow } from '../unchanged.ts';
import { copyCandidates } from './copy-candidates.ts';
import { mergeStatements } from './merge.ts';
import { emptySlice, type Slice, type Step, type StepContext } from './step.ts';

/** New or changed memories that are looked at together. */
const SLICE = 100;
/** Merges of one transaction, and series among them; each series takes a handful of statements. */
const MAX_MERGES = 200;
const MAX_SERIES = 50;
/** Text that is read of them, in characters; one memory at least. */
const MAX_CHARS = 1_000_000;

/** Vectors of memories that are one part; longer texts are told apart by their words. */
const VECTORS = `select memory_id, model, packed from memory_vectors v
  where tenant = ?1 and memory_id in (select value from json_each(?2))
    and part = 0 and not exists (select 1 from memory_vectors o
      where o.tenant = v.tenant and o.memory_id = v.memory_id and o.part = 1)`;
/** Looked at as it is; one that was changed meanwhile is looked at again. */
const SETTLE = `update memory_memories set settled_at_ms = ?3 where seq in (
  select m.seq from json_each(?2) e cross join memory_memories m on m.seq = e.value ->> 'seq'
  where m.tenant = ?1 and m.updated_at_ms = e.value ->> 'at' and m.content_hash = e.value ->> 'hash')`;

/**
 * Looks at each new or changed memory once and merges near-copies: see `copiesAmong` for which, and
 * `mergeStatements` for what becomes of them.
 */
export const copies: Step = {
  name: 'copies',
  async slice(context, cursor, attempt): Promise<Slice> {
    const { db, tenant, nowMs } = context;
    const limit = Math.max(1, SLICE >> attempt);
    const rows = await unsettled(context, cursor, limit);
    const last = rows.at(-1);
    if (last === undefined) return emptySlice(null);
    const live = rows.filter(
      ({ supersededAtMs, expiresAtMs, session }) =>
        session === null &&
        supersededAtMs === null &&
        (expiresAtMs === null || expiresAtMs > nowMs),
    );
    const all = [...live, ...(await copyCandidates(db, tenant, live, nowMs))];
    const { now: found, later } = affordable(
      await copiesAmong(all, await similarities(context, all)),
      all,
    );
    const waiting = new Set(later.flatMap(({ id, into }) => [id, into]));
    const looked = rows.filter(({ id }) => !waiting.has(id));
    const settled = looked.map(({ seq, updatedAtMs, contentHash }) => ({
      seq,
      at: updatedAtMs,
      hash: contentHash,
    }));
    const statements = [
      db.prepare(SETTLE).bind(tenant, JSON.stringify(settled), nowMs),
      ...(await mergeStatements(context, all, found)),
    ];
    const chars = rows.reduce((sum, { text }) => sum + text.length, 0);
    return {
      cursor: rows.length < limit && chars < MAX_CHARS ? null : last.seq,
      counts: { examined: looked.length, merged: found.length },
      notes: found.map(({ id, into, reason }) => `merge ${id} into ${into}: ${reason}`),
      statements,
    };
  },
};

/** What one transaction merges; the rest is found again by the next run. */
function affordable(
  found: readonly Copy[],
  rows: readonly VersionedRow[],
): { readonly now: readonly Copy[]; readonly later: readonly Copy[] } {
  const seriesOf = new Map(rows.map(({ id, series }) => [id, series]));
  const series = new Set<string>();
  const now: Copy[] = [];
  const later: Copy[] = [];
  for (const copy of found) {
    const own = seriesOf.get(copy.id) ?? null;
    const isNew = own !== null && !series.has(own);
    if (now.length === MAX_MERGES || (isNew && series.size === MAX_SERIES)) {
      later.push(copy);
      continue;
    }
    if (own !== null) series.add(own);
    now.push(copy);
  }
  return { now, later };
}

/** The next ones, as many as there is room for. */
function unsettled(
  { db, tenant }: StepContext,
  cursor: number,
  limit: number,
): Promise<readonly VersionedRow[]> {
  return readVersioned(
    db,
    sql`select seq from (
        select seq, sum(chars) over (order by seq) - chars as before from (
          select seq, length(text) as chars from memory_memories
            indexed by memory_memories_unsettled
          where tenant = ${tenant} and settled_at_ms is null and seq > ${cursor}
          order by seq limit ${limit}))
      where before < ${MAX_CHARS}`,
  );
}

/** The calibrated cosine of two memories whose vectors are of one model; 0 for any others. */
async function similarities(
  { db, tenant }: StepContext,
  rows: readonly VersionedRow[],
): Promise<(a: { readonly id: string }, b: { readonly id: string }) => number> {
  if (rows.length < 2) return () => 0;
  const { results } = await db
    .prepare(VECTORS)
    .bind(tenant, JSON.stringify(rows.map(({ id }) => id)))
    .all<{ readonly memory_id: string; readonly model: string; readonly packed: string }>();
  const byId = new Map(results.map((vector) => [vector.memory_id, vector]));
  return (a, b) => {
    const [one, other] = [byId.get(a.id), byId.get(b.id)];
    if (one === undefined || other === undefined || one.model !== other.model) return 0;
    const [left, right] = [unpackVector(one.packed), unpackVector(other.packed)];
    let cosine = 0;
    for (let i = 0; i < left.length; i++) cosine += (left[i] ?? 0) * (right[i] ?? 0);
    return calibrate(one.model, cosine);
  };
}
