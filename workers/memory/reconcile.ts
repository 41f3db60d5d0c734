/**
 * Proves that rows and vector index agree, row by row, and has what the index lacks written again. What
 * it repairs goes through the outbox, as every other change of the index does.
 */
import type { JobLimits } from '../../shared/contracts/memory-rpc.ts';
import type { Reconciliation } from '../../shared/contracts/memory-upkeep.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import { compareRows, type IndexedRow } from './compare-vectors.ts';
import type { Env } from './env.ts';
import { embedTexts } from './semantic.ts';
import type { Session } from './session.ts';
import { databaseOf, databasesOf } from './shards.ts';

/** Rows that are read and compared together. */
const PAGE = 100;
/** Rows that one call queues: embedding them again is what costs, and `deliver` does a few at a time. */
const MAX_REPAIRS = 1_000;
const BUDGET_MS = 20_000;
/** Number of the database and the last row that was compared there. */
const CURSOR = /^(\d{1,3})\.(\d{1,15})$/;

const ROWS = `select m.seq, m.tenant, m.id, m.parts, m.user_id as userId, m.agent_id as agentId,
    m.run_id as runId, m.embedding_model as model, m.embedding_dimensions as dimensions,
    m.indexed_at_ms as indexedAtMs, o.operation as queued
  from memory_memories m left join memory_outbox o on o.tenant = m.tenant and o.memory_id = m.id
  where m.seq > ?1 order by m.seq limit ${PAGE}`;
const ROWS_OF_TENANT = ROWS.replace('where m.seq > ?1', 'where m.tenant = ?2 and m.seq > ?1');
const PENDING = 'select count(*) as n from memory_outbox where ?1 is null or tenant = ?1';
const VECTORS = 'select coalesce(sum(parts), 0) as n from memory_memories';
/** What is queued already stays as it is. */
const QUEUE = `insert into memory_outbox
    (tenant, memory_id, operation, parts, version, created_at_ms, attempts, due_at_ms)
  select m.tenant, m.id, 'upsert', 0, 1, ?2, 0, ?2
  from json_each(?1) e cross join memory_memories m on m.seq = e.value
  where true on conflict (tenant, memory_id) do nothing
  returning 1 as one`;

/** What is compared, and whether what the index lacks is queued. */
export interface ReconcileRequest extends JobLimits {
  /** All tenants when absent. */
  readonly tenant?: string | undefined;
  readonly repair: boolean;
  /** `next_cursor` of the call before. */
  readonly cursor?: string | undefined;
}

/**
 * Compares rows with the vector index from `cursor` on, for as long as the budget lasts: that the index
 * has each vector a row says it has, of the model in force, under that row's scope. A call that goes
 * over all tenants also compares the totals. An index that does not answer is in `degraded`, and the
 * next call goes on where this one stopped. A cursor that no call gave is `invalid_request`.
 */
export async function reconcile(
  env: Env,
  request: ReconcileRequest,
): Promise<Result<Reconciliation, Failure>> {
  const { tenant, repair, nowMs = Date.now(), budgetMs = BUDGET_MS } = request;
  const databases =
    tenant === undefined ? databasesOf(env) : [await databaseOf(env, tenant, nowMs)];
  const place = placeOf(request.cursor, databases.length);
  if (place === null) {
    return fail(fieldFailure('/cursor', 'Cannot use cursor: give next_cursor of an earlier call'));
  }
  const untilMs = Date.now() + budgetMs;
  const model = await embedTexts(env, []);
  const degraded: Degradation[] = model.ok
    ? []
    : [{ dependency: 'embedder', effect: `Models are not compared (${model.error.detail})` }];
  const total = { rows: 0, expected: 0, missing: 0, recent: 0, repaired: 0 };
  let { number, afterSeq } = place;
  let isStopped = false;
  while (number < databases.length && !isStopped) {
    const db = databases[number]?.withSession('first-primary');
    if (db === undefined) break;
    const rows = await pageOf(db, tenant, afterSeq);
    const compared = await compareRows(env, rows, model.ok ? model.value.model : null, nowMs);
    if (!compared.ok) {
      const effect = `Rows are not compared from here on (${compared.error.detail})`;
      degraded.push({ dependency: 'vector_index', effect });
      break;
    }
    const { missing, expected, recent, rows: lacking } = compared.value;
    total.rows += rows.length;
    total.expected += expected;
    total.missing += missing;
    total.recent += recent;
    if (repair) total.repaired += await queue(db, lacking, nowMs);
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
    if (rows.length < PAGE) [number, afterSeq] = [number + 1, 0];
    isStopped = Date.now() >= untilMs || total.repaired >= MAX_REPAIRS;
  }
  const isAll = number >= databases.length;
  const sessions = databases.map((database) => database.withSession('first-primary'));
  const pending = await sumOf(sessions, PENDING, [tenant ?? null]);
  if (isAll && tenant === undefined && pending === 0) {
    degraded.push(...(await surplus(env, sessions)));
  }
  const { recent, ...counts } = total;
  return ok({
    ...counts,
    pending: pending + recent,
    agree: isAll && place.isStart && total.missing === 0 && pending + recent === 0,
    next_cursor: isAll ? null : `${number}.${afterSeq}`,
    degraded,
  });
}

function placeOf(cursor: string | undefined, databases: number) {
  if (cursor === undefined) return { number: 0, afterSeq: 0, isStart: true };
  const [, number, afterSeq] = CURSOR.exec(cursor) ?? [];
  if (number === undefined || afterSeq === undefined || Number(number) >= databases) return null;
  return { number: Number(number), afterSeq: Number(afterSeq), isStart: false };
}

async function pageOf(
  db: Session,
  tenant: string | undefined,
  afterSeq: number,
): Promise<readonly IndexedRow[]> {
  const statement =
    tenant === undefined
      ? db.prepare(ROWS).bind(afterSeq)
      : db.prepare(ROWS_OF_TENANT).bind(afterSeq, tenant);
  return (await statement.all<IndexedRow>()).results;
}

async function queue(db: Session, rows: readonly IndexedRow[], nowMs: number): Promise<number> {
  if (rows.length === 0) return 0;
  const seqs = JSON.stringify(rows.map(({ seq }) => seq));
  return (await db.prepare(QUEUE).bind(seqs, nowMs).all()).results.length;
}

async function sumOf(
  sessions: readonly Session[],
  statement: string,
  values: readonly (string | null)[],
): Promise<number> {
  const sums = await Promise.all(
    sessions.map((db) =>
      db
        .prepare(statement)
        .bind(...values)
        .first<{ n: number }>(),
    ),
  );
  return sums.reduce((sum, row) => sum + (row?.n ?? 0), 0);
}

/** Vectors that no row knows of. They lead nowhere, since every hit is looked up; they only take room. */
async function surplus(env: Env, sessions: readonly Session[]): Promise<readonly Degradation[]> {
  const known = await sumOf(sessions, VECTORS, []);
  try {
    const { vectorCount } = await env.VECTORIZE.describe();
    if (vectorCount <= known) return [];
    const effect = `Vectors of no memory, which lead nowhere: ${vectorCount - known}`;
    return [{ dependency: 'vector_index', effect }];
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    return [{ dependency: 'vector_index', effect: `Totals are not compared (${state})` }];
  }
}
