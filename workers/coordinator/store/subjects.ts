/**
 * What the coordinator keeps about whom. A note comes before what it is about is stored, and goes after
 * it: wherever a Worker is killed, an erasure finds everything.
 */
import type { SUBJECT_KINDS } from '../schema.ts';

type SubjectKind = (typeof SUBJECT_KINDS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
/** A note outlives what it is about, which crons delete with some delay. */
const GRACE_MS = 7 * DAY_MS;
/** Notes that one cron deletes, so that the statement ends. */
const MAX_EXPIRED = 10_000;

/** What is kept, of whom, and until when. */
export interface Note {
  readonly kind: SubjectKind;
  readonly ref: string;
  readonly userIds: readonly string[];
  readonly expiresAtMs: number;
}

const NOTE_USERS = `insert into coordinator_subjects (tenant, user_id, kind, ref, expires_at_ms)
  select ?1, value, ?2, ?3, ?4 from json_each(?5) where true
  on conflict do update set expires_at_ms = max(expires_at_ms, excluded.expires_at_ms)`;
const NOTE_HANDLES = `insert into coordinator_handle_refs (tenant, ref, handle, expires_at_ms)
  select ?1, ?2, value, ?3 from json_each(?4) where true
  on conflict do update set expires_at_ms = max(expires_at_ms, excluded.expires_at_ms)`;
const EXPIRE = ['coordinator_subjects', 'coordinator_handle_refs'].map(
  (table) => `delete from ${table} where rowid in
    (select rowid from ${table} where expires_at_ms < ?1 limit ${MAX_EXPIRED})`,
);

/** Notes whom something is about that is going to be stored; nothing when it is about nobody. */
export async function noteUsers(db: D1Database, tenant: string, note: Note): Promise<void> {
  if (note.userIds.length > 0) await usersStatement(db, tenant, note).run();
}

/** Notes, in one transaction, whom a window is about and which offloaded texts it refers to. */
export async function noteWindow(
  db: D1Database,
  tenant: string,
  { handles, ...note }: Omit<Note, 'kind'> & { readonly handles: readonly string[] },
): Promise<void> {
  const statements = [
    ...(note.userIds.length === 0 ? [] : [usersStatement(db, tenant, { ...note, kind: 'window' })]),
    ...(handles.length === 0 ? [] : [handlesStatement(db, tenant, { ...note, handles })]),
  ];
  if (statements.length > 0) await db.batch(statements);
}

/** Notes that somebody uploaded a text, and to which session it belongs. */
export async function noteUpload(
  db: D1Database,
  tenant: string,
  upload: {
    readonly handle: string;
    readonly sessionId: string | undefined;
    readonly expiresAtMs: number;
  },
): Promise<void> {
  const { handle, sessionId, expiresAtMs } = upload;
  const ref = sessionId === undefined ? 'upload' : sessionRef(sessionId);
  await handlesStatement(db, tenant, { ref, handles: [handle], expiresAtMs }).run();
}

/** How a session is named where it refers to an uploaded text. */
export function sessionRef(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Deletes notes about what is gone by itself; for the hourly cron. */
export async function expireNotes(db: D1Database, nowMs: number): Promise<number> {
  const gone = await db.batch(EXPIRE.map((statement) => db.prepare(statement).bind(nowMs)));
  return gone.reduce((sum, { meta }) => sum + meta.changes, 0);
}

function usersStatement(db: D1Database, tenant: string, note: Note): D1PreparedStatement {
  // As a bound text would be stored: half a character becomes U+FFFD.
  const userIds = JSON.stringify([...new Set(note.userIds.map((id) => id.toWellFormed()))]);
  return db
    .prepare(NOTE_USERS)
    .bind(tenant, note.kind, note.ref, note.expiresAtMs + GRACE_MS, userIds);
}

function handlesStatement(
  db: D1Database,
  tenant: string,
  refs: Omit<Note, 'kind' | 'userIds'> & { readonly handles: readonly string[] },
): D1PreparedStatement {
  const handles = JSON.stringify([...new Set(refs.handles)]);
  return db.prepare(NOTE_HANDLES).bind(tenant, refs.ref, refs.expiresAtMs + GRACE_MS, handles);
}
