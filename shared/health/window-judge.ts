import type { EntailmentJudge } from '../ports.ts';
import type { HealthPorts } from './detector.ts';

/** Confidence (0–1) from which a judge's verdict is acted on. */
export const JUDGE_CONFIDENCE = 0.8;

/**
 * The judge as the detectors of one window ask it: without a language model, and from the first failure
 * on, everything is unjudged. A failure is told once.
 */
export function windowJudge(
  judge: EntailmentJudge | null,
  onFailure: (detail: string) => void,
): HealthPorts['judge'] {
  let isDown = judge === null;
  return async (pairs) => {
    const unjudged = pairs.map(() => null);
    if (judge === null || isDown || pairs.length === 0) return unjudged;
    const answer = await judge.judge(pairs);
    if (answer.ok) return answer.value;
    isDown = true;
    onFailure(answer.error.detail);
    return unjudged;
  };
}
