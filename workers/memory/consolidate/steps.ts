import { copies } from './copies.ts';
import { credits } from './credits.ts';
import { decay } from './decay.ts';
import { expiry } from './expiry.ts';
import { history } from './history.ts';
import { orphans } from './orphans.ts';
import { reflections } from './reflections.ts';
import type { Step } from './step.ts';
import { supersessions } from './supersessions.ts';

/**
 * The steps of a consolidation, in order. What holds is settled before copies are merged, copies before
 * memories leave; what hangs on memories comes last.
 */
export const STEPS: readonly [Step, ...Step[]] = [
  supersessions,
  copies,
  expiry,
  decay,
  history,
  credits,
  orphans,
  reflections,
];

/** The step that stands in a report when there is none left. */
export const NO_STEP = 'done';

/** The step of a name; undefined for `NO_STEP` and for one that a newer version does not have. */
export function stepOf(name: string): Step | undefined {
  return STEPS.find((step) => step.name === name);
}

/** The name of the step that comes after one; `NO_STEP` after the last. */
export function nextStep(name: string): string {
  const at = STEPS.findIndex((step) => step.name === name);
  return STEPS[at + 1]?.name ?? NO_STEP;
}
