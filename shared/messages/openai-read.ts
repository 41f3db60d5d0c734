import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { JsonObject } from '../types.ts';
import { argumentsText, toolName } from './arguments.ts';
import { append, blockType, isArray, isBlank, isObject, patch } from './guard.ts';
import { attachmentsOf, contentText, type Ingested, readContent } from './ingest.ts';
import { EMPTY_RESULT } from './limits.ts';
import type { Part, Repair, Turn } from './types.ts';

const ROLES: Readonly<Record<string, Turn['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** Blocks that carry calls and results of the other dialect; reading them as opaque would break pairs. */
const FOREIGN_BLOCKS = new Set(['tool_use', 'tool_result']);

/** The id that pairs a legacy `function_call`, which has none, with its `function` message. */
export function legacyCallId(name: string): string {
  return `function:${name}`;
}

/**
 * Reads one OpenAI Chat message (roles system, developer, user, assistant, tool and the legacy
 * function). `parts` is empty when the message says nothing. Fails with a pointer to the broken field.
 */
export function readOpenAi(message: JsonObject, index: number): Result<Ingested, Failure> {
  const pointer = `/messages/${index}`;
  const role = typeof message.role === 'string' ? message.role : '';
  const kind = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (kind === undefined) {
    return fail(fieldFailure(`${pointer}/role`, 'Cannot read message: its role is not known'));
  }
  const read = readContent(message.content, `${pointer}/content`);
  if (!read.ok) return read;
  const { content, changed } = read.value;
  const repairs = [...read.value.repairs];
  // An empty list is refused; null is what a message without text has.
  const empty = isArray(content) && content.length === 0;
  const clean = changed || empty ? patch(message, { content: empty ? null : content }) : message;
  if (empty && !changed) {
    repairs.push({
      code: 'empty_list_dropped',
      pointer: `${pointer}/content`,
      detail: 'Dropped an empty list of content blocks',
    });
  }
  if (kind === 'tool') return ok(readResult(clean, content, pointer, repairs));

  const parts: Part[] = [];
  if (typeof content === 'string') {
    if (!isBlank(content)) parts.push({ type: 'text', text: content, raw: null });
  } else {
    for (const [position, block] of content.entries()) {
      if (FOREIGN_BLOCKS.has(blockType(block))) {
        return fail(
          fieldFailure(
            `${pointer}/content/${position}/type`,
            `Cannot read block: "${blockType(block)}" belongs to the anthropic format`,
          ),
        );
      }
      parts.push(readBlock(block));
    }
  }
  if (kind !== 'assistant') return ok({ role: kind, parts, message: clean, repairs });
  append(parts, readExtras(clean));
  const calls = readCalls(clean, pointer, repairs);
  if (!calls.ok) return calls;
  append(parts, calls.value.parts);
  return ok({ role: kind, parts, message: calls.value.message, repairs });
}

function readBlock(block: JsonObject): Part {
  const type = blockType(block);
  if (type === 'text' && typeof block.text === 'string') {
    return { type: 'text', text: block.text, raw: block };
  }
  if (type === 'refusal' && typeof block.refusal === 'string') {
    return { type: 'text', text: block.refusal, raw: block };
  }
  if (type === 'image_url') return { type: 'image', raw: block };
  return { type: 'opaque', raw: block };
}

/** A refusal or an audio answer stands beside the content of an assistant message, not in it. */
function readExtras(message: JsonObject): readonly Part[] {
  const parts: Part[] = [];
  const refusal = message.refusal;
  if (typeof refusal === 'string' && !isBlank(refusal)) {
    parts.push({ type: 'text', text: refusal, raw: { type: 'refusal', refusal } });
  }
  if (isObject(message.audio)) {
    parts.push({ type: 'opaque', raw: { type: 'audio', audio: message.audio } });
  }
  return parts;
}

function readResult(
  message: JsonObject,
  content: string | readonly JsonObject[],
  pointer: string,
  repairs: Repair[],
): Ingested {
  const text = contentText(content);
  const attachments = attachmentsOf(content);
  const empty = isBlank(text) && attachments.length === 0;
  if (empty) {
    repairs.push({
      code: 'empty_result_filled',
      pointer: `${pointer}/content`,
      detail: `Wrote "${EMPTY_RESULT}" for a tool result that is blank`,
    });
  }
  const legacyName =
    message.role === 'function' && typeof message.name === 'string' ? message.name : null;
  const id = message.tool_call_id;
  const part: Part = {
    type: 'tool_result',
    callId:
      legacyName === null ? (typeof id === 'string' ? id : '') : legacyCallId(toolName(legacyName)),
    text: empty ? EMPTY_RESULT : text,
    attachments,
    isError: false,
    raw: null,
  };
  const named =
    legacyName === null || toolName(legacyName) === legacyName
      ? message
      : patch(message, { name: toolName(legacyName) });
  return {
    role: 'tool',
    parts: [part],
    message: empty ? patch(named, { content: EMPTY_RESULT }) : named,
    repairs,
  };
}

interface Calls {
  readonly parts: readonly Part[];
  readonly message: JsonObject;
}

function readCalls(
  message: JsonObject,
  pointer: string,
  repairs: Repair[],
): Result<Calls, Failure> {
  const list = message.tool_calls;
  if (list !== undefined && list !== null && !isArray(list)) {
    return fail(fieldFailure(`${pointer}/tool_calls`, 'Cannot read tool calls: not a list'));
  }
  const calls: JsonObject[] = [];
  const parts: Part[] = [];
  for (const [position, call] of (list ?? []).entries()) {
    const at = `${pointer}/tool_calls/${position}`;
    if (!isObject(call)) return fail(fieldFailure(at, 'Cannot read tool call: not an object'));
    const custom = call.type === 'custom';
    const member = custom ? 'custom' : 'function';
    const body = call[member];
    if (!isObject(body)) {
      return fail(fieldFailure(`${at}/${member}`, `Cannot read tool call: no "${member}" object`));
    }
    if (typeof body.name !== 'string') {
      return fail(fieldFailure(`${at}/${member}/name`, 'Cannot read tool call: no name'));
    }
    const fixed = custom
      ? fixCustom(body, body.name, `${at}/${member}`, repairs)
      : fixFunction(body, body.name, `${at}/${member}`, repairs);
    const raw = fixed === body ? call : patch(call, { [member]: fixed });
    calls.push(raw);
    parts.push({
      type: 'tool_call',
      id: typeof call.id === 'string' ? call.id : '',
      name: toolName(body.name),
      arguments: custom
        ? JSON.stringify({ input: contentText(fixed.input) })
        : argumentsText(fixed.arguments),
      raw,
    });
  }
  const legacy = message.function_call;
  if (calls.length === 0 && isObject(legacy))
    return readLegacyCall(message, legacy, pointer, repairs);
  return ok({ parts, message: withCalls(message, calls, pointer, repairs) });
}

/** The message with its repaired calls; the same object when no call had to be repaired. */
function withCalls(
  message: JsonObject,
  calls: readonly JsonObject[],
  pointer: string,
  repairs: Repair[],
): JsonObject {
  const list = message.tool_calls;
  if (!isArray(list)) return message;
  if (list.length === 0) {
    repairs.push({
      code: 'empty_list_dropped',
      pointer: `${pointer}/tool_calls`,
      detail: 'Dropped an empty list of tool calls',
    });
    return patch(message, { tool_calls: undefined });
  }
  if (isObject(message.function_call)) {
    repairs.push({
      code: 'legacy_call_dropped',
      pointer: `${pointer}/function_call`,
      detail: 'Dropped a function call that stood beside tool calls',
    });
    return patch(message, { tool_calls: calls, function_call: undefined });
  }
  return calls.every((call, index) => call === list[index])
    ? message
    : patch(message, { tool_calls: calls });
}

function readLegacyCall(
  message: JsonObject,
  body: JsonObject,
  pointer: string,
  repairs: Repair[],
): Result<Calls, Failure> {
  const at = `${pointer}/function_call`;
  if (typeof body.name !== 'string') {
    return fail(fieldFailure(`${at}/name`, 'Cannot read function call: no name'));
  }
  const fixed = fixFunction(body, body.name, at, repairs);
  const name = toolName(body.name);
  const part: Part = {
    type: 'tool_call',
    id: legacyCallId(name),
    name,
    arguments: argumentsText(fixed.arguments),
    raw: fixed,
  };
  // An empty list of tool calls beside it would be refused.
  const emptyList = isArray(message.tool_calls);
  const bare = emptyList ? withCalls(message, [], pointer, repairs) : message;
  return ok({
    parts: [part],
    message: fixed === body ? bare : patch(bare, { function_call: fixed }),
  });
}

function fixFunction(
  body: JsonObject,
  name: string,
  pointer: string,
  repairs: Repair[],
): JsonObject {
  const args = argumentsText(body.arguments);
  const fixedName = fixName(name, pointer, repairs);
  if (args !== body.arguments) {
    repairs.push({
      code: 'arguments_made_valid',
      pointer: `${pointer}/arguments`,
      detail: 'Rewrote tool call arguments that were not valid JSON text',
    });
  }
  return args === body.arguments && fixedName === name
    ? body
    : patch(body, { name: fixedName, arguments: args });
}

function fixCustom(body: JsonObject, name: string, pointer: string, repairs: Repair[]): JsonObject {
  const fixedName = fixName(name, pointer, repairs);
  if (typeof body.input === 'string') {
    return fixedName === name ? body : patch(body, { name: fixedName });
  }
  repairs.push({
    code: 'arguments_made_valid',
    pointer: `${pointer}/input`,
    detail: 'Rewrote the input of a custom tool call, which was not a string',
  });
  return patch(body, { name: fixedName, input: JSON.stringify(body.input ?? '') });
}

function fixName(name: string, pointer: string, repairs: Repair[]): string {
  const fixed = toolName(name);
  if (fixed !== name) {
    repairs.push({
      code: 'tool_name_replaced',
      pointer: `${pointer}/name`,
      detail: 'Replaced a tool name that has characters or a length providers refuse',
    });
  }
  return fixed;
}
