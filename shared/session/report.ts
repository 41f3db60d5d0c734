import { type RotVerdict, rotOf, type SessionOutcome } from './rot.ts';
import type { SectionTokens } from './step.ts';

/** One window of a session as it is shown, with its place in the session. */
export interface ReportedStep {
  /** From 1, in the order of the windows. */
  readonly step: number;
  readonly windowId: string;
  readonly createdAtMs: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Null for windows of which it was not kept. */
  readonly sections: { readonly before: SectionTokens; readonly after: SectionTokens } | null;
  readonly prefixHit: boolean;
  readonly reusableTokens: number;
  readonly healthStatus: string;
  readonly kept: number;
  readonly dropped: number;
  readonly outcome: ReportedOutcome | null;
}

/** How a window turned out, as it is shown. */
export interface ReportedOutcome {
  readonly quality: number;
  readonly inputTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly outputTokens: number | null;
  readonly note: string | null;
  readonly createdAtMs: number;
}

/** A judged window on the curve of quality against size. */
export interface CurvePoint {
  readonly step: number;
  readonly window_id: string;
  readonly tokens: number;
  readonly quality: number;
}

/** Quality of a session's answers against the size of its windows. */
export type RotReport = Omit<RotVerdict, 'tokens'> & { readonly curve: readonly CurvePoint[] };

/**
 * The rot of a session as it is shown: the verdict over `outcomes` (the first five and the last three
 * are enough), and a point for each of `steps` that was judged, in their order.
 */
export function rotReport(
  steps: readonly ReportedStep[],
  outcomes: readonly SessionOutcome[],
  limits: { readonly rotDrop: number },
): RotReport {
  const { baseline, current, drop, detected, advice } = rotOf(outcomes, limits);
  const curve = steps.flatMap(({ step, windowId, tokensAfter, outcome }) =>
    outcome === null
      ? []
      : [{ step, window_id: windowId, tokens: tokensAfter, quality: outcome.quality }],
  );
  return { baseline, current, drop, detected, curve, advice };
}
