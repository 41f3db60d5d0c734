/** A conversation with one tenant's database that sees its own writes. */
import { drizzle } from 'drizzle-orm/d1';
import type { ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type Databases, databaseOf } from './shards.ts';

/** The part of a database that statements go through, with what a later read may name. */
export type Session = D1DatabaseSession;

/** As D1 writes bookmarks. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** A session that writes, or reads what was written last. */
export async function openSession(env: Databases, tenant: string, nowMs: number): Promise<Session> {
  return (await databaseOf(env, tenant, nowMs)).withSession('first-primary');
}

/** A session that reads from where the caller may: see `ReadFrom`. A bookmark that D1 never gave is refused. */
export async function openReading(
  env: Databases,
  tenant: string,
  { bookmark }: ReadFrom,
  nowMs: number,
): Promise<Result<Session, Failure>> {
  if (bookmark !== undefined && bookmark !== 'nearest' && !BOOKMARK.test(bookmark)) {
    const detail = 'Cannot use bookmark: give one of an earlier answer, or "nearest"';
    return fail(fieldFailure('/bookmark', detail));
  }
  const constraint =
    bookmark === undefined
      ? 'first-primary'
      : bookmark === 'nearest'
        ? 'first-unconstrained'
        : bookmark;
  return ok((await databaseOf(env, tenant, nowMs)).withSession(constraint));
}

/** A value with the bookmark of the session that it was read or written in. */
export function marked<T extends object>(
  session: Session,
  value: T,
): T & { readonly bookmark: string | null } {
  return { ...value, bookmark: session.getBookmark() };
}

/** The query builder over a session. */
export function ormOf(session: Session) {
  // The builder only prepares and batches, which a session does as a database does.
  return drizzle(session as unknown as D1Database);
}
