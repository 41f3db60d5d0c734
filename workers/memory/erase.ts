/** Erases everything that is remembered of a user, the archives in the object store included. */
import type { ErasedMemories } from '../../shared/contracts/memory-upkeep.ts';
import { archiveKey } from './archive-key.ts';
import type { Env } from './env.ts';
import { openSession, type Session } from './session.ts';

/** Memories per transaction; each takes its words, vectors, history, credits and links along. */
const SLICE = 250;
/** Archives per round; each is one call to the object store. */
const ARCHIVES = 50;
/** Calls to the object store at a time. */
const PARALLEL = 6;
/** Transactions of one call, far below the 1,000 statements that an invocation may run. */
const MAX_ROUNDS = 200;
const BUDGET_MS = 20_000;

const OF_USER = 'from memory_memories where tenant = ?1 and user_id = ?2 order by seq limit ?3';
const COUNT = `select count(*) as memories, coalesce(sum(parts), 0) as vectors
  from (select parts ${OF_USER})`;
const COUNT_HISTORY = `select count(*) as history from memory_history
  where tenant = ?1 and memory_id in (select id ${OF_USER})`;
const DELETE = `delete from memory_memories where seq in (select seq ${OF_USER})`;
const DELETE_QUARANTINED = `delete from memory_quarantine where rowid in (
    select rowid from memory_quarantine where tenant = ?1 and user_id = ?2 limit ?3)
  returning 1 as one`;
const ARCHIVED = `select memory_id, state from memory_archives
  where tenant = ?1 and user_id = ?2 limit ?3`;
const DELETE_ARCHIVES = `delete from memory_archives where tenant = ?1 and +state = 'stored'
  and memory_id in (select value from json_each(?2))`;
/**
 * A run may be writing the object of a pending one at this moment. What is left names nobody, and has
 * the object deleted once more when it is an hour old.
 */
const ANONYMISE = `update memory_archives set user_id = null, agent_id = null, run_id = null,
    reason = 'erased', archived_at_ms = ?3
  where tenant = ?1 and +state = 'pending' and memory_id in (select value from json_each(?2))`;
const LEFT = `select exists (select 1 from memory_memories where tenant = ?1 and user_id = ?2)
    or exists (select 1 from memory_quarantine where tenant = ?1 and user_id = ?2)
    or exists (select 1 from memory_archives where tenant = ?1 and user_id = ?2) as "left"`;

/** When a user is erased, and after how many milliseconds of work the call says how far it came. */
export interface EraseTerms {
  readonly nowMs: number;
  readonly budgetMs?: number | undefined;
}

/**
 * Erases the memories, quarantined texts and archives of a user, with all that hangs on them, and counts
 * exactly what went. The vectors are queued for deletion; the caller delivers. `complete` is false when
 * the time was over or an archive could not be deleted: calling again goes on. All zero when there is
 * nothing.
 */
export async function eraseUser(
  env: Env,
  tenant: string,
  userId: string,
  { nowMs, budgetMs = BUDGET_MS }: EraseTerms,
): Promise<ErasedMemories> {
  const session = await openSession(env, tenant, nowMs);
  const startedMs = Date.now();
  const erased = { memories: 0, quarantined: 0, archived: 0, history: 0, vectors: 0 };
  // Archives come last: until its row is gone, a memory may still be moved there.
  const tasks: (() => Promise<number>)[] = [
    () => eraseMemories(session, tenant, userId, erased),
    async () => {
      const statement = session.prepare(DELETE_QUARANTINED).bind(tenant, userId, SLICE);
      const { results } = await statement.all();
      erased.quarantined += results.length;
      return results.length;
    },
    () => eraseArchives(env, session, tenant, userId, nowMs, erased),
  ];
  let rounds = 0;
  for (const task of tasks) {
    while (rounds < MAX_ROUNDS && Date.now() - startedMs < budgetMs) {
      rounds += 1;
      if ((await task()) === 0) break;
    }
  }
  const left = await session.prepare(LEFT).bind(tenant, userId).first<{ left: number }>();
  return { ...erased, complete: left?.left === 0 };
}

type Counts = { -readonly [K in keyof Omit<ErasedMemories, 'complete'>]: number };

/** Counts and deletes in one transaction, so that what is counted is what is deleted. */
async function eraseMemories(
  session: Session,
  tenant: string,
  userId: string,
  erased: Counts,
): Promise<number> {
  const [counted, history] = await session.batch<Counts>(
    [COUNT, COUNT_HISTORY, DELETE].map((statement) =>
      session.prepare(statement).bind(tenant, userId, SLICE),
    ),
  );
  const { memories = 0, vectors = 0 } = counted?.results[0] ?? {};
  erased.memories += memories;
  erased.vectors += vectors;
  erased.history += history?.results[0]?.history ?? 0;
  return memories;
}

/** Objects first: without its row, nothing would lead to an object any more. 0 when none could be deleted. */
async function eraseArchives(
  env: Env,
  session: Session,
  tenant: string,
  userId: string,
  nowMs: number,
  erased: Counts,
): Promise<number> {
  const { results } = await session
    .prepare(ARCHIVED)
    .bind(tenant, userId, ARCHIVES)
    .all<{ readonly memory_id: string; readonly state: string }>();
  const gone: typeof results = [];
  for (let start = 0; start < results.length; start += PARALLEL) {
    const page = results.slice(start, start + PARALLEL);
    const deleted = await Promise.all(
      page.map(({ memory_id }) => env.OFFLOAD.deleteObject(tenant, archiveKey(memory_id))),
    );
    gone.push(...page.filter((_, i) => deleted[i]?.ok === true));
  }
  if (gone.length === 0) return 0;
  const ids = JSON.stringify(gone.map(({ memory_id }) => memory_id));
  await session.batch([
    session.prepare(DELETE_ARCHIVES).bind(tenant, ids),
    session.prepare(ANONYMISE).bind(tenant, ids, nowMs),
  ]);
  erased.archived += gone.filter(({ state }) => state === 'stored').length;
  return gone.length;
}
