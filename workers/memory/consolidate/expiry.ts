import { resolveSeries } from '../supersede.ts';
import { type ReadRow, unchangedStatement, VERSION } from '../unchanged.ts';
import { CONSOLIDATION, emptySlice, type Slice, type Step } from './step.ts';

/** Rows per transaction. */
const SLICE = 100;
/** Series among them; each takes a handful of statements. */
const MAX_SERIES = 50;

const EXPIRED = `select m.seq, m.id, m.series, m.updated_at_ms as updatedAtMs,
    m.last_recalled_at_ms as lastRecalledAtMs, ${VERSION}
  from memory_memories m indexed by memory_memories_expiry
  where m.tenant = ?1 and m.expires_at_ms is not null and m.expires_at_ms <= ?2 and m.seq > ?3
  order by m.seq limit ?4`;
const DELETE = `delete from memory_memories where tenant = ?1
  and id in (select value from json_each(?2))`;

type Expired = ReadRow & { readonly seq: number; readonly series: string | null };

/**
 * Deletes memories whose retention has ended, for good: no path showed them any more. What one had
 * superseded holds again, as after any deletion.
 */
export const expiry: Step = {
  name: 'expiry',
  async slice({ db, tenant, nowMs }, cursor, attempt): Promise<Slice> {
    const limit = Math.max(1, SLICE >> attempt);
    const found = await db.prepare(EXPIRED).bind(tenant, nowMs, cursor, limit).all<Expired>();
    const series = new Set<string>();
    const rows: Expired[] = [];
    for (const row of found.results) {
      if (row.series !== null) series.add(row.series);
      if (series.size > MAX_SERIES) {
        series.delete(row.series ?? '');
        break;
      }
      rows.push(row);
    }
    const last = rows.at(-1);
    if (last === undefined) return emptySlice(null);
    return {
      cursor: rows.length < limit ? null : last.seq,
      counts: { expired: rows.length },
      notes: rows.map(({ id }) => `expire ${id}`),
      statements: [
        unchangedStatement(db, tenant, rows),
        db.prepare(DELETE).bind(tenant, JSON.stringify(rows.map(({ id }) => id))),
        ...resolveSeries(db, tenant, [...series], { nowMs, by: CONSOLIDATION }),
      ],
    };
  },
};
