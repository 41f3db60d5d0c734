/** One consolidation of one tenant: step after step, slice after slice, each in one transaction. */
import { type Lease, withLease } from '../lease.ts';
import { messageOf } from './message-of.ts';
import {
  newReport,
  openReport,
  type Report,
  saveStatement,
  trimStatement,
  withMore,
} from './report.ts';
import type { Slice, Step, StepContext } from './step.ts';
import { nextStep, stepOf } from './steps.ts';

/** Refusals of one slice because of rows that changed meanwhile, after which the next cron goes on. */
const MAX_ATTEMPTS = 6;
/** Longest error that is kept, in characters. */
const MAX_ERROR_CHARS = 500;

/** How a run is made. */
export interface RunTerms {
  readonly dryRun: boolean;
  /** Told apart from every other run. */
  readonly owner: string;
  /** The time in epoch milliseconds. */
  readonly clock: () => number;
  /** Whether the call may go on, asked between two slices. */
  readonly mayGoOn: () => boolean;
}

/** What a call did for a tenant: the run, or why there is none. */
export type RunOutcome =
  | { readonly kind: 'ran'; readonly report: Report }
  /** Another call is at it. */
  | { readonly kind: 'busy' }
  /** Another call took over; what this one committed before that stands. */
  | { readonly kind: 'lost' };

/**
 * Goes on with the open run of a tenant, or begins one, until it is done or may not go on. Whatever kills
 * it, the next call goes on after the last transaction. A step that fails is tried again by the next
 * call; when it fails twice at the same place it is left out and the run ends as `failed`.
 * @throws what the database throws when not even that can be noted
 */
export async function runTenant(context: StepContext, terms: RunTerms): Promise<RunOutcome> {
  const { db, tenant } = context;
  // A dry run changes nothing, so that it may look on while a run is at work.
  const name = `${terms.dryRun ? 'consolidate-dry' : 'consolidate'}:${tenant}`;
  const held = await withLease(db, name, terms, (lease) => run(context, terms, lease));
  return held.ok ? held.value : { kind: 'busy' };
}

async function run(context: StepContext, terms: RunTerms, lease: Lease): Promise<RunOutcome> {
  const { db, tenant } = context;
  const open = await openReport(db, tenant, terms.dryRun);
  let report = open ?? newReport(terms.dryRun, terms.clock());
  let attempt = 0;
  // Also when no time is left: a call that does nothing would be called again for ever.
  do {
    const step = stepOf(report.step);
    if (step === undefined) return finish(context, terms, lease, report);
    const done = await tryStep(context, terms, lease, step, report, attempt);
    if (done === 'lost') return { kind: 'lost' };
    if (done === 'changed') {
      attempt += 1;
      if (attempt === MAX_ATTEMPTS) break;
      continue;
    }
    attempt = 0;
    report = done.report;
    if (done.hasFailed) return { kind: 'ran', report };
  } while (terms.mayGoOn());
  if (stepOf(report.step) === undefined) return finish(context, terms, lease, report);
  const saved = await lease.commit([saveStatement(db, tenant, report, terms.clock())]);
  return saved.ok ? { kind: 'ran', report } : { kind: 'lost' };
}

type Outcome = { readonly report: Report; readonly hasFailed: boolean } | 'lost' | 'changed';

async function tryStep(
  context: StepContext,
  terms: RunTerms,
  lease: Lease,
  step: Step,
  report: Report,
  attempt: number,
): Promise<Outcome> {
  try {
    return await doSlice(context, terms, lease, step, report, attempt);
  } catch (error) {
    const message = `${step.name}: ${messageOf(error)}`;
    const failed = afterFailure(report, message.slice(0, MAX_ERROR_CHARS));
    const saved = await lease.commit([
      saveStatement(context.db, context.tenant, failed, terms.clock()),
    ]);
    return saved.ok ? { report: failed, hasFailed: true } : 'lost';
  }
}

async function doSlice(
  context: StepContext,
  terms: RunTerms,
  lease: Lease,
  step: Step,
  report: Report,
  attempt: number,
): Promise<Outcome> {
  const slice = await step.slice(context, report.cursor, attempt);
  const next = afterSlice(report, step, slice);
  // Without changes there is nothing to keep: a run that dies here looks again.
  if (slice.statements.length === 0 || terms.dryRun) return { report: next, hasFailed: false };
  await slice.prepare?.(lease);
  const done = await lease.commit([
    ...slice.statements,
    saveStatement(context.db, context.tenant, next, terms.clock()),
  ]);
  if (done.ok) return { report: next, hasFailed: false };
  await slice.abandon?.();
  return done.error;
}

function afterSlice(report: Report, step: Step, slice: Slice): Report {
  const place =
    slice.cursor === null
      ? { step: nextStep(step.name), cursor: 0 }
      : { step: step.name, cursor: slice.cursor };
  // An error that the step got past by itself was one of the moment; that of a left out step stays.
  const error = report.error?.startsWith(`${step.name}: `) ? null : report.error;
  return { ...withMore(report, slice), ...place, error };
}

/** The second failure at the same place: the step is left out, so that the others have their turn. */
function afterFailure(report: Report, error: string): Report {
  const isSecond = report.error?.startsWith(`${report.step}: `) === true;
  return isSecond
    ? {
        ...withMore(report, { counts: {}, notes: [`left out ${report.step}`] }),
        error,
        step: nextStep(report.step),
        cursor: 0,
      }
    : { ...report, error };
}

async function finish(
  { db, tenant }: StepContext,
  { clock }: RunTerms,
  lease: Lease,
  report: Report,
): Promise<RunOutcome> {
  const nowMs = clock();
  const status = report.error === null ? 'done' : 'failed';
  const finished: Report = { ...report, status, finishedAtMs: nowMs };
  const saved = await lease.commit([
    saveStatement(db, tenant, finished, nowMs),
    trimStatement(db, tenant),
  ]);
  return saved.ok ? { kind: 'ran', report: finished } : { kind: 'lost' };
}
