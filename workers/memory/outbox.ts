/**
 * Tells the vector index what the rows say. A row and the order to index it are one transaction; this
 * carries the orders out, at once after a write and again from a cron until the index has taken them.
 * Every step may be repeated, and none leaves the index with a vector that no later step finds.
 */
import type { JobLimits } from '../../shared/contracts/memory-rpc.ts';
import type { Env } from './env.ts';
import { type Indexing, indexRows } from './index-rows.ts';
import { forgetParts } from './semantic.ts';
import { openSession, type Session } from './session.ts';
import { databasesOf } from './shards.ts';
import { mergeWords } from './words.ts';

/** Orders that are carried out together. */
const BATCH = 64;
/** Whoever takes an order has this long; then it is due again, for instance when a Worker was killed. */
const CLAIM_MS = 60_000;
/** First wait after a failure; it doubles with each further one, up to an hour. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 3_600_000;
/** A write that was on its way when its memory was deleted has ended by then. */
const FORGET_AFTER_MS = 60_000;
/** How long a call works when the caller does not say. */
const DEFAULT_BUDGET_MS = 20_000;
/** Longest error that is kept, in characters. */
const MAX_ERROR_CHARS = 500;

/** Whoever claims first has them; the others find them not due. */
const CLAIM = `update memory_outbox set due_at_ms = ?1 + ${CLAIM_MS}, attempts = attempts + 1
  where seq in (select seq from memory_outbox where due_at_ms <= ?1 and (?2 is null or tenant = ?2)
    order by due_at_ms, seq limit ${BATCH})
  returning seq, tenant, memory_id as memoryId, operation, parts, version, attempts`;
/** A newer intent has another version, and stays. */
const DONE = 'delete from memory_outbox where seq = ?1 and version = ?2';
const ONCE_MORE = `update memory_outbox set operation = 'forget', due_at_ms = ?3, attempts = 0
  where seq = ?1 and version = ?2`;
const FAILED = `update memory_outbox set due_at_ms = ?3, last_error = ?4 where seq = ?1 and version = ?2`;
const PENDING = 'select count(*) as n from memory_outbox where ?1 is null or tenant = ?1';

type Order = Indexing & {
  readonly operation: 'upsert' | 'delete' | 'forget';
  readonly parts: number;
  readonly attempts: number;
};

/** What a delivery did. */
export interface Delivered {
  readonly delivered: number;
  readonly failed: number;
  /** Orders that are left, those that wait for their time included. */
  readonly pending: number;
}

/**
 * Carries out what is due, in every database, and tidies up the word index, which grew by as much. Stops
 * after `budgetMs`.
 */
export async function deliver(
  env: Env,
  { nowMs = Date.now(), budgetMs = DEFAULT_BUDGET_MS }: JobLimits,
): Promise<Delivered> {
  const untilMs = Date.now() + budgetMs;
  const total = { delivered: 0, failed: 0, pending: 0 };
  for (const database of databasesOf(env)) {
    const db = database.withSession('first-primary');
    const done = await deliverFrom(env, db, null, nowMs, untilMs);
    await mergeWords(db);
    total.delivered += done.delivered;
    total.failed += done.failed;
    total.pending += done.pending;
  }
  return total;
}

/** Carries out what one tenant's last write ordered, and what else of its orders is due. */
export async function deliverTenant(env: Env, tenant: string, nowMs: number): Promise<Delivered> {
  const db = await openSession(env, tenant, nowMs);
  return deliverFrom(env, db, tenant, nowMs, Date.now() + DEFAULT_BUDGET_MS);
}

/** Carries out the orders of one tenant in one database, until `untilMs` by the clock. */
async function deliverFrom(
  env: Env,
  db: Session,
  tenant: string | null,
  nowMs: number,
  untilMs: number,
): Promise<Delivered> {
  let delivered = 0;
  let failed = 0;
  while (Date.now() < untilMs) {
    const { results } = await db.prepare(CLAIM).bind(nowMs, tenant).all<Order>();
    if (results.length === 0) break;
    const outcomes = [
      ...(await indexOrders(env, db, results.filter(isUpsert), nowMs)),
      ...(await forgetOrders(
        env,
        db,
        results.filter((order) => !isUpsert(order)),
        nowMs,
      )),
    ];
    delivered += outcomes.filter((isDone) => isDone).length;
    failed += outcomes.filter((isDone) => !isDone).length;
  }
  const left = await db.prepare(PENDING).bind(tenant).first<{ n: number }>();
  return { delivered, failed, pending: left?.n ?? 0 };
}

function isUpsert({ operation }: Order): boolean {
  return operation === 'upsert';
}

async function indexOrders(
  env: Env,
  db: Session,
  orders: readonly Order[],
  nowMs: number,
): Promise<readonly boolean[]> {
  if (orders.length === 0) return [];
  const answers = await indexRows(env, db, orders, nowMs);
  const failed = orders.flatMap((order, i) => {
    const answer = answers[i];
    return answer === undefined || answer.ok ? [] : [{ order, error: answer.error.detail }];
  });
  await postpone(db, failed, nowMs);
  return answers.map(({ ok }) => ok);
}

async function forgetOrders(
  env: Env,
  db: Session,
  orders: readonly Order[],
  nowMs: number,
): Promise<readonly boolean[]> {
  if (orders.length === 0) return [];
  const forgotten = await forgetParts(env, orders);
  if (!forgotten.ok) {
    const error = forgotten.error.detail;
    await postpone(
      db,
      orders.map((order) => ({ order, error })),
      nowMs,
    );
    return orders.map(() => false);
  }
  await db.batch(
    orders.map(({ seq, version, operation }) =>
      operation === 'forget'
        ? db.prepare(DONE).bind(seq, version)
        : db.prepare(ONCE_MORE).bind(seq, version, nowMs + FORGET_AFTER_MS),
    ),
  );
  return orders.map(() => true);
}

async function postpone(
  db: Session,
  failures: readonly { readonly order: Order; readonly error: string }[],
  nowMs: number,
): Promise<void> {
  if (failures.length === 0) return;
  await db.batch(
    failures.map(({ order: { seq, version, attempts }, error }) => {
      const waitMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.min(attempts - 1, 20));
      return db.prepare(FAILED).bind(seq, version, nowMs + waitMs, error.slice(0, MAX_ERROR_CHARS));
    }),
  );
}
