import type { JsonObject } from '../types.ts';
import { blockType, isArray, isObject } from './guard.ts';
import { ANTHROPIC_CALL_ID, MAX_CALL_ID_CHARS } from './limits.ts';
import type { Report } from './problems.ts';
import { type Placed, validateContent, validateName } from './validate-content.ts';

/** A block that can be read, and where it is. */
interface Located {
  readonly block: JsonObject;
  readonly pointer: string;
}

/** Blocks whose signature or data proves that the model wrote them. */
const THINKING = new Set(['thinking', 'redacted_thinking']);

/**
 * Checks messages by the rules of the Anthropic Messages API. The results of all calls of a message
 * must open the user message right behind it.
 */
export function validateAnthropic(messages: readonly Placed[], report: Report): void {
  // "tool_use ids must be unique" holds over the whole request.
  const ids = new Set<string>();
  let waiting = new Map<string, string>();
  let before: string | null = null;
  for (const { message, index } of messages) {
    const pointer = `/messages/${index}`;
    const role = checkRole(message, pointer, before, report);
    const blocks = validateContent(message.content, `${pointer}/content`, report);
    if (role === 'user') {
      checkResults(blocks, waiting, report);
      waiting = new Map();
    } else {
      reportUnanswered(waiting, report);
      waiting = checkAssistant(blocks, ids, report);
    }
    if (role !== null) before = role;
  }
  reportUnanswered(waiting, report);
  checkEnd(messages.at(-1), report);
}

function checkRole(
  message: JsonObject,
  pointer: string,
  before: string | null,
  report: Report,
): 'user' | 'assistant' | null {
  const role = message.role;
  if (role === 'system' || role === 'developer') {
    report(
      'system_not_first',
      `${pointer}/role`,
      'Cannot send system message: instructions belong in the "system" field',
    );
    return null;
  }
  if (role !== 'user' && role !== 'assistant') {
    report('role_unknown', `${pointer}/role`, 'Cannot read message: its role is not known');
    return null;
  }
  if (message.tool_calls !== undefined && message.tool_calls !== null) {
    report('block_not_allowed', `${pointer}/tool_calls`, 'Cannot send calls: of the other format');
  }
  if (before === null && role !== 'user') {
    report('first_not_user', `${pointer}/role`, 'Cannot open conversation: the user comes first');
  }
  // The API joins such messages; Bedrock and others that serve the same models refuse them.
  if (before === role) {
    report('roles_not_alternating', `${pointer}/role`, `Cannot send two ${role} messages in a row`);
  }
  return role;
}

function reportUnanswered(waiting: ReadonlyMap<string, string>, report: Report): void {
  for (const pointer of waiting.values()) {
    report('call_without_result', pointer, 'Cannot send tool use: the next message has no result');
  }
}

function checkResults(
  blocks: readonly Located[],
  waiting: ReadonlyMap<string, string>,
  report: Report,
): void {
  const open = new Map(waiting);
  let other = false;
  for (const { block, pointer } of blocks) {
    const type = blockType(block);
    if (type === 'tool_use' || THINKING.has(type)) {
      report('block_not_allowed', `${pointer}/type`, `Cannot send ${type}: the user has none`);
    }
    if (type !== 'tool_result') {
      other = true;
      continue;
    }
    // Text before a result makes the API miss the result ("tool_use without tool_result").
    if (other) {
      report('result_not_first', pointer, 'Cannot send tool result: other blocks stand before it');
    }
    const id = typeof block.tool_use_id === 'string' ? block.tool_use_id : '';
    if (!waiting.has(id)) {
      report(
        'result_without_call',
        `${pointer}/tool_use_id`,
        'Cannot send tool result: the message before it has no such call',
      );
    } else if (!open.delete(id)) {
      report(
        'result_repeated',
        `${pointer}/tool_use_id`,
        'Cannot send tool result: it is the second',
      );
    }
    // Content may be missing, but not blank.
    if (block.content !== undefined) {
      validateContent(block.content, `${pointer}/content`, report);
    }
  }
  reportUnanswered(open, report);
}

function checkAssistant(
  blocks: readonly Located[],
  ids: Set<string>,
  report: Report,
): Map<string, string> {
  const waiting = new Map<string, string>();
  for (const { block, pointer } of blocks) {
    const type = blockType(block);
    if (type === 'tool_result') {
      report(
        'block_not_allowed',
        `${pointer}/type`,
        'Cannot send tool result: the assistant has none',
      );
    }
    if (THINKING.has(type)) checkThinking(block, pointer, report);
    if (type !== 'tool_use') continue;
    const id = typeof block.id === 'string' ? block.id : '';
    if (!ANTHROPIC_CALL_ID.test(id) || id.length > MAX_CALL_ID_CHARS) {
      report(
        'call_id_invalid',
        `${pointer}/id`,
        `Cannot use call id: it must be 1–${MAX_CALL_ID_CHARS} letters, digits, "_" or "-"`,
      );
    }
    if (ids.has(id))
      report('call_id_repeated', `${pointer}/id`, 'Cannot use call id: another call has it');
    ids.add(id);
    waiting.set(id, pointer);
    validateName(block.name, `${pointer}/name`, report);
    if (!isObject(block.input)) {
      report('arguments_invalid', `${pointer}/input`, 'Cannot send input: it is not an object');
    }
  }
  // "The final block in an assistant message cannot be thinking".
  const last = blocks.at(-1);
  if (last !== undefined && THINKING.has(blockType(last.block))) {
    report('thinking_last', last.pointer, 'Cannot end message: its last block is thinking');
  }
  return waiting;
}

function checkThinking(block: JsonObject, pointer: string, report: Report): void {
  const member = block.type === 'thinking' ? 'signature' : 'data';
  const proof = block[member];
  if (typeof proof !== 'string' || proof === '') {
    report(
      'thinking_unsigned',
      `${pointer}/${member}`,
      `Cannot send thinking: it has no ${member}`,
    );
  }
}

/** A last assistant message is continued by the model, which refuses white space at its end. */
function checkEnd(last: Placed | undefined, report: Report): void {
  if (last?.message.role !== 'assistant') return;
  const { content } = last.message;
  const block = isArray(content) ? content.at(-1) : undefined;
  const text = isObject(block) && blockType(block) === 'text' ? block.text : content;
  if (typeof text === 'string' && text !== text.trimEnd()) {
    report(
      'trailing_whitespace',
      `/messages/${last.index}/content`,
      'Cannot end with an assistant message: it ends in white space',
    );
  }
}
