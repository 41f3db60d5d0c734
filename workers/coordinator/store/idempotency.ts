import { and, eq, lt, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { CoordinatorEnv } from '../env.ts';
import { idempotency } from '../schema.ts';
import { sha256 } from './keys.ts';
import { noteUsers } from './subjects.ts';

/** Longest `Idempotency-Key`, in characters. */
export const MAX_KEY_CHARS = 255;
/** How long a first answer is given again: a day. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** A request that has not answered after this is taken for dead, and its key is free again. */
const RUNNING_MS = 60_000;
/** Largest body, in characters, that fits a row (D1 takes 2 MB); larger ones are objects in R2. */
const MAX_ROW_CHARS = 500_000;

export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that is to be kept, and the users that it is about. */
export interface NewAnswer extends FirstAnswer {
  readonly userIds: readonly string[];
}

export type Claim =
  | { readonly state: 'mine'; readonly claimedAtMs: number }
  | { readonly state: 'running' }
  | { readonly state: 'other_request' }
  | { readonly state: 'answered'; readonly answer: FirstAnswer };

/** Claims a key for one request. Of several at once exactly one gets `mine`. */
export async function claim(
  env: CoordinatorEnv,
  tenant: string,
  scope: string,
  requestHash: string,
  nowMs: number,
): Promise<Claim> {
  const db = drizzle(env.DB);
  const mine = and(eq(idempotency.tenant, tenant), eq(idempotency.scope, scope));
  const [, inserted] = await db.batch([
    db.delete(idempotency).where(and(mine, lt(idempotency.createdAtMs, nowMs - KEEP_MS))),
    db
      .insert(idempotency)
      .values({ tenant, scope, requestHash, createdAtMs: nowMs })
      .onConflictDoNothing()
      .returning({ scope: idempotency.scope }),
  ]);
  if (inserted.length > 0) return { state: 'mine', claimedAtMs: nowMs };
  const [row] = await db.select().from(idempotency).where(mine).limit(1);
  if (row === undefined) return { state: 'running' };
  if (row.requestHash !== requestHash) return { state: 'other_request' };
  if (row.status === null) {
    if (row.createdAtMs < nowMs - RUNNING_MS) await forget(env, tenant, scope, row.createdAtMs);
    return { state: 'running' };
  }
  const kept = row.bodyKey === null ? row.body : await readObject(env, tenant, row.bodyKey);
  if (kept === null) {
    // The object is gone: the answer cannot be given again, so the request runs again.
    await forget(env, tenant, scope, row.createdAtMs);
    return { state: 'running' };
  }
  const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>;
  return { state: 'answered', answer: { status: row.status, headers, body: kept } };
}

/** Keeps the first answer of a claimed key; `claimedAtMs` names the claim, which may have been lost. */
export async function keepAnswer(
  env: CoordinatorEnv,
  tenant: string,
  scope: string,
  claimedAtMs: number,
  answer: NewAnswer,
): Promise<void> {
  const large = answer.body.length > MAX_ROW_CHARS;
  const bodyKey = large ? await answerKey(scope) : null;
  const { userIds } = answer;
  const expiresAtMs = claimedAtMs + KEEP_MS;
  await noteUsers(env.DB, tenant, { kind: 'answer', ref: scope, userIds, expiresAtMs });
  if (bodyKey !== null) {
    const stored = await env.OFFLOAD.putObject(tenant, bodyKey, answer.body);
    if (!stored.ok) throw new Error(stored.error.detail);
  }
  const kept = await drizzle(env.DB)
    .update(idempotency)
    .set({
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: large ? null : answer.body,
      bodyKey,
    })
    .where(claimOf(tenant, scope, claimedAtMs))
    .returning({ scope: idempotency.scope });
  // The claim was lost, for instance to the erasure of a user: nothing would lead to the object.
  if (kept.length === 0 && bodyKey !== null) await env.OFFLOAD.deleteObject(tenant, bodyKey);
}

/** The object that holds an answer that is too large for a row. */
export async function answerKey(scope: string): Promise<string> {
  return `answers/${await sha256(scope)}`;
}

/** Frees a key whose request gave no answer to keep. */
export async function forget(
  env: CoordinatorEnv,
  tenant: string,
  scope: string,
  claimedAtMs: number,
): Promise<void> {
  await drizzle(env.DB)
    .delete(idempotency)
    .where(claimOf(tenant, scope, claimedAtMs));
}

/** Deletes first answers that are older than a day, with their objects; for the hourly cron. */
export async function expireAnswers(env: CoordinatorEnv, nowMs: number): Promise<number> {
  const gone = await drizzle(env.DB)
    .delete(idempotency)
    .where(lt(idempotency.createdAtMs, nowMs - KEEP_MS))
    .returning({ tenant: idempotency.tenant, bodyKey: idempotency.bodyKey });
  for (const { tenant, bodyKey } of gone) {
    if (bodyKey !== null) await env.OFFLOAD.deleteObject(tenant, bodyKey);
  }
  return gone.length;
}

function claimOf(tenant: string, scope: string, claimedAtMs: number): SQL | undefined {
  return and(
    eq(idempotency.tenant, tenant),
    eq(idempotency.scope, scope),
    eq(idempotency.createdAtMs, claimedAtMs),
  );
}

async function readObject(
  env: CoordinatorEnv,
  tenant: string,
  key: string,
): Promise<string | null> {
  const object = await env.OFFLOAD.getObject(tenant, key);
  return object.ok ? new Response(object.value.body).text() : null;
}
