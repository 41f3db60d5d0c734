import { TRUSTS } from '../types.ts';
import type { InspectedChunk } from './detector.ts';

/** Which of two texts gives way where they disagree, and why; null when neither does. */
export interface Precedence {
  readonly loser: 'a' | 'b' | null;
  readonly reason: string;
}

type Side = Pick<InspectedChunk, 'kind' | 'trust' | 'pinned' | 'supersededAtMs'>;

/**
 * Decides by provenance, not by position: what is current over what was superseded, then the more
 * trusted over the less trusted. Equal trust decides nothing, however new one side is: "most recent
 * wins" is a coin flip. What the caller pinned and what the user said never gives way.
 */
export function precedence(a: Side, b: Side, nowMs: number): Precedence {
  const [staleA, staleB] = [a, b].map((side) => isSuperseded(side, nowMs));
  const rank = TRUSTS.indexOf(a.trust) - TRUSTS.indexOf(b.trust);
  const loser = staleA !== staleB ? (staleA ? 'a' : 'b') : rank === 0 ? null : rank > 0 ? 'a' : 'b';
  if (loser === null)
    return { loser, reason: `equally trusted (${a.trust}), so nothing is guessed` };
  const side = loser === 'a' ? a : b;
  if (side.pinned) return { loser: null, reason: 'the side that would give way is pinned' };
  if (isUserSpeaking(side))
    return { loser: null, reason: 'the side that would give way is the user' };
  return {
    loser,
    reason:
      staleA !== staleB
        ? 'the current statement wins over the superseded one'
        : `${(loser === 'a' ? b : a).trust} wins over ${side.trust}`,
  };
}

/** Whether a text no longer holds at `nowMs`. */
export function isSuperseded(
  { supersededAtMs }: Pick<Side, 'supersededAtMs'>,
  nowMs: number,
): boolean {
  return supersededAtMs !== null && supersededAtMs <= nowMs;
}

/** A turn of the user; a memory of what a user said is data like any other. */
function isUserSpeaking({ kind, trust }: Side): boolean {
  return kind === 'task' || (kind === 'history' && trust === 'user');
}
