import { speakerInText, speakerNamed } from './speaker.ts';

const MS_PER_DAY = 86_400_000;
/** Fields of the metadata that name who said it, the surest first. */
const SPEAKER_FIELDS = ['speaker', 'speaker_name', 'sender', 'author'] as const;
/** Fields that say less than a name in front of the text: the role in a chat, the name of anything. */
const WEAK_SPEAKER_FIELDS = ['name', 'role'] as const;
const SESSION_FIELDS = [
  'session',
  'session_id',
  'conversation_id',
  'conversation',
  'thread_id',
  'chat_id',
] as const;
/** Joins two ids; no id has a line break in it. */
const JOINT = '\n';

/** Who said a memory, and in which conversation. */
export interface Turn {
  /** As it is written, trimmed; null when nobody is known. */
  readonly speaker: string | null;
  /** Opaque; null for a memory that stands alone. */
  readonly session: string | null;
}

/** What a turn is read from: the fields of a memory as the API takes them. */
export interface TurnSource {
  readonly text: string;
  readonly run_id?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** RFC 3339. */
  readonly occurred_at?: string | null | undefined;
}

/**
 * Reads who said a memory and in which conversation. The speaker is named by the metadata, else by the
 * text itself ("Anna: …"), else by the role in the metadata. The session is the run, with the session
 * of the metadata where there is one, or that alone; else, for what somebody said, its day in UTC: turns of a
 * dialogue that was imported without ids belong together when they happened together. Never fails.
 */
export function turnOf({ text, run_id, metadata = {}, occurred_at }: TurnSource): Turn {
  const named = (fields: readonly string[]) => firstOf(fields, metadata, speakerNamed);
  const speaker = named(SPEAKER_FIELDS) ?? speakerInText(text) ?? named(WEAK_SPEAKER_FIELDS);
  const ids = [run_id ?? null, firstOf(SESSION_FIELDS, metadata, idOf)].filter((id) => id !== null);
  if (ids.length > 0) return { speaker, session: ids.join(JOINT) };
  return { speaker, session: speaker === null ? null : dayOf(occurred_at ?? null) };
}

function firstOf(
  fields: readonly string[],
  metadata: Readonly<Record<string, unknown>>,
  read: (value: unknown) => string | null,
): string | null {
  for (const field of fields) {
    const value = Object.hasOwn(metadata, field) ? read(metadata[field]) : null;
    if (value !== null) return value;
  }
  return null;
}

function idOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function dayOf(time: string | null): string | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms)
    ? null
    : new Date(Math.floor(ms / MS_PER_DAY) * MS_PER_DAY).toISOString().slice(0, 10);
}
