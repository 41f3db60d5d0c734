import type { Dialect } from '../types.ts';
import { ANTHROPIC_CALL_ID, MAX_CALL_ID_CHARS } from './limits.ts';
import { editTurn } from './turn.ts';
import type { Group, Part, Repair } from './types.ts';

/**
 * Gives every call an id that the dialect accepts, and its result the same id. OpenAI: not empty, at
 * most `MAX_CALL_ID_CHARS`, unique in its turn. Anthropic: also letters, digits, "_" and "-" only, and
 * unique in the conversation. The new id is made of the position in the caller's messages, so that it
 * is the same in every later call of a growing conversation.
 *
 * @returns the groups, unchanged ones as the same objects, and one repair per new id.
 */
export function withValidCallIds(
  groups: readonly Group[],
  dialect: Dialect,
): { readonly groups: readonly Group[]; readonly repairs: readonly Repair[] } {
  const repairs: Repair[] = [];
  const seen = new Set<string>();
  const taken = new Set(
    groups.filter((g) => g.hasCalls).flatMap((g) => callsOf(g).map((c) => c.id)),
  );
  const renamed = groups.map((group) => {
    if (!group.hasCalls) return group;
    // Only Anthropic looks for repeats over the whole conversation.
    if (dialect === 'openai') seen.clear();
    const calls = callsOf(group);
    const ids = calls.map((call, ordinal) => {
      // A legacy call is known by its name; its id is Casement's own and is never written.
      const legacy = dialect === 'openai' && isLegacyCall(call);
      if (legacy || (isValidId(call.id, dialect) && !seen.has(call.id))) {
        seen.add(call.id);
        return call.id;
      }
      const id = freshId(group, ordinal, taken);
      seen.add(id);
      repairs.push({
        code: 'call_id_replaced',
        pointer: `/messages/${group.turns[0]?.index ?? 0}`,
        detail: `Replaced the id of tool call ${ordinal} by "${id}": it was empty, repeated or not accepted`,
      });
      return id;
    });
    return calls.every((call, ordinal) => call.id === ids[ordinal])
      ? group
      : renameCalls(group, ids);
  });
  return { groups: renamed, repairs };
}

type Call = Extract<Part, { type: 'tool_call' }>;

/** The calls of the opening turn, in order. */
export function callsOf(group: Group): readonly Call[] {
  return (group.turns[0]?.parts ?? []).filter((part) => part.type === 'tool_call');
}

/** Whether a call is OpenAI's legacy `function_call`, which has no id of its own. */
export function isLegacyCall(call: Call): boolean {
  return call.raw !== null && call.raw.type === undefined && call.raw.function === undefined;
}

function isValidId(id: string, dialect: Dialect): boolean {
  if (id === '' || id.length > MAX_CALL_ID_CHARS) return false;
  return dialect === 'openai' || ANTHROPIC_CALL_ID.test(id);
}

/** An id that no call of the conversation has, the same whenever the same message is read again. */
function freshId(group: Group, ordinal: number, taken: Set<string>): string {
  const base = `call_m${group.turns[0]?.index ?? 'x'}_${ordinal}`;
  let id = base;
  for (let copy = 2; taken.has(id); copy += 1) id = `${base}_${copy}`;
  taken.add(id);
  return id;
}

/** Results stand in call order, so the n-th answered call owns the n-th result. */
function renameCalls(group: Group, ids: readonly string[]): Group {
  const owners = resultOwners(group);
  let ordinal = 0;
  let result = 0;
  const turns = group.turns.map((turn, index) => {
    const parts = turn.parts.map((part): Part => {
      if (index === 0 && part.type === 'tool_call') {
        const id = ids[ordinal] ?? part.id;
        ordinal += 1;
        return { ...part, id };
      }
      if (index > 0 && part.type === 'tool_result') {
        const id = ids[owners[result] ?? -1] ?? part.callId;
        result += 1;
        return { ...part, callId: id };
      }
      return part;
    });
    return editTurn(turn, parts);
  });
  return { ...group, turns };
}

/** For each result of a group in order, the ordinal of its call. */
function resultOwners(group: Group): readonly number[] {
  const calls = callsOf(group);
  const owners: number[] = [];
  let next = 0;
  for (const turn of group.turns.slice(1)) {
    for (const part of turn.parts) {
      if (part.type !== 'tool_result') continue;
      while (next < calls.length && calls[next]?.id !== part.callId) next += 1;
      owners.push(next);
      next += 1;
    }
  }
  return owners;
}
