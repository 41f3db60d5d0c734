import { and, eq } from 'drizzle-orm';
import {
  MEMORY_ID_PATTERN,
  type Memory,
  type MemoryPatch,
  type NewMemory,
  UNKNOWN_MEMORY,
} from '../../../shared/contracts/memory.ts';
import type { CallBy, Marked } from '../../../shared/contracts/memory-rpc.ts';
import { type Failure, fieldFailure } from '../../../shared/errors.ts';
import { mergePatch } from '../../../shared/memory/merge-patch.ts';
import { quarantineReason } from '../../../shared/memory/quarantine-reason.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Env } from '../env.ts';
import { absence, findStrike } from '../quarantine.ts';
import { memories } from '../schema/memories.ts';
import { marked, openSession, ormOf, type Session } from '../session.ts';
import { resolveSeries } from '../supersede.ts';
import { type MemoryRow, toMemory } from '../to-memory.ts';
import { rewordStatements } from '../words.ts';
import { memoryProblem } from './check.ts';
import { type Described, describeMemory } from './prepare.ts';
import { splitRestated } from './restated.ts';
import { nextPosition } from './store.ts';

/** Tries when somebody else changes the same memory at the same time. */
const MAX_TRIES = 4;

const TWIN = `select id from memory_memories
  where tenant = ?1 and content_hash = ?2 and superseded_at_ms is null and id <> ?3`;

/**
 * Changes some fields of a memory. What is not given stays as it is, metadata is merged, and everything
 * that follows from the fields (words, vectors, dates, whom it supersedes) is worked out anew.
 */
export async function updateMemory(
  env: Env,
  tenant: string,
  id: string,
  patch: MemoryPatch,
  { nowMs = Date.now(), by = undefined }: CallBy,
): Promise<Result<Marked<Memory>, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const db = await openSession(env, tenant, nowMs);
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const [row] = await ormOf(db)
      .select()
      .from(memories)
      .where(and(eq(memories.tenant, tenant), eq(memories.id, id)));
    if (row === undefined || isExpired(row, nowMs)) return fail(await absence(db, tenant, id));
    const changed = patched(row, patch);
    const wrong = memoryProblem(changed, '');
    if (wrong !== null) return fail(wrong);
    const described = await describeMemory(changed, row.createdAtMs);
    const problem =
      (await contentProblem(db, row, changed, described, nowMs)) ??
      (await twinProblem(db, row, described));
    if (problem !== null) return fail(problem);
    const written = await write(db, row, await withSeries(row, described), {
      nowMs,
      by: by ?? null,
    });
    if (written !== null) return ok(marked(db, toMemory(written)));
  }
  const detail = 'Cannot update memory: others change it at the same time; try again';
  return fail({ code: 'conflict', detail, retryAfterSeconds: 1 });
}

function isExpired({ expiresAtMs }: MemoryRow, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}

/** The memory as a caller would write it with the changes made. */
function patched(row: MemoryRow, patch: MemoryPatch): NewMemory {
  const old = toMemory(row);
  const field = <T>(given: T | null | undefined, before: T | null): T | undefined =>
    (given === undefined ? before : given) ?? undefined;
  return {
    text: patch.text ?? row.text,
    category: patch.category ?? old.category,
    authority: patch.authority ?? old.authority,
    user_id: old.user_id ?? undefined,
    agent_id: old.agent_id ?? undefined,
    run_id: old.run_id ?? undefined,
    entity: field(patch.entity, old.entity),
    key: field(patch.key, old.key),
    value: field(patch.value, old.value),
    occurred_at: field(patch.occurred_at, old.occurred_at),
    valid_from: field(patch.valid_from, old.valid_from),
    valid_to: field(patch.valid_to, old.valid_to),
    expires_at: field(patch.expires_at, old.expires_at),
    metadata:
      patch.metadata === undefined ? old.metadata : mergePatch(old.metadata, patch.metadata),
  };
}

/** A changed text passes what a new one passes; it is refused rather than held, since there is a memory already. */
async function contentProblem(
  db: Session,
  row: MemoryRow,
  changed: NewMemory,
  described: Described,
  nowMs: number,
): Promise<Failure | null> {
  const reason = quarantineReason(changed);
  if (reason !== null) {
    const lowered = reason.charAt(0).toLowerCase() + reason.slice(1);
    return fieldFailure('/text', `Cannot update memory: it ${lowered}`);
  }
  if (described.textHash === row.textHash) return null;
  const strike = await findStrike(db, { ...row, ...described }, nowMs);
  return strike === null
    ? null
    : fieldFailure('/text', 'Cannot update memory: the new text was struck');
}

/** Another memory with the text that this one is to get. */
async function twinProblem(
  db: Session,
  row: MemoryRow,
  { contentHash }: Described,
): Promise<Failure | null> {
  if (row.supersededAtMs !== null) return null;
  const twin = await db
    .prepare(TWIN)
    .bind(row.tenant, contentHash, row.id)
    .first<{ readonly id: string }>();
  if (twin === null) return null;
  const detail = `Cannot update memory: ${twin.id} says the same in this scope already`;
  return { code: 'conflict', detail };
}

/**
 * The series after a change. A memory that the caller had joined to another's stays with it, unless it
 * says of which thing it is the value; any other one is where its fields and its text put it.
 */
async function withSeries(row: MemoryRow, described: Described): Promise<Described> {
  if (described.series === null && row.series !== null) {
    const before = await describeMemory(patched(row, {}), row.createdAtMs);
    const isJoined = before.series !== row.series;
    if (isJoined) return { ...described, series: row.series, seriesValue: row.seriesValue };
  }
  // Without a series nothing can be in its place.
  return described.series === null
    ? { ...described, supersededAtMs: null, supersededBy: null, conflictsWith: null }
    : described;
}

/** Writes the change if the row is still the one that was read. Null when it is not. */
async function write(
  db: Session,
  row: MemoryRow,
  described: Described,
  { nowMs, by }: { readonly nowMs: number; readonly by: string | null },
): Promise<MemoryRow | null> {
  const orm = ormOf(db);
  const own = and(eq(memories.tenant, row.tenant), eq(memories.id, row.id));
  const updatedAtMs = Math.max(nowMs, row.updatedAtMs + 1);
  const update = orm
    .update(memories)
    .set({
      ...described,
      position:
        described.session === row.session
          ? row.position
          : nextPosition(row.tenant, described.session ?? null),
      updatedAtMs,
      settledAtMs: null,
      change: 'updated',
      changedBy: by,
    })
    .where(and(own, eq(memories.updatedAtMs, row.updatedAtMs)))
    .returning({ id: memories.id })
    .toSQL();
  const touched = [...new Set([row.series, described.series ?? null])].filter(
    (name) => name !== null,
  );
  const [answer] = await db.batch([
    db.prepare(update.sql).bind(...update.params),
    ...(await rewordStatements(db, { ...row, ...described }, updatedAtMs)),
    ...resolveSeries(db, row.tenant, touched, { nowMs, by }),
  ]);
  if (answer === undefined || answer.results.length === 0) return null;
  await splitRestated(db, row.tenant, touched, { nowMs, by });
  const [after] = await orm.select().from(memories).where(own);
  return after ?? null;
}
