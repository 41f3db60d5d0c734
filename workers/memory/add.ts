import { and, eq, inArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { ulid } from 'ulid';
import {
  type Added,
  AUTHORITIES,
  CATEGORIES,
  MAX_MEMORIES,
  MAX_MEMORY_CHARS,
  type NewMemory,
} from '../../shared/contracts/memory.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { carriesWrapper } from '../../shared/memory/own-wrapper.ts';
import { quarantineReason } from '../../shared/memory/quarantine-reason.ts';
import { readingOf } from '../../shared/memory/reading-of.ts';
import { searchText } from '../../shared/memory/search-text.ts';
import { sha256Hex } from '../../shared/offload/handle.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import type { Env } from './env.ts';
import { pagesOf } from './pages.ts';
import { findStrike, holdText } from './quarantine.ts';
import { memories } from './schema.ts';
import { scopeProblem, scopeTokens } from './scope.ts';
import { forgetVectors, indexMemories } from './semantic.ts';

/** Ids per statement, with room for its other values below D1's 100. */
const MAX_IDS = 90;
/** Only a row that was added has the new id; for a duplicate this inserts nothing. */
const INSERT_WORDS = `insert into memory_fts (rowid, scope, body)
  select seq, ?, ? from memory_memories where tenant = ? and id = ?`;

/** The reason of a row that the database refused as struck when the strike itself is gone since. */
const UNSTORED = 'The text was struck';

type Insert = typeof memories.$inferInsert;

/**
 * Stores memories: rows and words in one transaction, then the vectors. The same text in the same scope
 * is one memory, also when two requests bring it at once: the unique index decides. A text that gives
 * instructions is held apart and never becomes a memory, and one that was struck stays struck.
 */
export async function addMemories(
  env: Env,
  tenant: string,
  given: readonly NewMemory[],
  nowMs: number,
  writtenBy: string | null = null,
): Promise<Result<Added, Failure>> {
  const problem = firstProblem(given);
  if (problem !== null) return fail(problem);
  const written = await Promise.all(
    given.map(async (memory) => ({
      row: { ...(await toInsert(tenant, memory, nowMs)), writtenBy },
      reason: quarantineReason(memory),
    })),
  );
  const rows = written.filter(({ reason }) => reason === null).map(({ row }) => row);
  const stored = rows.length === 0 ? [] : await store(env.DB, rows);
  const keptAs = new Map(rows.map(({ id }, i) => [id, stored[i]?.id]));
  const added = rows.filter(({ id }) => keptAs.get(id) === id);
  const degraded = added.length === 0 ? [] : await index(env, tenant, added, nowMs);
  const events: Added['memories'] = [];
  // One after the other, so that a text that is given twice is held once and counted twice.
  for (const { row, reason } of written) {
    events.push(await eventOf(env.DB, row, reason, keptAs.get(row.id), nowMs));
  }
  return ok({ memories: events, degraded: [...degraded] });
}

/** What became of one row; `keptAs` is the id that its text has among the memories, if it is there. */
async function eventOf(
  db: D1Database,
  row: Insert,
  reason: string | null,
  keptAs: string | undefined,
  nowMs: number,
): Promise<Added['memories'][number]> {
  if (keptAs !== undefined) {
    return { id: keptAs, event: keptAs === row.id ? 'added' : 'duplicate' };
  }
  const strike = await findStrike(db, row, nowMs);
  const held = strike ?? (await holdText(db, row, reason ?? UNSTORED, nowMs));
  return { id: held.id, event: 'quarantined', reason: held.reason };
}

function firstProblem(given: readonly NewMemory[]): Failure | null {
  if (given.length === 0 || given.length > MAX_MEMORIES) {
    const detail = `Cannot add memories: give 1 to ${MAX_MEMORIES}, got ${given.length}`;
    return fieldFailure('/memories', detail);
  }
  for (const [i, memory] of given.entries()) {
    const path = `/memories/${i}`;
    const scope = scopeProblem(memory, path);
    if (scope !== null) return scope;
    if (memory.text.trim() === '') {
      return fieldFailure(`${path}/text`, 'Cannot add memory: its text is blank');
    }
    if (carriesWrapper(memory.text)) {
      const detail =
        'Cannot add memory: its text was taken from an assembled window, where it is a memory already or none; add what is new in it';
      return fieldFailure(`${path}/text`, detail);
    }
    if (memory.text.length > MAX_MEMORY_CHARS) {
      const detail = `Cannot add memory: it has ${memory.text.length} characters, the limit is ${MAX_MEMORY_CHARS}; offload long texts instead`;
      return { code: 'too_large', detail, errors: [{ pointer: `${path}/text`, detail }] };
    }
  }
  return null;
}

async function toInsert(tenant: string, memory: NewMemory, nowMs: number): Promise<Insert> {
  const { user_id: userId, agent_id: agentId, run_id: runId } = memory;
  const text = memory.text.trim().toWellFormed();
  const time = (value: string | undefined) => (value === undefined ? null : Date.parse(value));
  return {
    tenant,
    id: `mem_${ulid(nowMs)}`,
    text,
    userId: userId ?? null,
    agentId: agentId ?? null,
    runId: runId ?? null,
    categoryRank: CATEGORIES.indexOf(memory.category ?? 'general'),
    authorityRank: AUTHORITIES.indexOf(memory.authority ?? 'user'),
    entity: memory.entity?.toWellFormed() ?? null,
    key: memory.key?.toWellFormed() ?? null,
    value: memory.value === undefined ? null : JSON.stringify(memory.value),
    metadata: JSON.stringify(memory.metadata ?? {}),
    occurredAtMs: time(memory.occurred_at),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    validFromMs: time(memory.valid_from),
    validToMs: time(memory.valid_to),
    usefulCount: 0,
    // A JSON array keeps the parts apart: ("a", "b:c") and ("a:b", "c") are two scopes.
    contentHash: await sha256Hex(
      JSON.stringify([userId ?? null, agentId ?? null, runId ?? null, text]),
    ),
    textHash: await sha256Hex(readingOf(text)),
  };
}

/** Writes rows and their words in one transaction. The id under which each text is kept, in order. */
async function store(
  db: D1Database,
  rows: readonly Insert[],
): Promise<readonly ({ readonly id: string } | undefined)[]> {
  const statements = await Promise.all(
    rows.map(async (row) => {
      const tokens = await scopeTokens(row.tenant, {
        user_id: row.userId ?? undefined,
        agent_id: row.agentId ?? undefined,
        run_id: row.runId ?? undefined,
      });
      const scope = Object.values(tokens).join(' ');
      const body = searchText([row.entity, row.key, row.text].filter(Boolean).join(' '));
      const insert = upsert(db, row).toSQL();
      return [
        db.prepare(insert.sql).bind(...insert.params),
        db.prepare(INSERT_WORDS).bind(scope, body, row.tenant, row.id),
      ];
    }),
  );
  const results = await db.batch<{ readonly id: string }>(statements.flat());
  return rows.map((_, i) => results[2 * i]?.results[0]);
}

/**
 * Inserts a row. A repeat counts as useful, and its validity is the one in force, unless it comes from
 * somebody less trusted than the memory's source: then it cannot end what the other one said.
 */
function upsert(db: D1Database, row: Insert) {
  const ifTrusted = (column: string) =>
    sql.raw(
      `case when excluded.authority_rank <= authority_rank then excluded.${column} else ${column} end`,
    );
  return drizzle(db)
    .insert(memories)
    .values(row)
    .onConflictDoUpdate({
      target: [memories.tenant, memories.contentHash],
      targetWhere: sql`superseded_at_ms is null`,
      set: {
        usefulCount: sql`useful_count + 1`,
        lastUsefulAtMs: sql`max(coalesce(last_useful_at_ms, 0), excluded.created_at_ms)`,
        updatedAtMs: sql`excluded.updated_at_ms`,
        validFromMs: ifTrusted('valid_from_ms'),
        validToMs: ifTrusted('valid_to_ms'),
        authorityRank: sql`min(authority_rank, excluded.authority_rank)`,
      },
    })
    .returning({ id: memories.id });
}

/** Writes the vectors of new rows and notes what was acknowledged. A failure leaves the rows findable by words. */
async function index(
  env: Env,
  tenant: string,
  rows: readonly Insert[],
  nowMs: number,
): Promise<readonly Degradation[]> {
  const entries = rows.map(({ id, text, userId = null, agentId = null, runId = null }) => ({
    id,
    text,
    userId,
    agentId,
    runId,
  }));
  const indexed = await indexMemories(env, tenant, entries);
  if (!indexed.ok) {
    const effect = `Found by their words only until they are indexed (${indexed.error.detail})`;
    return [{ dependency: 'vector_index', effect }];
  }
  const orm = drizzle(env.DB);
  const { model: embeddingModel, dimensions: embeddingDimensions } = indexed.value;
  const left = new Set(rows.map(({ id }) => id));
  for (const ids of pagesOf([...left], MAX_IDS)) {
    const confirmed = await orm
      .update(memories)
      .set({ embeddingModel, embeddingDimensions, indexedAtMs: nowMs })
      .where(and(eq(memories.tenant, tenant), inArray(memories.id, [...ids])))
      .returning({ id: memories.id });
    for (const { id } of confirmed) left.delete(id);
  }
  // Deleted while its vector was being written: the vector goes as well.
  return left.size === 0 ? [] : forgetVectors(env, [...left]);
}
