/** Makes the row of a memory from what a caller gives. */
import { AUTHORITIES, CATEGORIES, type NewMemory } from '../../../shared/contracts/memory.ts';
import { readingOf } from '../../../shared/memory/reading-of.ts';
import { canonicalName, canonicalValue } from '../../../shared/memory/series.ts';
import { stateFact } from '../../../shared/memory/state-fact.ts';
import { turnOf } from '../../../shared/memory/turn.ts';
import { writtenDates } from '../../../shared/memory/written-dates.ts';
import { sha256Hex } from '../../../shared/offload/handle.ts';
import type { memories } from '../schema/memories.ts';

/** A row to insert. */
export type Insert = typeof memories.$inferInsert;

/** Hexadecimal digits of a hash that only has to tell apart what is in one tenant: 96 bits. */
const HASH_DIGITS = 24;
/** Between the owner and the thing in the name of a series. */
const JOINT = '.';

/** What the fields of a memory say, in columns; everything that does not depend on when it is written. */
export type Described = Omit<
  Insert,
  'tenant' | 'id' | 'createdAtMs' | 'updatedAtMs' | 'usefulCount' | 'seq'
> & { readonly holdsFromMs: number };

/**
 * The columns that follow from the fields of a memory: when it holds from, which dates it speaks of, who
 * said it in which conversation, and of which thing's state it is the value. `nowMs` is when it was
 * written; what it happened at decides where it is known.
 */
export async function describeMemory(memory: NewMemory, nowMs: number): Promise<Described> {
  const { user_id: userId = null, agent_id: agentId = null, run_id: runId = null } = memory;
  const text = memory.text.trim().toWellFormed();
  const occurredAtMs = timeOf(memory.occurred_at);
  const validFromMs = timeOf(memory.valid_from);
  const turn = turnOf({ ...memory, text });
  const scope = [userId, agentId, runId];
  const thing = await thingOf(memory, text);
  const dates = await writtenDates(text, memory.occurred_at ?? new Date(nowMs).toISOString());
  return {
    text,
    userId,
    agentId,
    runId,
    categoryRank: CATEGORIES.indexOf(memory.category ?? 'general'),
    authorityRank: AUTHORITIES.indexOf(memory.authority ?? 'user'),
    entity: memory.entity?.toWellFormed() ?? null,
    key: memory.key?.toWellFormed() ?? null,
    value: memory.value === undefined ? null : JSON.stringify(memory.value),
    metadata: JSON.stringify(memory.metadata ?? {}),
    occurredAtMs,
    dates: JSON.stringify(dates),
    validFromMs,
    validToMs: timeOf(memory.valid_to),
    expiresAtMs: timeOf(memory.expires_at),
    holdsFromMs: validFromMs ?? occurredAtMs ?? nowMs,
    series: thing === null ? null : [await ownerHash(memory), thing.hash].join(JOINT),
    seriesValue: thing?.value ?? null,
    speaker: turn.speaker,
    session:
      turn.session === null ? null : await shortHash(['session', userId, agentId, turn.session]),
    // A JSON array keeps the parts apart: ("a", "b:c") and ("a:b", "c") are two scopes.
    contentHash: await sha256Hex(JSON.stringify([...scope, sameText(text), ...placeOf(memory)])),
    textHash: await sha256Hex(readingOf(text)),
  };
}

/**
 * Whose memories a series belongs to: those of a user with an agent, or of a run that is nobody's. What
 * is true of a user does not depend on the run in which it was said.
 */
export function ownerHash({ user_id, agent_id, run_id }: NewMemory): Promise<string> {
  const isRunOnly = user_id === undefined && agent_id === undefined;
  return shortHash([
    'owner',
    user_id ?? null,
    agent_id ?? null,
    isRunOnly ? (run_id ?? null) : null,
  ]);
}

/** The series of a memory that says nothing of a thing but takes the place of another, or is replaced. */
export async function ownSeries(memory: NewMemory, id: string): Promise<string> {
  return [await ownerHash(memory), await shortHash(['memory', id])].join(JOINT);
}

/** Whether a series belongs to the owner of a memory; a foreign one must never be joined. */
export async function isOwnSeries(memory: NewMemory, series: string): Promise<boolean> {
  return series.startsWith((await ownerHash(memory)) + JOINT);
}

/** The value of a memory in a series of texts: two texts that are not the same are two values. */
export function textValue(text: string): Promise<string> {
  return shortHash(['text', sameText(text)]);
}

/** Of which thing and key a memory gives the value: as the caller says, else as its text plainly says. */
async function thingOf(
  memory: NewMemory,
  text: string,
): Promise<{ readonly hash: string; readonly value: string } | null> {
  const fact = givenFact(memory, text) ?? (memory.key === undefined ? stateFact(text) : null);
  if (fact === null) return null;
  return {
    hash: await shortHash(['thing', canonicalName(fact.entity), canonicalName(fact.key)]),
    value: await shortHash(['value', canonicalValue(fact.value, fact.key)]),
  };
}

/** Entity and key name one place for a value, which the text gives when nothing else does. */
function givenFact({ entity, key, value }: NewMemory, text: string) {
  if (key === undefined || (entity === undefined && value === undefined)) return null;
  return { entity: entity ?? '', key, value: value ?? stateFact(text)?.value ?? text };
}

/** The same word may be the value of several things: what entity, key and value say belongs to the text. */
function placeOf({ entity, key, value }: NewMemory): readonly string[] {
  if (key === undefined) return [];
  return [
    canonicalName(entity ?? ''),
    canonicalName(key),
    value === undefined ? '' : canonicalValue(value, key),
  ];
}

/** What of a text makes it the same text: not its spaces, its full stop or how its letters are composed. */
function sameText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<=[^.\s])[.。]$/u, '');
}

async function shortHash(parts: readonly (string | null)[]): Promise<string> {
  return (await sha256Hex(JSON.stringify(parts))).slice(0, HASH_DIGITS);
}

function timeOf(value: string | undefined): number | null {
  return value === undefined ? null : Date.parse(value);
}
