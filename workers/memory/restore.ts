/** Brings an archived memory back from the object store. */
import { MEMORY_ID_PATTERN, type Memory, UNKNOWN_MEMORY } from '../../shared/contracts/memory.ts';
import type { Marked } from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { ArchivedMemory } from './archive.ts';
import { archiveKey } from './archive-key.ts';
import type { Env } from './env.ts';
import { isRefusal } from './lease.ts';
import { absence } from './quarantine.ts';
import { getMemory } from './read.ts';
import { rowStatements, twinStatements } from './restore-row.ts';
import { openSession, type Session } from './session.ts';

/** Memories that superseded one another and are brought back together. */
const MAX_CHAIN = 32;
/** Tries: a memory with the same text may be written or deleted at the same moment. */
const MAX_TRIES = 3;

const STATE = 'select state from memory_archives where tenant = ?1 and memory_id = ?2';
/** Null, which the table does not take, unless the archive is there: another call may have been first. */
const CHECK = `insert into memory_lease_checks (held) select (
  select 1 from memory_archives where tenant = ?1 and memory_id = ?2 and state = 'stored')`;
const CLEAR = 'delete from memory_lease_checks';
/** What is left of the archive has its object deleted, now or by a consolidation. */
const CLOSE = `update memory_archives set state = 'pending', archived_at_ms = ?3
  where tenant = ?1 and memory_id = ?2`;
const FORGET = `delete from memory_archives
  where tenant = ?1 and memory_id = ?2 and state = 'pending'`;
const THERE = `select id, id = ?3 as isSame from memory_memories where tenant = ?1
    and (id = ?3 or (content_hash = ?2 and superseded_at_ms is null))
  order by isSame desc limit 1`;
const STRUCK = `select 1 from memory_quarantine
  where tenant = ?1 and text_hash = ?2 and struck = 1 limit 1`;

/** When a memory is brought back, and for whom; it is what its history says. */
export interface RestoreTerms {
  readonly nowMs: number;
  /** Name of the key. */
  readonly by: string | null;
}

/**
 * Brings a memory back as it was: id, times, counts, history and ties. Whether it holds is worked out
 * anew among the values of its series; archived ones that had superseded it come back before it. When
 * the same text was written again since, that memory takes over its counts and is the answer.
 * `not_found` for an id that is not archived; `conflict` for a text that was struck since.
 */
export async function restoreMemory(
  env: Env,
  tenant: string,
  id: string,
  terms: RestoreTerms,
): Promise<Result<Marked<Memory>, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const db = await openSession(env, tenant, terms.nowMs);
  if (!(await isStored(db, tenant, id))) return fail(await absence(db, tenant, id));
  const first = await readArchive(env, tenant, id);
  if (!first.ok) return first;
  const chain = [first.value];
  let next = first.value.row.supersededBy;
  while (next !== null && chain.length < MAX_CHAIN && (await isStored(db, tenant, next))) {
    const successor = await readArchive(env, tenant, next);
    if (!successor.ok) return successor;
    chain.push(successor.value);
    next = successor.value.row.supersededBy;
  }
  let found = id;
  // Last first, so that nothing seems to hold again in between.
  for (const archived of chain.toReversed()) {
    const restored = await restoreOne(env, db, tenant, archived, terms);
    if (restored.ok) found = restored.value;
    else if (archived === first.value) return restored;
  }
  const memory = await getMemory(env, tenant, found, {}, terms.nowMs);
  // Among the values of its series it may have turned out to be one with another of the same text.
  const into = memory.ok ? undefined : memory.error.extra?.into;
  return typeof into === 'string' ? getMemory(env, tenant, into, {}, terms.nowMs) : memory;
}

async function isStored(db: Session, tenant: string, id: string): Promise<boolean> {
  const archive = await db.prepare(STATE).bind(tenant, id).first<{ readonly state: string }>();
  return archive?.state === 'stored';
}

/** The id that the memory is found under now. */
async function restoreOne(
  env: Env,
  db: Session,
  tenant: string,
  archived: ArchivedMemory,
  terms: RestoreTerms,
): Promise<Result<string, Failure>> {
  const { id, textHash } = archived.row;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const found = await putBack(db, tenant, archived, terms);
    if (found !== null) {
      // The memory is back; an object that cannot be deleted now is deleted by a consolidation.
      const deleted = await env.OFFLOAD.deleteObject(tenant, archiveKey(id));
      if (deleted.ok) await db.prepare(FORGET).bind(tenant, id).run();
      return ok(found);
    }
    // Another call brought it back, or the user was erased.
    if (!(await isStored(db, tenant, id))) return fail(await absence(db, tenant, id));
    const struck = await db.prepare(STRUCK).bind(tenant, textHash).first();
    if (struck !== null) {
      const detail = 'Cannot restore memory: its text was struck since it was archived';
      return fail({ code: 'conflict', detail });
    }
  }
  const detail = 'Cannot restore memory: the same text is being written; try again';
  return fail({ code: 'conflict', detail, retryAfterSeconds: 1 });
}

/**
 * In one transaction with the end of the archive, so that the memory is never in both places or in none.
 * The id that it is found under; null when the database refused because something was changed meanwhile.
 */
async function putBack(
  db: Session,
  tenant: string,
  archived: ArchivedMemory,
  terms: RestoreTerms,
): Promise<string | null> {
  const { row } = archived;
  const there = await db
    .prepare(THERE)
    .bind(tenant, row.contentHash, row.id)
    .first<{ readonly id: string; readonly isSame: number }>();
  const twin = row.supersededAtMs === null ? there : there?.isSame === 1 ? there : null;
  const statements =
    twin === null
      ? await rowStatements(db, tenant, archived, terms)
      : twin.isSame === 1
        ? // Imported meanwhile, with its counts.
          []
        : twinStatements(db, tenant, archived, twin.id, terms);
  try {
    await db.batch([
      db.prepare(CHECK).bind(tenant, row.id),
      ...statements,
      db.prepare(CLOSE).bind(tenant, row.id, terms.nowMs),
      db.prepare(CLEAR),
    ]);
  } catch (error) {
    const isTaken = error instanceof Error && error.message.includes('UNIQUE constraint');
    if (!isTaken && !isRefusal(error)) throw error;
    return null;
  }
  return twin?.id ?? row.id;
}

/** Fails for an object that is not there: the store lost it, or it was just brought back. */
async function readArchive(
  env: Pick<Env, 'OFFLOAD'>,
  tenant: string,
  id: string,
): Promise<Result<ArchivedMemory, Failure>> {
  const object = await env.OFFLOAD.getObject(tenant, archiveKey(id));
  if (!object.ok) return object;
  return ok(await new Response(object.value.body).json<ArchivedMemory>());
}
