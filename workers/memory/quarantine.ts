/** What was written and is not a memory: kept with who wrote it, when and why it is held. */
import { and, eq, sql } from 'drizzle-orm';
import { STRUCK_BY_HEALTH, UNKNOWN_MEMORY } from '../../shared/contracts/memory.ts';
import type { Failure } from '../../shared/errors.ts';
import { whereItWent } from './gone.ts';
import type { memories } from './schema/memories.ts';
import { quarantine } from './schema/quarantine.ts';
import { ormOf, type Session } from './session.ts';

type Row = typeof memories.$inferInsert;

/** A text that is held, and what the writer is told. */
export interface Held {
  readonly id: string;
  readonly reason: string;
}

/**
 * Keeps a text that gives instructions out of the memories. The same text in the same scope is held
 * once, under its first id, and each further write is counted.
 */
export async function holdText(
  db: Session,
  row: Row,
  reason: string,
  nowMs: number,
): Promise<Held> {
  const [held] = await ormOf(db)
    .insert(quarantine)
    .values({
      tenant: row.tenant,
      id: row.id,
      text: row.text,
      userId: row.userId ?? null,
      agentId: row.agentId ?? null,
      runId: row.runId ?? null,
      authorityRank: row.authorityRank,
      fields: fieldsOf(row),
      contentHash: row.contentHash,
      textHash: row.textHash ?? '',
      struck: false,
      everywhere: true,
      reason,
      by: STRUCK_BY_HEALTH,
      writtenBy: row.writtenBy ?? null,
      writtenAtMs: nowMs,
      decidedAtMs: nowMs,
      repeats: 0,
    })
    .onConflictDoUpdate({
      target: [quarantine.tenant, quarantine.contentHash],
      targetWhere: sql`struck = 0`,
      set: { repeats: sql`repeats + 1`, lastRepeatAtMs: nowMs },
    })
    .returning({ id: quarantine.id, reason: quarantine.reason });
  return held ?? { id: row.id, reason };
}

/**
 * The strike that keeps a text from being stored, counted as written again; null when there is none.
 * The condition is the one of the trigger `memory_memories_struck`.
 */
export async function findStrike(db: Session, row: Row, nowMs: number): Promise<Held | null> {
  const [user, agent, run] = [row.userId ?? null, row.agentId ?? null, row.runId ?? null];
  const inScope = sql`(coalesce(user_id = ${user}, 1) and coalesce(agent_id = ${agent}, 1)
    and coalesce(run_id = ${run}, 1)
    and (user_id = ${user} or agent_id = ${agent} or run_id = ${run}))`;
  const [found] = await ormOf(db)
    .update(quarantine)
    .set({ repeats: sql`repeats + 1`, lastRepeatAtMs: nowMs })
    .where(
      and(
        eq(quarantine.tenant, row.tenant),
        eq(quarantine.textHash, row.textHash ?? ''),
        eq(quarantine.struck, true),
        sql`(everywhere = 1 or ${inScope})`,
      ),
    )
    .returning({ id: quarantine.id, reason: quarantine.reason, by: quarantine.by });
  if (found === undefined) return null;
  return { id: found.id, reason: `The text was struck by ${found.by}: ${found.reason}` };
}

/**
 * The failure of reading an id that is no memory: unknown, held, with who and why but not the text, or
 * gone into another one or to the archive.
 */
export async function absence(db: Session, tenant: string, id: string): Promise<Failure> {
  const [held] = await ormOf(db)
    .select({
      struck: quarantine.struck,
      by: quarantine.by,
      atMs: quarantine.decidedAtMs,
      reason: quarantine.reason,
      windowId: quarantine.windowId,
    })
    .from(quarantine)
    .where(and(eq(quarantine.tenant, tenant), eq(quarantine.id, id)));
  if (held === undefined) return (await whereItWent(db, tenant, id)) ?? UNKNOWN_MEMORY;
  const state = held.struck ? 'struck' : 'quarantined';
  const extra = {
    state,
    by: held.by,
    at: new Date(held.atMs).toISOString(),
    reason: held.reason,
    window_id: held.windowId,
  };
  return { code: 'not_found', detail: `Cannot find memory: it is ${state}`, extra };
}

/** What a row says besides its text and its scope, as JSON. */
function fieldsOf(row: Row): string {
  return JSON.stringify({
    category_rank: row.categoryRank,
    entity: row.entity ?? null,
    key: row.key ?? null,
    value: row.value ? JSON.parse(row.value) : null,
    metadata: JSON.parse(row.metadata),
    occurred_at_ms: row.occurredAtMs ?? null,
    valid_from_ms: row.validFromMs ?? null,
    valid_to_ms: row.validToMs ?? null,
  });
}
