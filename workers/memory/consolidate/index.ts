/** Consolidation: keeps the memories of every tenant few, current and restorable. */
import type { Consolidation } from '../../../shared/contracts/memory-upkeep.ts';
import type { Env } from '../env.ts';
import { openSession } from '../session.ts';
import { countedSession } from './counted-session.ts';
import { messageOf } from './message-of.ts';
import { toConsolidation } from './report.ts';
import { type RunOutcome, runTenant } from './run.ts';
import { dueTenants } from './tenants.ts';

/** How long a call works when the caller does not say, in milliseconds. */
const BUDGET_MS = 20_000;
/** Statements after which a call stops at the next safe place: a slice takes 350, an invocation a thousand. */
const MAX_STATEMENTS = 600;

/** What is consolidated, and how. */
export interface ConsolidateRequest {
  /** All tenants that a run is due for when absent; a named tenant is always due. */
  readonly tenant?: string | undefined;
  /** True: says what would be done, and changes nothing but its report. */
  readonly dryRun?: boolean | undefined;
  readonly nowMs?: number | undefined;
  readonly budgetMs?: number | undefined;
  /** Whether a language model may write reflections. */
  readonly reflect?: boolean | undefined;
  /** Told apart from every other call; a random one when absent. */
  readonly owner?: string | undefined;
}

/** What a call did. */
export interface Consolidated {
  readonly runs: readonly (Consolidation & { readonly tenant: string })[];
  /** True when every tenant is done for now. */
  readonly complete: boolean;
}

/**
 * Goes on with the consolidation of one tenant, or of all in turn, as long as the budget lasts. What
 * another call is doing is left to it. A tenant that fails is logged and does not keep the others from
 * being served.
 * @throws what the database throws, when that is the case for the only tenant
 */
export async function consolidate(env: Env, request: ConsolidateRequest): Promise<Consolidated> {
  const { tenant, dryRun = false, budgetMs = BUDGET_MS, reflect = false } = request;
  const { nowMs = Date.now(), owner = crypto.randomUUID() } = request;
  const startedMs = Date.now();
  const clock = () => nowMs + (Date.now() - startedMs);
  let statements = 0;
  const hasTime = () => Date.now() - startedMs < budgetMs && statements < MAX_STATEMENTS;
  const tenants = tenant === undefined ? await dueTenants(env, nowMs) : [tenant];
  const runs: (Consolidation & { readonly tenant: string })[] = [];
  let complete = true;
  for (const [i, name] of tenants.entries()) {
    if (i > 0 && !hasTime()) {
      complete = false;
      break;
    }
    const before = statements;
    const counted = countedSession(await openSession(env, name, nowMs));
    const mayGoOn = () => {
      statements = before + counted.statements();
      return hasTime();
    };
    const context = { env, db: counted.session, tenant: name, nowMs, reflect };
    const outcome = await attempt(name, tenant !== undefined, () =>
      runTenant(context, { dryRun, owner, clock, mayGoOn }),
    );
    mayGoOn();
    if (outcome?.kind === 'ran') {
      runs.push({ tenant: name, ...toConsolidation(outcome.report) });
    }
    const isDone = outcome?.kind === 'ran' && outcome.report.status !== 'running';
    complete = complete && isDone;
  }
  return { runs, complete };
}

/** Null for a tenant that failed beside others. */
async function attempt(
  tenant: string,
  isOnly: boolean,
  run: () => Promise<RunOutcome>,
): Promise<RunOutcome | null> {
  try {
    return await run();
  } catch (error) {
    if (isOnly) throw error;
    const message = messageOf(error);
    console.error(JSON.stringify({ level: 'error', event: 'store_failed', tenant, message }));
    return null;
  }
}
