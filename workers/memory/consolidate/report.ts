/** The report of a run: how far it is and what it did, in one row that each transaction brings up to date. */
import { and, desc, eq, lt } from 'drizzle-orm';
import { ulid } from 'ulid';
import {
  type Consolidation,
  type ConsolidationCounts,
  RUN_ID_PATTERN,
} from '../../../shared/contracts/memory-upkeep.ts';
import { consolidations } from '../schema/upkeep.ts';
import { openSession, ormOf, type Session } from '../session.ts';
import type { Databases } from '../shards.ts';
import { NO_STEP, STEPS } from './steps.ts';

/** Lines of notes that are kept. */
const MAX_NOTES = 100;
/** Reports that are kept of each tenant. */
const MAX_REPORTS = 100;

const NOTHING: ConsolidationCounts = {
  examined: 0,
  merged: 0,
  superseded: 0,
  expired: 0,
  archived: 0,
  history_trimmed: 0,
  orphans_removed: 0,
  reflections: 0,
};
const SAVE = `insert or replace into memory_consolidations (tenant, run_id, status, dry_run, step, cursor,
    counts, notes, started_at_ms, updated_at_ms, finished_at_ms, error)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`;
/** The id of a run begins with its time, so that their order is that of the runs. */
const TRIM = `delete from memory_consolidations where tenant = ?1 and status <> 'running'
  and run_id <= (select run_id from memory_consolidations where tenant = ?1
    order by run_id desc limit 1 offset ${MAX_REPORTS})`;

/** A run as it is kept. */
export interface Report {
  readonly runId: string;
  readonly status: 'running' | 'done' | 'failed';
  readonly dryRun: boolean;
  readonly step: string;
  readonly cursor: number;
  readonly counts: ConsolidationCounts;
  readonly notes: readonly string[];
  readonly startedAtMs: number;
  readonly finishedAtMs: number | null;
  readonly error: string | null;
}

/** A run at its beginning. */
export function newReport(dryRun: boolean, nowMs: number): Report {
  return {
    runId: `run_${ulid(nowMs)}`,
    status: 'running',
    dryRun,
    step: STEPS[0].name,
    cursor: 0,
    counts: NOTHING,
    notes: [],
    startedAtMs: nowMs,
    finishedAtMs: null,
    error: null,
  };
}

/** A run to which something was added: counts summed, the first hundred notes kept. */
export function withMore(
  report: Report,
  more: { readonly counts: Partial<ConsolidationCounts>; readonly notes: readonly string[] },
): Report {
  const counts = { ...report.counts };
  for (const [name, count] of Object.entries(more.counts)) {
    counts[name as keyof ConsolidationCounts] += count;
  }
  return { ...report, counts, notes: [...report.notes, ...more.notes].slice(0, MAX_NOTES) };
}

/** The statement that keeps a run as it is at `nowMs`. */
export function saveStatement(
  db: Session,
  tenant: string,
  report: Report,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(SAVE)
    .bind(
      ...[tenant, report.runId, report.status, Number(report.dryRun), report.step, report.cursor],
      ...[JSON.stringify(report.counts), JSON.stringify(report.notes), report.startedAtMs],
      ...[nowMs, report.finishedAtMs, report.error],
    );
}

/** The statement that forgets all but the newest hundred reports of a tenant. */
export function trimStatement(db: Session, tenant: string): D1PreparedStatement {
  return db.prepare(TRIM).bind(tenant);
}

/** The run of a tenant that is not finished; undefined for none. */
export async function openReport(
  db: Session,
  tenant: string,
  dryRun: boolean,
): Promise<Report | undefined> {
  const [row] = await ormOf(db)
    .select()
    .from(consolidations)
    .where(
      and(
        eq(consolidations.tenant, tenant),
        eq(consolidations.status, 'running'),
        eq(consolidations.dryRun, dryRun),
      ),
    )
    .orderBy(desc(consolidations.runId))
    .limit(1);
  return row === undefined ? undefined : toReport(row);
}

/** Runs of a tenant, newest first, before the run `beforeId`; all of them from the newest when it is null. */
export async function listConsolidations(
  env: Databases,
  tenant: string,
  { limit, beforeId }: { readonly limit: number; readonly beforeId: string | null },
  nowMs: number,
): Promise<readonly Consolidation[]> {
  if (beforeId !== null && !RUN_ID_PATTERN.test(beforeId)) return [];
  const rows = await ormOf(await openSession(env, tenant, nowMs))
    .select()
    .from(consolidations)
    .where(
      and(
        eq(consolidations.tenant, tenant),
        beforeId === null ? undefined : lt(consolidations.runId, beforeId),
      ),
    )
    .orderBy(desc(consolidations.runId))
    .limit(limit);
  return rows.map((row) => toConsolidation(toReport(row)));
}

/** A run as callers see it. */
export function toConsolidation(report: Report): Consolidation {
  const { finishedAtMs } = report;
  return {
    run_id: report.runId,
    status: report.status,
    dry_run: report.dryRun,
    step: report.status === 'running' ? report.step : NO_STEP,
    counts: report.counts,
    notes: [...report.notes],
    started_at: new Date(report.startedAtMs).toISOString(),
    finished_at: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
    error: report.error,
  };
}

function toReport(row: typeof consolidations.$inferSelect): Report {
  const { tenant: _tenant, updatedAtMs: _updatedAtMs, counts, notes, ...rest } = row;
  return { ...rest, counts: { ...NOTHING, ...JSON.parse(counts) }, notes: JSON.parse(notes) };
}
