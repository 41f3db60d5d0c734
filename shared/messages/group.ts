import type { Dialect } from '../types.ts';
import { NO_RESULT } from './limits.ts';
import { editTurn } from './turn.ts';
import type { Group, Part, Repair, Turn } from './types.ts';

type Result = Extract<Part, { type: 'tool_result' }>;

/** A result, the position of the turn that held it, and its number among all results as they came. */
interface Answer {
  readonly part: Result;
  readonly at: number;
  readonly arrival: number;
}

/** A turn with calls, and what was found for each call. */
interface OpenGroup {
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
  const { opened, plain } = pair(turns, repairs);
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
  const [group] = pair(last.turns, repairs).opened;
  if (group === undefined) return { groups, repairs: [] };
  const closed = closeGroup(group, last.turns, dialect, false, repairs);
  return repairs.length === 0
    ? { groups, repairs }
    : { groups: [...groups.slice(0, -1), { ...closed, id: last.id }], repairs };
}

function at(turn: Turn | undefined): string {
  return `/messages/${turn?.index ?? 0}`;
}

function singleGroup(turn: Turn): Group {
  return {
    id: `msg:${turn.index ?? 'new'}`,
    turns: [turn],
    role: turn.role === 'tool' ? 'user' : turn.role,
    hasCalls: false,
  };
}

function pair(
  turns: readonly Turn[],
  repairs: Repair[],
): { readonly opened: readonly OpenGroup[]; readonly plain: readonly (readonly [number, Turn])[] } {
  const opened: OpenGroup[] = [];
  const plain: [number, Turn][] = [];
  let arrival = 0;
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
          pointer: at(turn),
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
        pointer: at(turn),
        detail: 'Split results that answer several messages, so that each stands behind its call',
      });
    }
    const rest = turn.parts.filter((part) => part.type !== 'tool_result');
    if (rest.length === 0) continue;
    if (owner === null) plain.push([position, { ...editTurn(turn, rest), role: 'user' }]);
    else owner.rest.push({ parts: rest, at: position });
  }
  return { opened, plain };
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
        pointer: at(turn),
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
  const answers: { readonly part: Result; readonly at: number | null }[] = [];
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
    if (last) continue;
    repairs.push({
      code: 'missing_result_filled',
      pointer: at(group.turn),
      detail: `Wrote "${NO_RESULT}" for a tool call that has no result`,
    });
    answers.push({ part: stub(call.id), at: null });
  }
  if (reordered) {
    repairs.push({
      code: 'results_reordered',
      pointer: at(group.turn),
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

function stub(callId: string): Result {
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
  answers: readonly { readonly part: Result; readonly at: number | null }[],
  turns: readonly Turn[],
): readonly Turn[] {
  return answers.map(({ part, at: position }) => {
    const turn = position === null ? undefined : turns[position];
    return turn ?? { role: 'tool', parts: [part], raw: null, index: null };
  });
}

/** One turn for all results: the caller's message when it is exactly that, otherwise a new one. */
function anthropicResults(
  answers: readonly { readonly part: Result; readonly at: number | null }[],
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
  const same =
    sources.size === 1 &&
    source.parts.length === parts.length &&
    source.parts.every((part, index) => part === parts[index]);
  if (same) return [source];
  if (sources.size > 1) {
    repairs.push({
      code: 'results_joined',
      pointer: at(source),
      detail: 'Joined the results of one turn, which came in several messages',
    });
  }
  return [editTurn(source, parts)];
}
