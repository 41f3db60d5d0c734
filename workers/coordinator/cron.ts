import type { JsonObject } from '../../shared/types.ts';
import type { CoordinatorEnv } from './env.ts';
import { errorFields, log } from './log.ts';
import { consolidateMemories, deliverMemories, reconcileMemories } from './memory-jobs.ts';
import { expireAnswers } from './store/idempotency.ts';
import { expireTraces } from './store/retention.ts';
import { expireNotes } from './store/subjects.ts';

/** Does its work and says what it did, in numbers. */
type Job = (env: CoordinatorEnv, nowMs: number) => Promise<JsonObject>;

const counting =
  (run: (env: CoordinatorEnv, nowMs: number) => Promise<number>): Job =>
  async (env, nowMs) => ({ count: await run(env, nowMs) });

/** What runs when, by the expressions in `wrangler.toml`. The jobs of one cron run one after the other. */
const JOBS: { readonly [cron: string]: { readonly [job: string]: Job } } = {
  '*/5 * * * *': { deliver_memories: deliverMemories },
  '17 * * * *': {
    expire_answers: counting(expireAnswers),
    expire_traces: counting(expireTraces),
    expire_notes: counting(({ DB }, nowMs) => expireNotes(DB, nowMs)),
    consolidate_memories: consolidateMemories,
  },
  '43 3 * * *': { reconcile_memories: reconcileMemories },
};

/** The expressions that have jobs. */
export const CRONS: readonly string[] = Object.keys(JOBS);

/** Runs the jobs of a cron. One that fails is logged and does not keep the others from running. */
export async function runCron(env: CoordinatorEnv, cron: string, nowMs: number): Promise<void> {
  for (const [job, run] of Object.entries(JOBS[cron] ?? {})) {
    try {
      log('info', 'cron', { cron, job, ...(await run(env, nowMs)) });
    } catch (error) {
      log('error', 'cron_failed', { cron, job, ...errorFields(error) });
    }
  }
}
