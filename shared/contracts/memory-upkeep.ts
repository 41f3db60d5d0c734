/** Wire schemas of what is done to memories as a whole: history, lists, export, erasure, consolidation. */
import { z } from 'zod';
import { MEMORY_ID_PATTERN, memorySchema, newMemorySchema } from './memory.ts';

/** `run_` and a ULID. */
export const RUN_ID_PATTERN = /^run_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Longest name of a series, in characters; ours have 49. */
const MAX_SERIES_CHARS = 100;
/** Beyond this, frequency says the same. */
const MAX_USEFUL_COUNT = 1_000_000;

const time = z.iso.datetime();
const count = z.int().min(0);
const degraded = z.array(z.object({ dependency: z.string(), effect: z.string() }));

/** One change of a memory. */
export const historyEntrySchema = z.object({
  at: time,
  /** `added`, `duplicate`, `updated`, `superseded`, `conflict`, `useful`, `merged`, `restored`, … */
  event: z.string(),
  /** Name of the key, id of the window, or `casement:` and the job; null when it is not known. */
  by: z.string().nullable(),
  /** What changed: field to [before, after]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** A memory that went into another one, or that a reflection is about. */
export const linkSchema = z.object({
  kind: z.enum(['merged', 'source']),
  from_id: z.string(),
  to_id: z.string(),
  at: time,
});
export type Link = z.output<typeof linkSchema>;

/** Answer of `GET /v1/memories/{id}/history`: changes, newest first. */
export const historyPageSchema = z.object({
  items: z.array(historyEntrySchema),
  links: z.array(linkSchema),
  next_cursor: z.string().nullable(),
});

/** Answer of `POST /v1/memories/{id}/useful`. */
export const usefulSchema = z.object({ id: z.string(), useful_count: count });

/** Answer of `DELETE /v1/subjects/{user_id}`: what was erased; all zero when there was nothing. */
export const receiptSchema = z.object({
  user_id: z.string(),
  erased_at: time,
  erased: z.object({
    memories: count,
    quarantined: count,
    archived: count,
    history: count,
    vectors: count,
    windows: count,
    sessions: count,
    offloads: count,
  }),
  /** True when nothing of the user is left; false: call again to go on. */
  complete: z.boolean(),
  degraded,
});
export type Receipt = z.output<typeof receiptSchema>;
/** The part of a receipt that the memory Worker answers for. */
export type ErasedMemories = Pick<
  Receipt['erased'],
  'memories' | 'quarantined' | 'archived' | 'history' | 'vectors'
> & { readonly complete: boolean };

/** One line of an export. */
export const exportLineSchema = memorySchema.extend({
  /** Opaque: memories with the same one are values of the same thing. */
  series: z.string().nullable(),
});
export type ExportLine = z.output<typeof exportLineSchema>;

/**
 * What a line of an import may have beside the fields of a new memory: those of an export, except what
 * is worked out anew. Null members count as left out.
 */
export const importExtrasSchema = z.object({
  id: z.string().regex(MEMORY_ID_PATTERN, 'Not an id: give "mem_…", or none').optional(),
  series: z.string().max(MAX_SERIES_CHARS).optional(),
  superseded_at: time.optional(),
  superseded_by: z.string().regex(MEMORY_ID_PATTERN).optional(),
  conflicts_with: z.string().regex(MEMORY_ID_PATTERN).optional(),
  useful_count: count.max(MAX_USEFUL_COUNT).default(0),
  last_useful_at: time.optional(),
  last_recalled_at: time.optional(),
  created_at: time.optional(),
  updated_at: time.optional(),
});
export type ImportExtras = z.output<typeof importExtrasSchema>;

/** One line of an import: a line of an export, or what `POST /v1/memories` takes. */
export const importLineSchema = z.union([newMemorySchema, exportLineSchema]);

/** Answer of `POST /v1/import`. */
export const importedSchema = z.object({
  lines: count,
  added: count,
  duplicate: count,
  superseded: count,
  quarantined: count,
  /** The first hundred lines that could not be read or kept, by number from 1. Nothing of them is stored. */
  failed: z.array(z.object({ line: z.int(), pointer: z.string(), detail: z.string() })),
  failed_count: count,
  degraded,
});
export type Imported = z.output<typeof importedSchema>;

/** What consolidations count. */
export const consolidationCountsSchema = z.object({
  examined: count,
  merged: count,
  superseded: count,
  expired: count,
  archived: count,
  history_trimmed: count,
  orphans_removed: count,
  reflections: count,
});
export type ConsolidationCounts = z.output<typeof consolidationCountsSchema>;

/** One run over one tenant. */
export const consolidationSchema = z.object({
  run_id: z.string(),
  /** `running`: it goes on with the next cron. */
  status: z.enum(['running', 'done', 'failed']),
  dry_run: z.boolean(),
  step: z.string(),
  counts: consolidationCountsSchema,
  /** What was done, or would be in a dry run, one line each; at most a hundred. */
  notes: z.array(z.string()),
  started_at: time,
  finished_at: time.nullable(),
  error: z.string().nullable(),
});
export type Consolidation = z.output<typeof consolidationSchema>;

/** Body of `POST /v1/consolidations`. */
export const consolidateBodySchema = z
  .strictObject({
    /** True: says what would be done and changes nothing. */
    dry_run: z.boolean().default(false),
    /** Whether a language model may sum up memories of one thing; as configured when absent. */
    reflect: z.boolean().optional(),
  })
  .meta({ id: 'Consolidate' });

/** Body of `POST /v1/reconciliations`. */
export const reconcileBodySchema = z
  .strictObject({
    /** False: only compares. */
    repair: z.boolean().default(true),
  })
  .meta({ id: 'Reconcile' });

/** How rows and vector index compare. */
export const reconciliationSchema = z.object({
  /** Rows that were compared. */
  rows: count,
  /** Vectors that the rows should have in the index. */
  expected: count,
  /** Vectors that the index lacks, or has of another model or scope. */
  missing: count,
  /** Entries of the outbox: changes that the index was not told or did not take yet. */
  pending: count,
  /** Rows that were queued for the index again. */
  repaired: count,
  /** True when every row was compared, nothing is missing and nothing pending. */
  agree: z.boolean(),
  /** Null when every row was compared; else where the next call goes on by itself. */
  next_cursor: z.string().nullable(),
  degraded,
});
export type Reconciliation = z.output<typeof reconciliationSchema>;
