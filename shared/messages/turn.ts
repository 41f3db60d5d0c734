import type { Part, Turn } from './types.ts';

/**
 * The turn with other parts. It is no longer written back as the caller sent it; the caller's message
 * becomes the base of what is written.
 */
export function editTurn(turn: Turn, parts: readonly Part[]): Turn {
  const base = turn.raw ?? turn.base;
  const { role, index } = turn;
  return base === undefined || base === null
    ? { role, parts, raw: null, index }
    : { role, parts, raw: null, base, index };
}

/** JSON pointer to the caller's message that a turn was read from. */
export function pointerTo(turn: Turn | undefined): string {
  return `/messages/${turn?.index ?? 0}`;
}
