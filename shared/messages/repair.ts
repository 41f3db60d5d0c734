import type { Failure } from '../errors.ts';
import { ok, type Result } from '../result.ts';
import type { Dialect, JsonObject } from '../types.ts';
import { answerPending } from './group.ts';
import { append, isArray, isObject } from './guard.ts';
import { parseConversation } from './parse.ts';
import { mergeRoles, renderGroups } from './render.ts';
import type { Repair } from './types.ts';
import { CONTINUED, openWithUser } from './window-start.ts';

/** Valid messages, and how they differ from what was given. */
interface Repaired {
  readonly messages: readonly JsonObject[];
  /** Anthropic only: instructions that stood among the messages and belong in the `system` field. */
  readonly system: readonly string[];
  /** Empty when the messages were valid; then they are the same objects. */
  readonly repairs: readonly Repair[];
}

/**
 * The nearest valid messages: everything that can stay stays, and every change is listed. Beyond the
 * repairs of reading, calls without a result are answered by a stub (a provider refuses a pending
 * call too), a conversation that does not open with the user gets a short user turn, several system
 * messages become one, and Anthropic messages of one role in a row are joined.
 *
 * @returns a failure with a pointer when the messages cannot be read at all.
 */
export function repairMessages(request: {
  readonly messages: readonly JsonObject[];
  readonly dialect: Dialect;
}): Result<Repaired, Failure> {
  const { dialect } = request;
  const parsed = parseConversation(request);
  if (!parsed.ok) return parsed;
  const { system, systemMessages } = parsed.value;
  const repairs = [...parsed.value.repairs];
  const answered = answerPending(parsed.value.groups, dialect);
  append(repairs, answered.repairs);
  const opened = openWithUser(answered.groups);
  if (opened !== answered.groups) repairs.push(userAdded());
  const rendered = renderGroups(opened, dialect);
  if (dialect === 'openai') {
    const front = oneSystem(system, systemMessages, repairs);
    const messages = [...front, ...rendered];
    if (messages.length > 0) return ok({ messages, system: [], repairs });
  }
  if (rendered.length === 0) {
    repairs.push(userAdded());
    return ok({ messages: [{ role: 'user', content: CONTINUED }], system, repairs });
  }
  const merged = mergeRoles(rendered, 'anthropic');
  if (merged.length < rendered.length) {
    repairs.push({
      code: 'turns_joined',
      pointer: '/messages',
      detail: `Joined messages of one role in a row: ${rendered.length} became ${merged.length}`,
    });
  }
  return ok({ messages: trimEnd(merged, repairs), system, repairs });
}

function userAdded(): Repair {
  return {
    code: 'user_turn_added',
    pointer: '/messages/0',
    detail: `Added a user message "${CONTINUED}" in front, since a conversation opens with the user`,
  };
}

function oneSystem(
  texts: readonly string[],
  messages: readonly JsonObject[],
  repairs: Repair[],
): readonly JsonObject[] {
  const [first] = messages;
  if (first === undefined || messages.length === 1) return messages;
  repairs.push({
    code: 'system_joined',
    pointer: '/messages/0',
    detail: `Joined ${messages.length} system messages into one, in their order`,
  });
  return [{ ...first, content: texts.filter((text) => text !== '').join('\n\n') }];
}

/** White space at the end of a last assistant message is refused; it means nothing there. */
function trimEnd(messages: readonly JsonObject[], repairs: Repair[]): readonly JsonObject[] {
  const last = messages.at(-1);
  if (last === undefined || last.role !== 'assistant') return messages;
  const { content } = last;
  const block = isArray(content) ? content.at(-1) : undefined;
  const text = isObject(block) && block.type === 'text' ? block.text : content;
  if (typeof text !== 'string' || text === text.trimEnd()) return messages;
  repairs.push({
    code: 'trailing_whitespace_cut',
    pointer: `/messages/${messages.length - 1}/content`,
    detail: 'Cut white space at the end of the last assistant message',
  });
  const trimmed = isArray(content)
    ? [...content.slice(0, -1), { ...(isObject(block) ? block : {}), text: text.trimEnd() }]
    : text.trimEnd();
  return [...messages.slice(0, -1), { ...last, content: trimmed }];
}
