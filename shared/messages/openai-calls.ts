import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { JsonObject } from '../types.ts';
import { argumentsText, toolName } from './arguments.ts';
import { isArray, isObject, patch } from './guard.ts';
import { contentText } from './ingest.ts';
import type { Part, Repair } from './types.ts';

/** The id that pairs a legacy `function_call`, which has none, with its `function` message. */
export function legacyCallId(name: string): string {
  return `function:${name}`;
}

interface Calls {
  readonly parts: readonly Part[];
  readonly message: JsonObject;
}

/**
 * Reads `tool_calls` (functions and custom tools) or the legacy `function_call` of an assistant
 * message. Names and arguments that a provider would refuse are repaired in the message that comes
 * back; it is the same object when nothing was. No calls give no parts. Fails with a pointer when a
 * call has no name.
 */
export function readCalls(
  message: JsonObject,
  pointer: string,
  repairs: Repair[],
): Result<Calls, Failure> {
  const list = message.tool_calls;
  // Some clients write null for "no calls"; the API takes that, an empty list it does not.
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
      // An id that is missing is made up once the calls and their results are paired.
      id: typeof call.id === 'string' ? call.id : '',
      name: toolName(body.name),
      // Free text of a custom tool stands under one member, so that all arguments are JSON.
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
  // Only one form can be answered; the results of the other could not be told apart.
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
