import { type Conversation, parseConversation } from '../../shared/messages/parse.ts';
import type { Group, Repair } from '../../shared/messages/types.ts';
import type { Dialect, JsonObject } from '../../shared/types.ts';
import { deepFreeze } from './freeze.ts';

/** Short ways to write messages in tests. */
export function user(content: JsonObject['x']): JsonObject {
  return { role: 'user', content: content ?? null };
}

export function assistant(content: JsonObject['x']): JsonObject {
  return { role: 'assistant', content: content ?? null };
}

/** An OpenAI assistant message with one call per id; the arguments default to {}. */
export function calls(ids: readonly string[], args = '{}', name = 'lookup'): JsonObject {
  return {
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name, arguments: args } })),
  };
}

export function result(id: string, content: JsonObject['x']): JsonObject {
  return { role: 'tool', tool_call_id: id, content: content ?? null };
}

export function toolUse(id: string, input: JsonObject['x'] = {}): JsonObject {
  return { type: 'tool_use', id, name: 'lookup', input: input ?? null };
}

export function toolResult(id: string, content: JsonObject['x']): JsonObject {
  return { type: 'tool_result', tool_use_id: id, content: content ?? null };
}

export function text(value: string): JsonObject {
  return { type: 'text', text: value };
}

/** Parses frozen messages, and fails the test when they cannot be read. */
export function parsed(messages: readonly JsonObject[], dialect: Dialect): Conversation {
  const read = parseConversation({ messages: deepFreeze(messages), dialect });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

/** The group with calls at a position among those that have calls. */
export function callGroup(groups: readonly Group[], position = 0): Group {
  const group = groups.filter((item) => item.hasCalls)[position];
  if (group === undefined) throw new Error('No group with calls');
  return group;
}

export function codes(repairs: readonly Repair[]): readonly string[] {
  return repairs.map((repair) => repair.code);
}
