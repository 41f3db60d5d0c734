/** A value that was stated again after another one had taken its place holds again from then on. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import { memories } from '../schema/memories.ts';
import { ormOf, type Session } from '../session.ts';
import { type ResolvedBy, resolveSeries } from '../supersede.ts';
import type { Insert } from './prepare.ts';
import { storeRows } from './store.ts';

/** Rounds; each gives back one value, and a value returns as often as another one was in force between. */
const MAX_ROUNDS = 16;

/**
 * Splits memories of a series that were stated before and after they were superseded: "Oslo" in January
 * and in June, and "Bergen" in March, which was only learnt later, are three intervals. May be run at
 * any time; does nothing where there is nothing to split.
 */
export async function splitRestated(
  db: Session,
  tenant: string,
  series: readonly string[],
  resolvedBy: ResolvedBy,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && series.length > 0; round++) {
    const rows = await ormOf(db)
      .select()
      .from(memories)
      .where(
        and(
          eq(memories.tenant, tenant),
          sql`${memories.series} in (select value from json_each(${JSON.stringify(series)}))`,
          isNotNull(memories.supersededAtMs),
          sql`exists (select 1 from json_each(${memories.restatedAtMs}) where value >= ${memories.supersededAtMs})`,
        ),
      )
      .limit(1);
    const [row] = rows;
    if (row === undefined) return;
    await split(db, row, resolvedBy);
  }
}

async function split(
  db: Session,
  row: typeof memories.$inferSelect,
  resolvedBy: ResolvedBy,
): Promise<void> {
  const endMs = row.supersededAtMs ?? 0;
  const times = (JSON.parse(row.restatedAtMs) as readonly number[]).toSorted((a, b) => a - b);
  const later = times.filter((atMs) => atMs >= endMs);
  const [holdsFromMs = endMs] = later;
  const { seq: _seq, position: _position, ...rest } = row;
  const again: Insert = {
    ...rest,
    id: `mem_${ulid(resolvedBy.nowMs)}`,
    occurredAtMs: row.occurredAtMs === null ? null : holdsFromMs,
    validFromMs: row.validFromMs === null ? null : holdsFromMs,
    validToMs: (row.validToMs ?? 0) > holdsFromMs ? row.validToMs : null,
    holdsFromMs,
    restatedAtMs: JSON.stringify(later.slice(1)),
    supersededAtMs: null,
    supersededBy: null,
    conflictsWith: null,
    updatedAtMs: resolvedBy.nowMs,
    usefulCount: 0,
    embeddingModel: null,
    embeddingDimensions: null,
    indexedAtMs: null,
    parts: 0,
    settledAtMs: null,
    change: 'added',
    changedBy: resolvedBy.by,
  };
  const earlier = db
    .prepare('update memory_memories set restated_at_ms = ?3 where tenant = ?1 and id = ?2')
    .bind(row.tenant, row.id, JSON.stringify(times.filter((atMs) => atMs < endMs)));
  await storeRows(db, [{ row: again, asImported: false }], resolvedBy, [
    earlier,
    ...resolveSeries(db, row.tenant, row.series === null ? [] : [row.series], resolvedBy),
  ]);
}
