import type { Dialect } from '../types.ts';
import { NO_RESULT } from './limits.ts';
import { type OpenGroup, pairResults, type ToolResultPart } from './pair-results.ts';
import { editTurn, pointerTo } from './turn.ts';
import type { Group, Repair, Turn } from './types.ts';

/** Something with a place in the conversation, before groups are built. */
interface Placed {
  readonly anchor: number;
  /** 0: moved before the group that opens at `anchor`; 1: stands there. */
  readonly rank: 0 | 1;
  readonly at: number;
  readonly entry: Turn | OpenGroup;
}

/**
 * Splits turns into groups: a turn with calls together with all its results, any other turn alone.
 *
 * - A result belongs to the latest earlier turn that used its id; equal ids within a turn are answered
 *   in order. Results without such a call, or beyond the first for a call, are dropped and reported.
 * - Results are put in call order, directly behind the call. A turn that stood between moves before it.
 * - A call without a result gets the stub `NO_RESULT`, except in the last group of the conversation:
 *   there the result may still be on its way (see `answerPending`).
 *
 * Linear in the number of turns. Never fails; every change is in `repairs`.
 */
export function groupTurns(
  turns: readonly Turn[],
  dialect: Dialect,
): { readonly groups: readonly Group[]; readonly repairs: readonly Repair[] } {
  const repairs: Repair[] = [];
  const { opened, plain } = pairResults(turns, repairs);
  const placed = place(opened, plain, repairs);
  const groups = placed.map(({ entry }, position) => {
    if ('parts' in entry) return singleGroup(entry);
    return closeGroup(entry, turns, dialect, position === placed.length - 1, repairs);
  });
  return { groups, repairs };
}

/**
 * Gives the unanswered calls of the last group the stub `NO_RESULT`. For callers that put something
 * behind the conversation (a task), or that send it to a provider as it is: both need every call answered.
 */
export function answerPending(
  groups: readonly Group[],
  dialect: Dialect,
): { readonly groups: readonly Group[]; readonly repairs: readonly Repair[] } {
  const last = groups.at(-1);
  if (last === undefined || !last.hasCalls) return { groups, repairs: [] };
  const repairs: Repair[] = [];
  const [group] = pairResults(last.turns, repairs).opened;
  if (group === undefined) return { groups, repairs: [] };
  const closed = closeGroup(group, last.turns, dialect, false, repairs);
  return repairs.length === 0
    ? { groups, repairs }
    : { groups: [...groups.slice(0, -1), { ...closed, id: last.id }], repairs };
}

function singleGroup(turn: Turn): Group {
  return {
    id: `msg:${turn.index ?? 'new'}`,
    turns: [turn],
    role: turn.role === 'tool' ? 'user' : turn.role,
    hasCalls: false,
  };
}

function place(
  opened: readonly OpenGroup[],
  plain: readonly (readonly [number, Turn])[],
  repairs: Repair[],
): readonly Placed[] {
  const placed: Placed[] = opened.map((entry) => ({
    anchor: entry.open,
    rank: 1,
    at: entry.open,
    entry,
  }));
  // Groups that ended before a turn can enclose no later turn either, so one pointer is enough.
  let first = 0;
  for (const [position, turn] of plain) {
    for (let group = opened[first]; group !== undefined; group = opened[first]) {
      if (group.end > position) break;
      // A group still ahead encloses nothing yet, but must not be skipped.
      if (group.open > position) break;
      first += 1;
    }
    const group = opened[first];
    const encloses = group !== undefined && group.open < position && group.end > position;
    if (encloses) {
      repairs.push({
        code: 'turn_moved',
        pointer: pointerTo(turn),
        detail: 'Moved a message that stood between tool calls and their results before the calls',
      });
    }
    placed.push({
      anchor: encloses ? group.open : position,
      rank: encloses ? 0 : 1,
      at: position,
      entry: turn,
    });
  }
  return placed.sort((a, b) => a.anchor - b.anchor || a.rank - b.rank || a.at - b.at);
}

function closeGroup(
  group: OpenGroup,
  turns: readonly Turn[],
  dialect: Dialect,
  last: boolean,
  repairs: Repair[],
): Group {
  const calls = group.turn.parts.filter((part) => part.type === 'tool_call');
  const answers: { readonly part: ToolResultPart; readonly at: number | null }[] = [];
  let latest = -1;
  let reordered = false;
  for (const [ordinal, call] of calls.entries()) {
    const answer = group.results[ordinal];
    if (answer !== null && answer !== undefined) {
      answers.push(answer);
      reordered ||= answer.arrival < latest;
      latest = Math.max(latest, answer.arrival);
      continue;
    }
    // The last turn may be waiting for its tools, or for a person to approve them.
    if (last) continue;
    repairs.push({
      code: 'missing_result_filled',
      pointer: pointerTo(group.turn),
      detail: `Wrote "${NO_RESULT}" for a tool call that has no result`,
    });
    answers.push({ part: stub(call.id), at: null });
  }
  // One order for any order of arrival: tools that run in parallel must not change the prefix.
  if (reordered) {
    repairs.push({
      code: 'results_reordered',
      pointer: pointerTo(group.turn),
      detail: 'Put the results of parallel tool calls in the order of the calls',
    });
  }
  const results =
    dialect === 'openai'
      ? openAiResults(answers, turns)
      : anthropicResults(answers, group, turns, repairs);
  const from = group.turn.index;
  const to = results.reduce((last, turn) => Math.max(last, turn.index ?? last), from ?? 0);
  return {
    id: from === null ? 'msg:new' : to > from ? `msg:${from}-${to}` : `msg:${from}`,
    turns: [group.turn, ...results],
    role: 'assistant',
    hasCalls: true,
  };
}

function stub(callId: string): ToolResultPart {
  return {
    type: 'tool_result',
    callId,
    text: NO_RESULT,
    attachments: [],
    isError: false,
    raw: null,
  };
}

/** One turn per result, each as the caller sent it. */
function openAiResults(
  answers: readonly { readonly part: ToolResultPart; readonly at: number | null }[],
  turns: readonly Turn[],
): readonly Turn[] {
  return answers.map(({ part, at: position }) => {
    const turn = position === null ? undefined : turns[position];
    return turn ?? { role: 'tool', parts: [part], raw: null, index: null };
  });
}

/** One turn for all results: the caller's message when it is exactly that, otherwise a new one. */
function anthropicResults(
  answers: readonly { readonly part: ToolResultPart; readonly at: number | null }[],
  group: OpenGroup,
  turns: readonly Turn[],
  repairs: Repair[],
): readonly Turn[] {
  const parts = [
    ...answers.map((answer) => answer.part),
    ...group.rest.flatMap((rest) => rest.parts),
  ];
  if (parts.length === 0) return [];
  const sources = new Set([
    ...answers.flatMap((answer) => answer.at ?? []),
    ...group.rest.map((rest) => rest.at),
  ]);
  const [first] = sources;
  const source = first === undefined ? undefined : turns[first];
  if (source === undefined) return [{ role: 'tool', parts, raw: null, index: null }];
  // The caller's message, byte for byte, when it holds exactly this.
  const same =
    sources.size === 1 &&
    source.parts.length === parts.length &&
    source.parts.every((part, index) => part === parts[index]);
  if (same) return [source];
  if (sources.size > 1) {
    repairs.push({
      code: 'results_joined',
      pointer: pointerTo(source),
      detail: 'Joined the results of one turn, which came in several messages',
    });
  }
  return [editTurn(source, parts)];
}
