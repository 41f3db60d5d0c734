import { ulid } from 'ulid';
import type { Added, NewMemory } from '../../shared/contracts/memory.ts';
import type { Marked } from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { quarantineReason } from '../../shared/memory/quarantine-reason.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Env } from './env.ts';
import { findStrike, holdText } from './quarantine.ts';
import { marked, openSession, type Session } from './session.ts';
import { requestProblem } from './write/check.ts';
import { nearCopies } from './write/near-copy.ts';
import { describeMemory, type Insert } from './write/prepare.ts';
import { countRepeats, type Repeat } from './write/repeat.ts';
import { splitRestated } from './write/restated.ts';
import { type Standing, standingOf } from './write/standing.ts';
import { storeRows, type Written } from './write/store.ts';
import { joinSuperseded } from './write/supersedes.ts';

type Event = Added['memories'][number];

/** The reason of a row that the database refused as struck when the strike itself is gone since. */
const UNSTORED = 'The text was struck';

interface Given {
  readonly memory: NewMemory;
  readonly row: Insert;
  /** Why the text must not become a memory; null when it may. */
  readonly reason: string | null;
}

/**
 * Stores memories: rows, words, whom they supersede and the order to the vector index in one transaction.
 * The same text in the same scope is one memory, also when two requests bring it at once: the unique
 * index decides. A text that gives instructions is held apart and never becomes a memory, and one that
 * was struck stays struck.
 */
export async function addMemories(
  env: Env,
  tenant: string,
  given: readonly NewMemory[],
  nowMs: number,
  writtenBy: string | null = null,
): Promise<Result<Marked<Added>, Failure>> {
  const problem = requestProblem(given);
  if (problem !== null) return fail(problem);
  const db = await openSession(env, tenant, nowMs);
  const all = await Promise.all(given.map((memory) => read(tenant, memory, nowMs, writtenBy)));
  const allowed = all.filter(({ reason }) => reason === null);
  const joined = await joinSuperseded(db, tenant, allowed);
  if (!joined.ok) return joined;
  const { rows, before } = joined.value;
  const kept = await write(db, tenant, rows, before, nowMs, writtenBy);
  const standing = await standingOf(
    db,
    tenant,
    [...kept.values()].flatMap((one) => (one?.isNew ? [one.id] : [])),
  );
  const events: Event[] = [];
  // One after the other, so that a text that is given twice is held once and counted twice.
  for (const { row, reason } of all) {
    const written = kept.get(row.id) ?? null;
    events.push(
      written === null
        ? await heldEvent(db, row, reason, nowMs)
        : eventOf(written, standing.get(written.id)),
    );
  }
  return ok(marked(db, { memories: events, degraded: [] }));
}

async function read(
  tenant: string,
  memory: NewMemory,
  nowMs: number,
  writtenBy: string | null,
): Promise<Given> {
  const row: Insert = {
    ...(await describeMemory(memory, nowMs)),
    tenant,
    id: `mem_${ulid(nowMs)}`,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    usefulCount: 0,
    writtenBy,
    change: 'added',
    changedBy: writtenBy,
  };
  return { memory, row, reason: quarantineReason(memory) };
}

/** Where each row went, by the id that it came with; null for one that the database refused. */
async function write(
  db: Session,
  tenant: string,
  rows: readonly Insert[],
  before: readonly D1PreparedStatement[],
  nowMs: number,
  by: string | null,
): Promise<ReadonlyMap<string, (Written & { readonly reason?: string }) | null>> {
  const copies = await nearCopies(db, tenant, rows, nowMs);
  const repeats = rows.flatMap((row, i): readonly Repeat[] => {
    const of = copies[i];
    return of == null ? [] : [{ row, of }];
  });
  const gone = await countRepeats(db, repeats);
  const isRepeat = new Set(repeats.filter(({ of }) => !gone.has(of)).map(({ row }) => row.id));
  const fresh = rows.filter(({ id }) => !isRepeat.has(id));
  const stored = await storeRows(
    db,
    fresh.map((row) => ({ row, asImported: false })),
    { nowMs, by },
    before,
  );
  await splitRestated(db, tenant, [...new Set(rows.flatMap(({ series }) => series ?? []))], {
    nowMs,
    by,
  });
  return new Map([
    ...repeats
      .filter(({ row }) => isRepeat.has(row.id))
      .map(({ row, of }) => {
        const reason = 'Says the same in nearly the same words';
        return [row.id, { id: of, isNew: false, reason }] as const;
      }),
    ...fresh.map((row, i) => [row.id, stored[i] ?? null] as const),
  ]);
}

function eventOf(
  { id, isNew, reason }: Written & { readonly reason?: string },
  standing: Standing | undefined,
): Event {
  if (!isNew) return { id, event: 'duplicate', ...(reason === undefined ? {} : { reason }) };
  if (standing?.isRepeat) return { id: standing.id, event: 'duplicate' };
  if (standing?.supersedes != null)
    return { id, event: 'superseded', supersedes: standing.supersedes };
  if (standing?.conflictsWith != null) {
    const why = `Disagrees with ${standing.conflictsWith}, which is more trusted and stays`;
    return { id, event: 'added', reason: why };
  }
  if (standing?.supersededBy != null) {
    const why = `Held until ${standing.supersededBy}, which holds from a later time`;
    return { id, event: 'added', reason: why };
  }
  return { id, event: 'added' };
}

async function heldEvent(
  db: Session,
  row: Insert,
  reason: string | null,
  nowMs: number,
): Promise<Event> {
  const strike = await findStrike(db, row, nowMs);
  const held = strike ?? (await holdText(db, row, reason ?? UNSTORED, nowMs));
  return { id: held.id, event: 'quarantined', reason: held.reason };
}
