import type { Receipt } from '../../../shared/contracts/memory-upkeep.ts';
import type { Degradation } from '../../../shared/types.ts';
import type { CoordinatorEnv } from '../env.ts';
import { errorFields, log } from '../log.ts';
import { must } from '../must.ts';
import { eraseAnswers } from './erase-answers.ts';
import { eraseWindows } from './erase-windows.ts';

/** How long one call works, in ms: most clients wait half a minute. */
const ERASE_BUDGET_MS = 25_000;
/** Memory works for 20 s per call; its last transaction may take a little longer. */
const MEMORY_TIMEOUT_MS = 40_000;

/** Who asks for an erasure, and when. */
export interface Erasure {
  readonly tenant: string;
  readonly userId: string;
  readonly by: string;
  readonly requestId: string;
  readonly nowMs: number;
  readonly budgetMs?: number;
}

type Counts = { -readonly [K in keyof Receipt['erased']]: number };

/** One part of an erasure; true when nothing of it is left. */
interface Step {
  readonly dependency: string;
  readonly effect: string;
  run(): Promise<boolean>;
}

/**
 * Erases everything of a user: what is remembered, then the windows that quoted it, then the answers that
 * were kept for repeats. Each part goes on where an interrupted call stopped, so that calling again is
 * harmless and ends it. A part that fails is in `degraded`, and keeps no other from its work. Counts are
 * of what this call erased.
 */
export async function eraseSubject(env: CoordinatorEnv, erasure: Erasure): Promise<Receipt> {
  const { tenant, userId, nowMs, budgetMs = ERASE_BUDGET_MS } = erasure;
  const untilMs = Date.now() + budgetMs;
  const erased: Counts = {
    memories: 0,
    quarantined: 0,
    archived: 0,
    history: 0,
    vectors: 0,
    windows: 0,
    sessions: 0,
    offloads: 0,
  };
  // Memory first: what comes back from there later cannot enter a window any more.
  const steps: readonly Step[] = [
    {
      dependency: 'memory',
      effect: 'Memories are not all erased; call again',
      run: () => eraseMemories(env, erasure, erased, untilMs),
    },
    {
      dependency: 'windows',
      effect: 'Windows and their offloads are not all erased; call again',
      run: () => eraseWindows(env, tenant, userId, erased, untilMs),
    },
    {
      dependency: 'answers',
      effect:
        'Answers kept for repeats are not all erased; call again, or they expire within a day',
      run: () => eraseAnswers(env, tenant, userId, untilMs),
    },
  ];
  let complete = true;
  const degraded: Degradation[] = [];
  for (const { dependency, effect, run } of steps) {
    try {
      complete = (await run()) && complete;
    } catch (error) {
      complete = false;
      degraded.push({ dependency, effect });
      const fields = { request_id: erasure.requestId, tenant, dependency };
      log('error', 'erase_failed', { ...fields, ...errorFields(error) });
    }
  }
  log('info', 'subject_erased', { request_id: erasure.requestId, tenant, complete, ...erased });
  return {
    user_id: userId,
    erased_at: new Date(nowMs).toISOString(),
    erased,
    complete,
    degraded,
  };
}

async function eraseMemories(
  env: CoordinatorEnv,
  { tenant, userId, by }: Erasure,
  erased: Counts,
  untilMs: number,
): Promise<boolean> {
  for (;;) {
    const { complete, ...counts } = await must(MEMORY_TIMEOUT_MS, 'erase memories', () =>
      env.MEMORY.erase(tenant, userId, { by }),
    );
    let gone = 0;
    for (const key of ['memories', 'quarantined', 'archived', 'history', 'vectors'] as const) {
      erased[key] += counts[key];
      gone += counts[key];
    }
    if (complete) return true;
    // Nothing went: what is left cannot be erased right now, as when an archive cannot be deleted.
    if (gone === 0 || Date.now() >= untilMs) return false;
  }
}
