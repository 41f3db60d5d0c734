import type { CoordinatorEnv } from './env.ts';
import { errorFields, log } from './log.ts';
import { expireAnswers } from './store/idempotency.ts';
import { expireTraces } from './store/retention.ts';

type Job = (env: CoordinatorEnv, nowMs: number) => Promise<number>;

/** What runs when, by the expressions in `wrangler.toml`; a job says how many things it did. */
const JOBS: { readonly [cron: string]: { readonly [job: string]: Job } } = {
  '17 * * * *': { expire_answers: expireAnswers, expire_traces: expireTraces },
};

/** Runs the jobs of a cron. One that fails is logged and does not keep the others from running. */
export async function runCron(env: CoordinatorEnv, cron: string, nowMs: number): Promise<void> {
  for (const [job, run] of Object.entries(JOBS[cron] ?? {})) {
    try {
      log('info', 'cron', { cron, job, count: await run(env, nowMs) });
    } catch (error) {
      log('error', 'cron_failed', { cron, job, ...errorFields(error) });
    }
  }
}
