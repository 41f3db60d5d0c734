import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  MAX_MEMORIES,
  MEMORY_ID_PATTERN,
  STRUCK_BY_HEALTH,
  type StrikeRequest,
  type Struck,
} from '../../shared/contracts/memory.ts';
import type { Marked } from '../../shared/contracts/memory-rpc.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { readingOf } from '../../shared/memory/reading-of.ts';
import { sha256Hex } from '../../shared/offload/handle.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Env } from './env.ts';
import { pagesOf } from './pages.ts';
import { memories } from './schema/memories.ts';
import { quarantine } from './schema/quarantine.ts';
import { marked, openSession, ormOf, type Session } from './session.ts';
import { resolveSeries } from './supersede.ts';

/** Ids per statement, with room for its other values below D1's 100. */
const MAX_IDS = 90;

/** Rows with the same reading that the same caller could be shown: see the trigger of the table. */
const SAME_TEXT = `m.text_hash = ?3 and m.text_hash <> '' and (?4 = 1 or (
  coalesce(m.user_id = ?5, 1) and coalesce(m.agent_id = ?6, 1) and coalesce(m.run_id = ?7, 1)
  and (m.user_id = ?5 or m.agent_id = ?6 or m.run_id = ?7)))`;
const MOVE = `insert into memory_quarantine (tenant, id, text, user_id, agent_id, run_id, authority_rank,
    fields, content_hash, text_hash, struck, everywhere, reason, by, written_by, window_id,
    written_at_ms, decided_at_ms, repeats)
  select m.tenant, m.id, m.text, m.user_id, m.agent_id, m.run_id, m.authority_rank,
    json_object('category_rank', m.category_rank, 'entity', m.entity, 'key', m.key,
      'value', json(m.value), 'metadata', json(m.metadata), 'occurred_at_ms', m.occurred_at_ms,
      'valid_from_ms', m.valid_from_ms, 'valid_to_ms', m.valid_to_ms),
    m.content_hash, ?3, 1, ?4, ?8, ?9, m.written_by, ?10, m.created_at_ms, ?11, 0
  from memory_memories m where m.tenant = ?1 and (m.id = ?2 or (${SAME_TEXT}))
  on conflict do nothing`;
/** A row that the first statement moved; its words go with it by the trigger. */
const DELETE = `delete from memory_memories as m where m.tenant = ?1 and (m.id = ?2 or m.text_hash = ?3)
  and exists (select 1 from memory_quarantine q where q.tenant = m.tenant and q.id = m.id)
  returning id`;

type Row = Pick<
  typeof memories.$inferSelect,
  'id' | 'text' | 'userId' | 'agentId' | 'runId' | 'series'
>;

/**
 * Moves memories out of reach, with who and why, in one transaction; then their vectors. The same text
 * in the same scope goes too, superseded copies included; what the health check strikes goes from every
 * scope. A quarantined text becomes struck. The first strike of an id stands.
 */
export async function strikeMemories(
  env: Env,
  tenant: string,
  request: StrikeRequest,
  nowMs: number,
): Promise<Result<Marked<Struck>, Failure>> {
  const problem = requestProblem(request);
  if (problem !== null) return fail(problem);
  const ids = [...new Set(request.ids)].filter((id) => MEMORY_ID_PATTERN.test(id));
  const db = await openSession(env, tenant, nowMs);
  const rows = (
    await Promise.all(pagesOf(ids, MAX_IDS).map((page) => find(db, tenant, page)))
  ).flat();
  const statements = await Promise.all(rows.map((row) => moves(db, tenant, row, request, nowMs)));
  const gone: string[] = [];
  if (statements.length > 0) {
    const results = await db.batch<{ readonly id: string }>([
      ...statements.flat(),
      ...(await restored(db, tenant, rows, request.by, nowMs)),
    ]);
    for (const { results: deleted } of results) gone.push(...deleted.map(({ id }) => id));
  }
  const held = await Promise.all(
    pagesOf(ids, MAX_IDS).map((page) => confirm(db, tenant, page, request, nowMs)),
  );
  return ok(marked(db, { ids: [...new Set([...held.flat(), ...gone])], degraded: [] }));
}

/** What a struck memory had superseded holds again, copies of its text in other series included. */
async function restored(
  db: Session,
  tenant: string,
  rows: readonly Row[],
  by: string,
  nowMs: number,
): Promise<readonly D1PreparedStatement[]> {
  const hashes = await Promise.all(rows.map(({ text }) => sha256Hex(readingOf(text))));
  const alike = await ormOf(db)
    .selectDistinct({ series: memories.series })
    .from(memories)
    .where(
      and(
        eq(memories.tenant, tenant),
        sql`${memories.textHash} in (select value from json_each(${JSON.stringify(hashes)}))`,
      ),
    );
  const series = new Set([...rows, ...alike].flatMap((row) => row.series ?? []));
  return resolveSeries(db, tenant, [...series], { nowMs, by });
}

function requestProblem({ ids, reason, by }: StrikeRequest): Failure | null {
  if (ids.length === 0 || ids.length > MAX_MEMORIES) {
    const detail = `Cannot strike memories: give 1 to ${MAX_MEMORIES} ids, got ${ids.length}`;
    return fieldFailure('/ids', detail);
  }
  if (reason.trim() === '') {
    return fieldFailure('/reason', 'Cannot strike memories: the reason is blank');
  }
  return by.trim() === '' ? fieldFailure('/by', 'Cannot strike memories: by is blank') : null;
}

function find(db: Session, tenant: string, ids: readonly string[]): Promise<readonly Row[]> {
  return ormOf(db)
    .select({
      id: memories.id,
      text: memories.text,
      userId: memories.userId,
      agentId: memories.agentId,
      runId: memories.runId,
      series: memories.series,
    })
    .from(memories)
    .where(and(eq(memories.tenant, tenant), inArray(memories.id, [...ids])));
}

async function moves(
  db: Session,
  tenant: string,
  row: Row,
  { reason, by, window_id: windowId }: StrikeRequest,
  nowMs: number,
): Promise<readonly D1PreparedStatement[]> {
  const textHash = await sha256Hex(readingOf(row.text));
  const everywhere = Number(by === STRUCK_BY_HEALTH);
  const scope = [row.userId, row.agentId, row.runId];
  const told = [reason.toWellFormed(), by.toWellFormed(), windowId ?? null, nowMs];
  return [
    db.prepare(MOVE).bind(tenant, row.id, textHash, everywhere, ...scope, ...told),
    db.prepare(DELETE).bind(tenant, row.id, textHash),
  ];
}

/** Makes what is only quarantined struck. All of the ids that are struck now. */
async function confirm(
  db: Session,
  tenant: string,
  ids: readonly string[],
  { reason, by, window_id: windowId }: StrikeRequest,
  nowMs: number,
): Promise<readonly string[]> {
  const orm = ormOf(db);
  const isOne = and(eq(quarantine.tenant, tenant), inArray(quarantine.id, [...ids]));
  const [, struck] = await orm.batch([
    orm
      .update(quarantine)
      .set({ struck: true, reason, by, windowId: windowId ?? null, decidedAtMs: nowMs })
      .where(and(isOne, eq(quarantine.struck, false))),
    orm.select({ id: quarantine.id }).from(quarantine).where(isOne),
  ]);
  return struck.map(({ id }) => id);
}
