import type { Group } from './types.ts';

/** Opens a conversation whose user turns were all left out, where a provider wants a user first. */
export const CONTINUED = '[earlier conversation left out]';

/**
 * Splits off the groups before the first user turn: a window must open with a user (after the system
 * messages), and an answer without its question says little. `kept` is empty when no group is a user's;
 * whoever wants to keep them then uses `openWithUser`.
 */
export function dropLeadingNonUser(groups: readonly Group[]): {
  readonly kept: readonly Group[];
  readonly dropped: readonly Group[];
} {
  const first = groups.findIndex((group) => group.role === 'user');
  const start = first === -1 ? groups.length : first;
  return { kept: groups.slice(start), dropped: groups.slice(0, start) };
}

/**
 * Puts a short user turn (`CONTINUED`) before groups that do not open with one, so that nothing has to
 * be dropped. The same list when it opens with a user or is empty.
 */
export function openWithUser(groups: readonly Group[]): readonly Group[] {
  const [first] = groups;
  if (first === undefined || first.role === 'user') return groups;
  return [opening(), ...groups];
}

function opening(): Group {
  return {
    id: 'msg:opening',
    turns: [
      {
        role: 'user',
        parts: [{ type: 'text', text: CONTINUED, raw: null }],
        raw: null,
        index: null,
      },
    ],
    role: 'user',
    hasCalls: false,
  };
}
