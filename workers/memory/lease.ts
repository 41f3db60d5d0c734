/**
 * Who may do a job now. A job takes a lease, and every transaction of the job begins with a check that
 * the lease is still its own; so two runs never both commit, and a run that slept through its lease
 * changes nothing when it wakes up. A lease whose holder died expires by itself.
 */
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Session } from './session.ts';

/** How long a lease is held without a sign of its holder, in milliseconds. Each commit begins it anew. */
export const LEASE_HOLD_MS = 60_000;

/** Free, expired or its own already: then it is its own from now on. */
const TAKE = `insert into memory_leases (name, owner, expires_at_ms) values (?1, ?2, ?3)
  on conflict (name) do update set owner = excluded.owner, expires_at_ms = excluded.expires_at_ms
  where memory_leases.owner = excluded.owner or memory_leases.expires_at_ms <= ?4
  returning owner`;
const RELEASE = 'delete from memory_leases where name = ?1 and owner = ?2';
const HOLD = 'update memory_leases set expires_at_ms = ?3 where name = ?1 and owner = ?2';
const IS_HELD =
  'select 1 as held from memory_leases where name = ?1 and owner = ?2 and expires_at_ms > ?3';
/** Null, which the table does not take, unless the lease is held. */
const GUARD = `insert into memory_lease_checks (held) select (${IS_HELD})`;
const CLEAR = 'delete from memory_lease_checks';
/** What the database says when a check fails. */
const REFUSED = 'memory_lease_checks.held';

/** Whose lease it is, and for how long it is held without being renewed. */
export interface LeaseTerms {
  /** Told apart from every other run, also of the same job. */
  readonly owner: string;
  /** The time in epoch milliseconds, asked again with each commit. */
  readonly clock: () => number;
  /** `LEASE_HOLD_MS` when absent. */
  readonly holdMs?: number | undefined;
}

/** Why nothing was committed: the lease is another's, or a check among the statements failed. */
export type Refusal = 'lost' | 'changed';

/** A lease that was taken. */
export interface Lease {
  /**
   * Runs statements as one transaction, or none of them, and holds the lease for its time from now on.
   * @throws what the database throws for any reason other than a `Refusal`
   */
  commit(statements: readonly D1PreparedStatement[]): Promise<Result<readonly D1Result[], Refusal>>;
}

/**
 * Takes the lease, runs the job and gives the lease back. `busy` when another run holds it. A job that
 * throws gives it back as well; one that dies does not, and the lease expires.
 */
export async function withLease<T>(
  session: Session,
  name: string,
  { owner, clock, holdMs = LEASE_HOLD_MS }: LeaseTerms,
  run: (lease: Lease) => Promise<T>,
): Promise<Result<T, 'busy'>> {
  const nowMs = clock();
  const taken = await session
    .prepare(TAKE)
    .bind(name, owner, nowMs + holdMs, nowMs)
    .all();
  if (taken.results.length === 0) return fail('busy');
  const commit: Lease['commit'] = async (statements) => {
    const atMs = clock();
    const opening = [
      guardStatement(session, name, owner, atMs),
      session.prepare(HOLD).bind(name, owner, atMs + holdMs),
    ];
    try {
      const closing = session.prepare(CLEAR);
      const results = await session.batch([...opening, ...statements, closing]);
      return ok(results.slice(opening.length, -1));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const held = await session.prepare(IS_HELD).bind(name, owner, atMs).first();
      return fail(held === null ? 'lost' : 'changed');
    }
  };
  try {
    return ok(await run({ commit }));
  } finally {
    await release(session, name, owner);
  }
}

/**
 * The first statement of a transaction that must fail unless `owner` holds the lease at `nowMs`; see
 * `isRefusal`. What it writes is deleted by the end of the transaction.
 */
export function guardStatement(
  session: Session,
  name: string,
  owner: string,
  nowMs: number,
): D1PreparedStatement {
  return session.prepare(GUARD).bind(name, owner, nowMs);
}

/** Whether a transaction failed because of `guardStatement` or another check of the same kind. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes(REFUSED);
}

/** Gives back what is its own; a lease that another run took over stays with that run. */
async function release(session: Session, name: string, owner: string): Promise<void> {
  try {
    await session.prepare(RELEASE).bind(name, owner).run();
  } catch {
    // It expires by itself, and must not hide why the job failed.
  }
}
