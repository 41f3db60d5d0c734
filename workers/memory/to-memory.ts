import { getTableColumns } from 'drizzle-orm';
import { AUTHORITIES, CATEGORIES, type Memory } from '../../shared/contracts/memory.ts';
import type { WeighedFacts } from '../../shared/memory/weigh.ts';
import type { WrittenDate } from '../../shared/memory/written-dates.ts';
import { memories } from './schema/memories.ts';

/** A row as the database gives it. */
export type MemoryRow = typeof memories.$inferSelect;

const {
  tenant,
  holdsFromMs,
  series,
  seriesValue,
  restatedAtMs,
  contentHash,
  textHash,
  writtenBy,
  embeddingModel,
  embeddingDimensions,
  parts,
  wordsVersion,
  settledAtMs,
  change,
  changedBy,
  ...shown
} = getTableColumns(memories);

/** The columns that ranking and callers see; a recall reads a thousand rows to show ten. */
export const SHOWN_COLUMNS = shown;

/** The part of a row that ranking and callers see. */
export type ShownRow = Pick<MemoryRow, keyof typeof SHOWN_COLUMNS>;

/** A row as callers see it. */
export function toMemory(row: ShownRow): Memory {
  return {
    id: row.id,
    text: row.text,
    ...ranks(row),
    user_id: row.userId,
    agent_id: row.agentId,
    run_id: row.runId,
    entity: row.entity,
    key: row.key,
    value: row.value === null ? null : JSON.parse(row.value),
    metadata: JSON.parse(row.metadata),
    occurred_at: iso(row.occurredAtMs),
    valid_from: iso(row.validFromMs),
    valid_to: iso(row.validToMs),
    superseded_at: iso(row.supersededAtMs),
    superseded_by: row.supersededBy,
    conflicts_with: row.conflictsWith,
    expires_at: iso(row.expiresAtMs),
    dates: (JSON.parse(row.dates) as readonly WrittenDate[]).map(
      ({ text, from, to, relative }) => ({
        text,
        from,
        to,
        relative,
      }),
    ),
    useful_count: row.usefulCount,
    last_useful_at: iso(row.lastUsefulAtMs),
    last_recalled_at: iso(row.lastRecalledAtMs),
    created_at: new Date(row.createdAtMs).toISOString(),
    updated_at: new Date(row.updatedAtMs).toISOString(),
  };
}

/** A row as weighing sees it, with the row itself. */
export function toFacts(row: ShownRow): WeighedFacts & { readonly row: ShownRow } {
  return {
    row,
    ...ranks(row),
    validFromMs: row.validFromMs,
    validToMs: row.validToMs,
    supersededAtMs: row.supersededAtMs,
    freshAtMs: Math.max(row.lastUsefulAtMs ?? 0, row.occurredAtMs ?? row.createdAtMs),
    retrievedAtMs: row.lastRecalledAtMs ?? row.createdAtMs,
    usefulCount: row.usefulCount,
  };
}

function ranks(row: ShownRow) {
  const category = CATEGORIES[row.categoryRank];
  const authority = AUTHORITIES[row.authorityRank];
  if (category === undefined || authority === undefined) throw new Error('Memory row is invalid');
  return { category, authority };
}

function iso(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
