import type { Dialect, Json, JsonObject } from '../types.ts';
import { blockType, isArray, isBlank, isObject } from './guard.ts';
import { MAX_NESTING_LEVELS } from './limits.ts';
import { problemList, type Report } from './problems.ts';
import type { MessageProblem } from './types.ts';
import { validateAnthropic } from './validate-anthropic.ts';
import { validateOpenAi } from './validate-openai.ts';
import { validateTools } from './validate-tools.ts';
import { findIllFormed } from './well-formed.ts';

/**
 * Lists what a provider of the dialect would refuse in a request, with a JSON pointer each, in the
 * order of the messages; `[]` when it would accept it. Rules: the OpenAI Chat and Anthropic Messages
 * references, and two that servers of these dialects enforce: one system message, at the front, and
 * strictly alternating roles. Calls of the last message count as unanswered. Tools that are not given
 * are not checked. Never fails: any JSON may be in the messages.
 */
export function validateMessages(request: {
  readonly messages: readonly JsonObject[];
  readonly tools?: readonly JsonObject[] | undefined;
  readonly system?: Json | undefined;
  readonly dialect: Dialect;
}): readonly MessageProblem[] {
  const { messages, tools, system, dialect } = request;
  const { problems, report } = problemList();
  if (system !== undefined && system !== null) validateSystem(system, report);
  if (tools !== undefined) {
    checkText(tools, '/tools', report);
    validateTools(tools, dialect, report);
  }
  if (messages.length === 0) {
    report('no_messages', '/messages', 'Cannot send request: it has no messages');
  }
  // What cannot be read is reported once, and kept away from the checks of its dialect.
  const readable: { readonly message: JsonObject; readonly index: number }[] = [];
  for (const [index, message] of messages.entries()) {
    const pointer = `/messages/${index}`;
    if (!isObject(message)) {
      report('message_invalid', pointer, 'Cannot read message: it is not an object');
    } else if (checkText(message, pointer, report)) {
      readable.push({ message, index });
    }
  }
  if (dialect === 'openai') validateOpenAi(readable, report);
  else validateAnthropic(readable, report);
  return problems;
}

/** Reports ill-formed strings. False when the value is nested too deeply to be looked at further. */
function checkText(value: Json, pointer: string, report: Report): boolean {
  const broken = findIllFormed(value, pointer);
  if (broken === null) {
    report(
      'nesting_too_deep',
      pointer,
      `Cannot read value: it is nested deeper than ${MAX_NESTING_LEVELS} levels`,
    );
    return false;
  }
  for (const where of broken) {
    report('text_ill_formed', where, 'Cannot send text: it has half of a surrogate pair');
  }
  return true;
}

function validateSystem(system: Json, report: Report): void {
  checkText(system, '/system', report);
  if (typeof system === 'string') {
    if (isBlank(system)) {
      report('content_empty', '/system', 'Cannot send system text: it is blank; leave it out');
    }
    return;
  }
  if (!isArray(system)) {
    report('content_invalid', '/system', 'Cannot read system: neither a string nor blocks');
    return;
  }
  for (const [index, block] of system.entries()) {
    const pointer = `/system/${index}`;
    if (!isObject(block) || blockType(block) !== 'text' || typeof block.text !== 'string') {
      report('block_invalid', pointer, 'Cannot read system block: it is not a text block');
    } else if (isBlank(block.text)) {
      report('content_empty', `${pointer}/text`, 'Cannot send text block: it is blank');
    }
  }
}
