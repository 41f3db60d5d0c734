import { ulid } from 'ulid';
import {
  MAX_MEMORIES,
  memorySchema,
  type NewMemory,
  newMemorySchema,
} from '../../../shared/contracts/memory.ts';
import type { CallBy, Marked } from '../../../shared/contracts/memory-rpc.ts';
import {
  type ImportExtras,
  type Imported,
  importExtrasSchema,
} from '../../../shared/contracts/memory-upkeep.ts';
import { type Failure, fieldFailure } from '../../../shared/errors.ts';
import { quarantineReason } from '../../../shared/memory/quarantine-reason.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Env } from '../env.ts';
import { findStrike, holdText } from '../quarantine.ts';
import { marked, openSession } from '../session.ts';
import { memoryProblem } from './check.ts';
import { describeMemory, type Insert, isOwnSeries, textValue } from './prepare.ts';
import { splitRestated } from './restated.ts';
import { storeRows } from './store.ts';

/** Problems that are told of one call. */
const MAX_FAILED = 100;

/** Fields that a caller may write, and those that an export has besides. */
const WRITABLE = new Set(Object.keys(newMemorySchema.shape));
const EXPORTED = new Set([...Object.keys(memorySchema.shape), 'series']);

interface Line {
  readonly memory: NewMemory;
  readonly extras: ImportExtras;
}
type Problem = Imported['failed'][number];

interface Read {
  readonly row: Insert;
  readonly reason: string | null;
}

/**
 * Stores lines of an export, or new memories. Ids, times and counts of a line are kept; who supersedes
 * whom is worked out anew, so that the order of the lines does not matter. A line whose id or text is
 * there changes nothing. What gives instructions is held, as in any other write.
 */
export async function importLines(
  env: Env,
  tenant: string,
  lines: readonly unknown[],
  { nowMs = Date.now(), by }: CallBy,
): Promise<Result<Marked<Imported>, Failure>> {
  if (lines.length > MAX_MEMORIES) {
    const detail = `Cannot import memories: give at most ${MAX_MEMORIES} lines, got ${lines.length}`;
    return fail(fieldFailure('', detail));
  }
  const db = await openSession(env, tenant, nowMs);
  const problems: Problem[] = [];
  const read: Read[] = [];
  for (const [i, given] of lines.entries()) {
    const line = readLine(given, i + 1);
    if ('detail' in line) problems.push(line);
    else read.push(await toRow(tenant, line, nowMs, by ?? null));
  }
  const allowed = read.filter(({ reason }) => reason === null).map(({ row }) => row);
  const resolvedBy = { nowMs, by: by ?? null };
  const stored = await storeRows(
    db,
    allowed.map((row) => ({ row, asImported: true })),
    resolvedBy,
  );
  const series = [...new Set(allowed.flatMap((row) => row.series ?? []))];
  await splitRestated(db, tenant, series, resolvedBy);
  const refused = allowed.filter((_, i) => stored[i] === null);
  for (const row of refused) await findStrike(db, row, nowMs);
  const held = read.filter(({ reason }) => reason !== null);
  for (const { row, reason } of held) await holdText(db, row, reason ?? '', nowMs);
  const added = stored.filter((one) => one?.isNew).length;
  return ok(
    marked(db, {
      lines: lines.length,
      added,
      duplicate: stored.filter((one) => one !== null && !one.isNew).length,
      superseded: 0,
      quarantined: held.length + refused.length,
      failed: problems.slice(0, MAX_FAILED),
      failed_count: problems.length,
      degraded: [],
    }),
  );
}

function readLine(given: unknown, line: number): Line | Problem {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { line, pointer: '', detail: 'Not a memory: give one JSON object a line' };
  }
  const fields = Object.entries(given).filter(([, value]) => value !== null);
  const unknown = fields.find(([name]) => !WRITABLE.has(name) && !EXPORTED.has(name));
  if (unknown !== undefined) {
    return { line, pointer: `/${unknown[0]}`, detail: 'Unknown field: leave it out' };
  }
  const written = Object.fromEntries(fields.filter(([name]) => WRITABLE.has(name)));
  const memory = newMemorySchema.safeParse(written);
  const extras = importExtrasSchema.safeParse(Object.fromEntries(fields));
  const issue = (memory.error ?? extras.error)?.issues[0];
  if (!memory.success || !extras.success) {
    const pointer = (issue?.path ?? []).map((part) => `/${String(part)}`).join('');
    return { line, pointer, detail: issue?.message ?? 'Not a memory' };
  }
  const problem = memoryProblem(memory.data, '');
  if (problem === null) return { memory: memory.data, extras: extras.data };
  return { line, pointer: problem.errors?.[0]?.pointer ?? '', detail: problem.detail };
}

async function toRow(
  tenant: string,
  { memory, extras }: Line,
  nowMs: number,
  by: string | null,
): Promise<Read> {
  const createdAtMs = timeOf(extras.created_at) ?? nowMs;
  const described = await describeMemory(memory, createdAtMs);
  const { series } = extras;
  const isJoined =
    described.series === null && series !== undefined && (await isOwnSeries(memory, series));
  const joined = isJoined ? { series, seriesValue: await textValue(described.text) } : {};
  const row: Insert = {
    ...described,
    ...joined,
    tenant,
    id: extras.id ?? `mem_${ulid(createdAtMs)}`,
    createdAtMs,
    updatedAtMs: timeOf(extras.updated_at) ?? createdAtMs,
    // As the export says; a series is worked out anew, and changed only where that is wrong.
    supersededAtMs: timeOf(extras.superseded_at),
    supersededBy: extras.superseded_by ?? null,
    conflictsWith: extras.conflicts_with ?? null,
    usefulCount: extras.useful_count,
    lastUsefulAtMs: timeOf(extras.last_useful_at),
    lastRecalledAtMs: timeOf(extras.last_recalled_at),
    writtenBy: by,
    change: 'imported',
    changedBy: by,
  };
  const isAlone = row.series == null;
  const alone = { supersededAtMs: null, supersededBy: null, conflictsWith: null };
  return { row: isAlone ? { ...row, ...alone } : row, reason: quarantineReason(memory) };
}

function timeOf(value: string | undefined): number | null {
  return value === undefined ? null : Date.parse(value);
}
