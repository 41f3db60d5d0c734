import type { Dialect, JsonObject } from '../types.ts';
import { writeAnthropic } from './anthropic-write.ts';
import { withValidCallIds } from './call-ids.ts';
import { isArray, isObject } from './guard.ts';
import { writeOpenAi } from './openai-write.ts';
import type { Group, Turn } from './types.ts';

/**
 * Writes groups as messages of a dialect. A turn that was not edited and is in that dialect is written
 * as the caller's message, the same object. Converted otherwise: the results of a group stand in one
 * Anthropic user message straight behind the call, `tool_use.input` is an object, images and files are
 * carried over, ids are made acceptable. What the other dialect cannot say is left out (thinking,
 * participant names) or named in a text (audio, server tools). `[]` for no groups.
 */
export function renderGroups(groups: readonly Group[], dialect: Dialect): readonly JsonObject[] {
  const foreign = groups.some((g) => g.hasCalls && sourceOf(g.turns[0]) !== dialect);
  // Ids were checked against the caller's dialect when the conversation was read.
  const valid = foreign ? withValidCallIds(groups, dialect).groups : groups;
  return valid.flatMap((group) =>
    dialect === 'openai' ? renderOpenAi(group) : renderAnthropic(group),
  );
}

function sourceOf(turn: Turn | undefined): Dialect | undefined {
  return turn?.raw?.dialect ?? turn?.base?.dialect;
}

function renderOpenAi(group: Group): readonly JsonObject[] {
  return group.turns.flatMap((turn) =>
    turn.raw?.dialect === 'openai' ? [turn.raw.message] : writeOpenAi(turn, group),
  );
}

function renderAnthropic(group: Group): readonly JsonObject[] {
  const [opening, ...rest] = group.turns;
  if (opening === undefined) return [];
  return [...renderTurns([opening]), ...(rest.length === 0 ? [] : renderTurns(rest))];
}

function renderTurns(turns: readonly Turn[]): readonly JsonObject[] {
  const [only] = turns;
  return turns.length === 1 && only?.raw?.dialect === 'anthropic'
    ? [only.raw.message]
    : writeAnthropic(turns);
}

/**
 * Joins consecutive messages of one role, which Anthropic wants to alternate. Strings become text
 * blocks; every block and every text stays byte-identical, in order. A message without such a
 * neighbour is returned as the same object. OpenAI has no such rule: its messages come back as they are.
 */
export function mergeRoles(
  messages: readonly JsonObject[],
  dialect: Dialect,
): readonly JsonObject[] {
  if (dialect === 'openai') return messages;
  const merged: JsonObject[] = [];
  let run: JsonObject[] = [];
  for (const message of messages) {
    if (run.length > 0 && run[0]?.role !== message.role) {
      merged.push(joined(run));
      run = [];
    }
    run.push(message);
  }
  if (run.length > 0) merged.push(joined(run));
  return merged;
}

function joined(run: readonly JsonObject[]): JsonObject {
  const [first] = run;
  if (first === undefined || run.length === 1) return first ?? {};
  return { ...first, content: run.flatMap((message) => blocksOf(message)) };
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  const content = message.content;
  if (isArray(content)) return content.filter(isObject);
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [];
}
