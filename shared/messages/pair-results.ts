import { editTurn, pointerTo } from './turn.ts';
import type { Part, Repair, Turn } from './types.ts';

/** The part of a turn that answers a call. */
export type ToolResultPart = Extract<Part, { type: 'tool_result' }>;

/** A result, the position of the turn that held it, and its number among all results as they came. */
interface Answer {
  readonly part: ToolResultPart;
  readonly at: number;
  readonly arrival: number;
}

/** A turn with calls, and what was found for each call. */
export interface OpenGroup {
  readonly turn: Turn;
  /** Position of the opening turn in the list of turns. */
  readonly open: number;
  /** Per call: its result. */
  readonly results: (Answer | null)[];
  /** Parts that stood beside the results in a user message, with the position of that message. */
  readonly rest: { readonly parts: readonly Part[]; readonly at: number }[];
  /** Position of the last turn that answered it; `open` when nothing did. */
  end: number;
}

/**
 * Finds the call that each result answers, in one pass. A result belongs to the latest earlier turn
 * that used its id, the n-th result of an id to the n-th call of that turn with it; others are dropped
 * and reported. `plain` are the remaining turns with their positions, among them what is left of a
 * user message whose results were all dropped. `[]` gives neither.
 */
export function pairResults(
  turns: readonly Turn[],
  repairs: Repair[],
): { readonly opened: readonly OpenGroup[]; readonly plain: readonly (readonly [number, Turn])[] } {
  const opened: OpenGroup[] = [];
  const plain: [number, Turn][] = [];
  let arrival = 0;
  // Ids come back in later turns (some servers count from 0 in each), so the latest turn owns an id.
  const waiting = new Map<string, { readonly group: OpenGroup; readonly ordinals: number[] }>();
  for (const [position, turn] of turns.entries()) {
    const calls = turn.role === 'assistant' ? turn.parts.filter((p) => p.type === 'tool_call') : [];
    if (calls.length > 0) {
      const group: OpenGroup = {
        turn,
        open: position,
        results: calls.map(() => null),
        rest: [],
        end: position,
      };
      opened.push(group);
      const byId = Map.groupBy(calls.keys(), (ordinal) => calls[ordinal]?.id ?? '');
      // Reversed, so that the next one to be answered is taken from the end in constant time.
      for (const [id, ordinals] of byId) waiting.set(id, { group, ordinals: ordinals.reverse() });
      continue;
    }
    if (turn.role !== 'tool') {
      plain.push([position, turn]);
      continue;
    }
    let owner: OpenGroup | null = null;
    let owners = 0;
    for (const part of turn.parts) {
      if (part.type !== 'tool_result') continue;
      const entry = waiting.get(part.callId);
      const ordinal = entry?.ordinals.pop();
      if (entry === undefined || ordinal === undefined) {
        repairs.push({
          code: 'orphan_result_dropped',
          pointer: pointerTo(turn),
          detail: 'Dropped a tool result without an unanswered call before it',
        });
        continue;
      }
      entry.group.results[ordinal] = { part, at: position, arrival };
      arrival += 1;
      entry.group.end = position;
      if (owner !== entry.group) owners += 1;
      owner = entry.group;
    }
    if (owners > 1) {
      repairs.push({
        code: 'results_split',
        pointer: pointerTo(turn),
        detail: 'Split results that answer several messages, so that each stands behind its call',
      });
    }
    // What the user said beside the results stays with them: it was said after they came.
    const rest = turn.parts.filter((part) => part.type !== 'tool_result');
    if (rest.length === 0) continue;
    if (owner === null) plain.push([position, { ...editTurn(turn, rest), role: 'user' }]);
    else owner.rest.push({ parts: rest, at: position });
  }
  return { opened, plain };
}
