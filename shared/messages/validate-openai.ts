import type { Json, JsonObject } from '../types.ts';
import { parseJson } from './arguments.ts';
import { blockType, isArray, isObject } from './guard.ts';
import { MAX_CALL_ID_CHARS } from './limits.ts';
import type { Report } from './problems.ts';
import { type Placed, validateContent, validateName } from './validate-content.ts';

/** The roles of the Chat API; developer replaced system, function is the legacy form of tool. */
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** The calls of the latest assistant message, which the messages right behind it must answer. */
interface Expected {
  /** Pointers of the calls that wait for a result, by id; a legacy call by "function:NAME". */
  readonly waiting: Map<string, string[]>;
  readonly answered: Set<string>;
}

/**
 * Checks messages by the rules of OpenAI Chat. The results of a message's calls must stand directly
 * behind it, one for each call, in any order: the API answers 400 for the whole request otherwise.
 */
export function validateOpenAi(messages: readonly Placed[], report: Report): void {
  let expected: Expected | null = null;
  let conversation = false;
  let systems = 0;
  for (const { message, index } of messages) {
    const pointer = `/messages/${index}`;
    const role = typeof message.role === 'string' ? message.role : '';
    if (role === 'tool' || role === 'function') {
      checkResult(message, role, pointer, expected, report);
      if (!conversation) notUser(pointer, report);
      conversation = true;
      continue;
    }
    // Any other message ends the block of results.
    reportUnanswered(expected, report);
    expected = null;
    if (!ROLES.has(role)) {
      report('role_unknown', `${pointer}/role`, 'Cannot read message: its role is not known');
      continue;
    }
    if (role === 'system' || role === 'developer') {
      systems += 1;
      validateContent(message.content, `${pointer}/content`, report);
      // OpenAI takes system messages anywhere; chat templates of open models raise an error for one
      // that is not the first.
      if (conversation) {
        report('system_not_first', pointer, 'Cannot send system message: others stand before it');
      } else if (systems > 1) {
        report('system_repeated', pointer, 'Cannot send system message: it is not the only one');
      }
      continue;
    }
    if (!conversation && role !== 'user') notUser(pointer, report);
    conversation = true;
    if (role === 'assistant') expected = checkAssistant(message, pointer, report);
    else checkBlocks(message.content, `${pointer}/content`, report);
  }
  reportUnanswered(expected, report);
}

function notUser(pointer: string, report: Report): void {
  report('first_not_user', `${pointer}/role`, 'Cannot open conversation: the user comes first');
}

function reportUnanswered(expected: Expected | null, report: Report): void {
  for (const pointers of expected?.waiting.values() ?? []) {
    for (const pointer of pointers) {
      report('call_without_result', pointer, 'Cannot send tool call: no result follows it');
    }
  }
}

function checkBlocks(content: Json | undefined, pointer: string, report: Report): void {
  for (const { block, pointer: at } of validateContent(content, pointer, report)) {
    // Unknown block types are the provider's to judge; these two are known to be another format.
    if (blockType(block) === 'tool_use' || blockType(block) === 'tool_result') {
      report('block_not_allowed', `${at}/type`, 'Cannot send block: it is of the other format');
    }
  }
}

function checkResult(
  message: JsonObject,
  role: 'tool' | 'function',
  pointer: string,
  expected: Expected | null,
  report: Report,
): void {
  validateContent(message.content, `${pointer}/content`, report);
  const member = role === 'tool' ? 'tool_call_id' : 'name';
  const value = message[member];
  const key = `${role === 'tool' ? '' : 'function:'}${typeof value === 'string' ? value : ''}`;
  const waiting = expected?.waiting.get(key);
  if (waiting !== undefined && waiting.length > 0) {
    waiting.pop();
    expected?.answered.add(key);
  } else if (expected?.answered.has(key) === true) {
    report('result_repeated', `${pointer}/${member}`, 'Cannot send tool result: it is the second');
  } else {
    report(
      'result_without_call',
      `${pointer}/${member}`,
      'Cannot send tool result: the assistant message before it has no such call',
    );
  }
}

function checkAssistant(message: JsonObject, pointer: string, report: Report): Expected | null {
  const calls = message.tool_calls;
  const legacy = message.function_call;
  const says =
    isArray(calls) || isObject(legacy) || isObject(message.audio) || isText(message.refusal);
  const content = message.content;
  // Beside calls, content may be missing, null or "".
  const silent = content === undefined || content === null || typeof content === 'string';
  if (!(says && silent)) checkBlocks(content, `${pointer}/content`, report);
  const expected: Expected = { waiting: new Map(), answered: new Set() };
  if (calls !== undefined && calls !== null) checkCalls(calls, pointer, expected, report);
  if (isObject(legacy)) {
    const at = `${pointer}/function_call`;
    if (isArray(calls)) {
      report('block_not_allowed', at, 'Cannot send function call: tool calls stand beside it');
    } else {
      checkFunction(legacy, at, report);
      expected.waiting.set(`function:${isText(legacy.name) ? legacy.name : ''}`, [at]);
    }
  }
  return expected.waiting.size === 0 ? null : expected;
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function checkCalls(calls: Json, pointer: string, expected: Expected, report: Report): void {
  const list = `${pointer}/tool_calls`;
  if (!isArray(calls)) {
    report('call_invalid', list, 'Cannot read tool calls: not a list');
    return;
  }
  if (calls.length === 0) {
    report('list_empty', list, 'Cannot send tool calls: the list is empty; leave it out instead');
  }
  for (const [position, call] of calls.entries()) {
    const at = `${list}/${position}`;
    if (!isObject(call)) {
      report('call_invalid', at, 'Cannot read tool call: not an object');
      continue;
    }
    // A missing id and "" are the same to a result: neither can be told apart.
    const id = typeof call.id === 'string' ? call.id : '';
    if (id === '' || id.length > MAX_CALL_ID_CHARS) {
      report(
        'call_id_invalid',
        `${at}/id`,
        `Cannot use call id: it must have 1–${MAX_CALL_ID_CHARS} characters`,
      );
    }
    const same = expected.waiting.get(id);
    if (same === undefined) {
      expected.waiting.set(id, [at]);
    } else {
      report('call_id_repeated', `${at}/id`, 'Cannot use call id: another call has it');
      // Each of them still waits for a result of its own.
      same.push(at);
    }
    const member = call.type === 'custom' ? 'custom' : 'function';
    const body = call[member];
    if (!isObject(body)) {
      report('call_invalid', `${at}/${member}`, `Cannot read tool call: no "${member}" object`);
    } else if (member === 'function') {
      checkFunction(body, `${at}/function`, report);
    } else {
      validateName(body.name, `${at}/custom/name`, report);
      if (typeof body.input !== 'string') {
        report('arguments_invalid', `${at}/custom/input`, 'Cannot send input: not a string');
      }
    }
  }
}

/** The model wrote the arguments, and may have written broken JSON; servers that parse them refuse it. */
function checkFunction(body: JsonObject, pointer: string, report: Report): void {
  validateName(body.name, `${pointer}/name`, report);
  const args = body.arguments;
  if (typeof args !== 'string' || parseJson(args) === undefined) {
    report(
      'arguments_invalid',
      `${pointer}/arguments`,
      'Cannot send arguments: not valid JSON text',
    );
  }
}
