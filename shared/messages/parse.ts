import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { Dialect, JsonObject } from '../types.ts';
import { readAnthropic } from './anthropic-read.ts';
import { withValidCallIds } from './call-ids.ts';
import { groupTurns } from './group.ts';
import { append, isObject } from './guard.ts';
import { joinThinking } from './join-thinking.ts';
import { readOpenAi } from './openai-read.ts';
import type { Group, Repair, Turn } from './types.ts';
import { wellFormedMessage } from './well-formed.ts';

/** A conversation split into groups. */
export interface Conversation {
  readonly groups: readonly Group[];
  /** Texts of the system and developer messages, in order; they are no part of `groups`. */
  readonly system: readonly string[];
  /** The messages that `system` was read from. */
  readonly systemMessages: readonly JsonObject[];
  readonly repairs: readonly Repair[];
}

/**
 * Reads the messages of a request into groups that can be kept or left out whole. Pairs of calls and
 * results, ids, arguments, names, Unicode and blank content are repaired where a provider would refuse
 * them; every repair is listed. System messages behind the first other message are kept apart too (and
 * reported): an instruction must not be lost when its surroundings are cut. Calls of the last group may
 * stay unanswered. `[]` gives no groups. The messages are not changed.
 *
 * @returns a failure with a JSON pointer (`/messages/3/content/0/type`) when a message cannot be read.
 */
export function parseConversation(request: {
  readonly messages: readonly JsonObject[];
  readonly dialect: Dialect;
}): Result<Conversation, Failure> {
  const { messages, dialect } = request;
  const repairs: Repair[] = [];
  const turns: Turn[] = [];
  const system: string[] = [];
  const systemMessages: JsonObject[] = [];
  const sent =
    dialect === 'anthropic'
      ? joinThinking(messages)
      : messages.map((message, index) => ({ message, index, joined: false }));
  for (const { message, index, joined } of sent) {
    const pointer = `/messages/${index}`;
    if (!isObject(message)) {
      return fail(fieldFailure(pointer, 'Cannot read message: it is not an object'));
    }
    if (joined) repairs.push(turnsJoined(pointer));
    const clean = wellFormedMessage(message, pointer);
    if (!clean.ok) return clean;
    const read =
      dialect === 'openai'
        ? readOpenAi(clean.value.message, index)
        : readAnthropic(clean.value.message, index);
    if (!read.ok) return read;
    const { role, parts } = read.value;
    append(repairs, clean.value.repairs);
    append(repairs, read.value.repairs);
    if (parts.length === 0) {
      repairs.push({
        code: 'empty_message_dropped',
        pointer,
        detail: 'Dropped a message without content',
      });
    } else if (role === 'system') {
      system.push(parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'));
      systemMessages.push(read.value.message);
      if (turns.length > 0 || dialect === 'anthropic') repairs.push(systemMoved(pointer));
    } else {
      turns.push({ role, parts, raw: { dialect, message: read.value.message }, index });
    }
  }
  const grouped = groupTurns(turns, dialect);
  const named = withValidCallIds(grouped.groups, dialect);
  return ok({
    groups: named.groups,
    system,
    systemMessages,
    repairs: [...repairs, ...grouped.repairs, ...named.repairs],
  });
}

function turnsJoined(pointer: string): Repair {
  return {
    code: 'turns_joined',
    pointer,
    detail: 'Joined an assistant message that ended in thinking with the one behind it',
  };
}

function systemMoved(pointer: string): Repair {
  return {
    code: 'system_moved',
    pointer,
    detail: 'Moved a system message out of the conversation, before all other messages',
  };
}
