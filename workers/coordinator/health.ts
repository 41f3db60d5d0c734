import type { BindingHealth } from '../../shared/contracts/offload.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';
import type { CoordinatorEnv } from './env.ts';

/** A binding that does not answer within this counts as down. */
const CHECK_TIMEOUT_MS = 3_000;

/** One binding of one Worker. */
export interface WorkerBinding extends BindingHealth {
  readonly worker: string;
}

/** Checks every binding of every Worker at once. Never fails: what does not answer is listed as down. */
export async function checkHealth(env: CoordinatorEnv): Promise<readonly WorkerBinding[]> {
  const own = await Promise.all([
    check('coordinator', 'DB', () => readDatabase(env.DB)),
    check('scoring', 'SCORING', () => env.SCORING.health()),
    check('memory', 'MEMORY', () => env.MEMORY.health()),
    check('offload', 'OFFLOAD', () => env.OFFLOAD.health()),
  ]);
  return own.flat();
}

async function readDatabase(db: D1Database): Promise<Result<readonly BindingHealth[], Failure>> {
  // The table, not a constant: a database without migrations is not healthy.
  const row = await db.prepare('SELECT count(*) AS n FROM api_keys').first('n');
  if (typeof row === 'number') return ok([]);
  return fail({ code: 'dependency_unavailable', detail: 'Cannot read database: no answer' });
}

/** The state of a binding of the coordinator, with what the Worker behind it says of its own. */
async function check(
  worker: string,
  binding: string,
  call: () => Promise<Result<readonly BindingHealth[], Failure>>,
): Promise<readonly WorkerBinding[]> {
  const answer = await within(CHECK_TIMEOUT_MS, `reach ${binding}`, call);
  const reached = { worker: 'coordinator', binding, ok: answer.ok };
  if (!answer.ok) return [{ ...reached, detail: answer.error.detail }];
  return [{ ...reached, detail: null }, ...answer.value.map((state) => ({ worker, ...state }))];
}
