import type { RotVerdict } from '../session/rot.ts';
import type { Detector, Finding, Inspection } from './detector.ts';

/**
 * Flags a session whose answers got worse while its windows grew. Rot cannot be seen in one window: the
 * verdict over the session's outcomes comes with the inspection. The fit has left older conversation
 * out by then; what helps for good is a fresh session, and the finding says so.
 */
export const rot: Detector = {
  name: 'rot',
  detect({ rot: verdict }: Inspection): readonly Finding[] {
    if (verdict == null || !verdict.detected) return [];
    return [
      {
        detector: 'rot',
        layer: 'show',
        severity: shareLost(verdict),
        chunkIds: [],
        evidence: [],
        action: 'flag',
        reason: reasonFor(verdict),
      },
    ];
  },
};

/** The share (0–1) of the session's early quality that is gone. */
function shareLost({ baseline, drop }: RotVerdict): number {
  if (baseline === null || drop === null || baseline <= 0) return 0;
  return Math.min(1, Math.max(0, drop / baseline));
}

function reasonFor({ baseline, current, drop, tokens, advice }: RotVerdict): string {
  const fall = `Answer quality fell by ${quality(drop)}, from ${quality(baseline)} to ${quality(current)}`;
  const growth =
    tokens === null
      ? ''
      : `, while windows grew from ${Math.round(tokens.baseline)} to ${Math.round(tokens.current)} tokens`;
  return `${fall}${growth}; ${advice.charAt(0).toLowerCase()}${advice.slice(1)}`;
}

function quality(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(2);
}
