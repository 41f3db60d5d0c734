import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { JsonObject } from '../types.ts';
import { inputObject, toolName } from './arguments.ts';
import { append, blockType, isBlank, isObject, patch } from './guard.ts';
import { attachmentsOf, contentText, type Ingested, readContent } from './ingest.ts';
import { EMPTY_RESULT } from './limits.ts';
import type { Part, Repair, Turn } from './types.ts';

/** Blocks that only an assistant may send, and the one that only a user may send; the API refuses others. */
const ASSISTANT_BLOCKS = new Set(['tool_use', 'thinking', 'redacted_thinking']);
const USER_BLOCKS = new Set(['tool_result']);

/**
 * Reads one Anthropic message. A user message with tool results has the role "tool"; its results come
 * first, as the API demands. Unsigned thinking, and thinking that ends a message, is dropped and
 * reported: the API refuses both. `parts` is empty when nothing remains. Fails with a pointer to the
 * broken field.
 */
export function readAnthropic(message: JsonObject, index: number): Result<Ingested, Failure> {
  const pointer = `/messages/${index}`;
  const role = message.role;
  if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'developer') {
    return fail(fieldFailure(`${pointer}/role`, 'Cannot read message: its role is not known'));
  }
  if (message.tool_calls !== undefined && message.tool_calls !== null) {
    return fail(
      fieldFailure(
        `${pointer}/tool_calls`,
        'Cannot read message: "tool_calls" belongs to the openai format',
      ),
    );
  }
  const read = readContent(message.content, `${pointer}/content`);
  if (!read.ok) return read;
  const { content } = read.value;
  const kind = role === 'developer' ? 'system' : role;
  if (typeof content === 'string') {
    const parts: Part[] = isBlank(content) ? [] : [{ type: 'text', text: content, raw: null }];
    return ok({ role: kind, parts, message, repairs: [] });
  }
  const repairs = [...read.value.repairs];
  const parts: Part[] = [];
  for (const [position, block] of content.entries()) {
    const part = readBlock(block, kind, `${pointer}/content/${position}`, repairs);
    if (!part.ok) return part;
    if (part.value !== null) parts.push(part.value);
  }
  // Reordered first: what then ends the message is what the API sees at its end.
  const ordered = dropTrailingThinking(resultsFirst(parts, pointer, repairs), pointer, repairs);
  // Results make it the answer to a call, also when the user's words stand beside them.
  const isTool = ordered.some((part) => part.type === 'tool_result');
  return ok({
    role: isTool ? 'tool' : kind,
    parts: ordered,
    message:
      repairs.length === 0 ? message : patch(message, { content: ordered.map((p) => p.raw) }),
    repairs,
  });
}

/** The API finds a result only before all other blocks of its message. */
function resultsFirst(parts: readonly Part[], pointer: string, repairs: Repair[]): readonly Part[] {
  const results = parts.filter((part) => part.type === 'tool_result');
  const firstOther = parts.findIndex((part) => part.type !== 'tool_result');
  if (firstOther === -1 || firstOther >= results.length) return parts;
  repairs.push({
    code: 'results_moved_first',
    pointer: `${pointer}/content`,
    detail: 'Moved the tool results before the other blocks of their message',
  });
  return [...results, ...parts.filter((part) => part.type !== 'tool_result')];
}

/** Thinking is dropped whole, never shortened: its signature covers every byte. */
function dropTrailingThinking(
  parts: readonly Part[],
  pointer: string,
  repairs: Repair[],
): readonly Part[] {
  const end = parts.findLastIndex((part) => part.type !== 'thinking') + 1;
  if (end === parts.length) return parts;
  repairs.push({
    code: 'thinking_dropped',
    pointer: `${pointer}/content`,
    detail: 'Dropped thinking at the end of a message: a final thinking block is refused',
  });
  return parts.slice(0, end);
}

function readBlock(
  block: JsonObject,
  role: Turn['role'],
  pointer: string,
  repairs: Repair[],
): Result<Part | null, Failure> {
  const type = blockType(block);
  if (
    (role !== 'assistant' && ASSISTANT_BLOCKS.has(type)) ||
    (role !== 'user' && USER_BLOCKS.has(type))
  ) {
    repairs.push({
      code: 'misplaced_block_dropped',
      pointer,
      detail: `Dropped a ${type} block that a message of role ${role} cannot have`,
    });
    return ok(null);
  }
  switch (type) {
    case 'text':
      return ok({ type: 'text', text: contentText([block]), raw: block });
    case 'image':
      return ok({ type: 'image', raw: block });
    case 'tool_use':
      return readCall(block, pointer, repairs);
    case 'tool_result':
      return readResult(block, pointer, repairs);
    case 'thinking':
    case 'redacted_thinking':
      return ok(readThinking(block, pointer, repairs));
    default:
      return ok({ type: 'opaque', raw: block });
  }
}

/** Without its signature (or data) the API cannot accept thinking; a made-up one would be refused too. */
function readThinking(block: JsonObject, pointer: string, repairs: Repair[]): Part | null {
  const proof = block.type === 'thinking' ? block.signature : block.data;
  if (typeof proof === 'string' && proof !== '') return { type: 'thinking', raw: block };
  repairs.push({
    code: 'thinking_dropped',
    pointer,
    detail: 'Dropped a thinking block without a signature',
  });
  return null;
}

function readCall(block: JsonObject, pointer: string, repairs: Repair[]): Result<Part, Failure> {
  const called = block.name;
  if (typeof called !== 'string') {
    return fail(fieldFailure(`${pointer}/name`, 'Cannot read tool use: its name is not a string'));
  }
  const name = toolName(called);
  const input = inputObject(block.input);
  if (name !== called) {
    repairs.push({
      code: 'tool_name_replaced',
      pointer: `${pointer}/name`,
      detail: 'Replaced a tool name that has characters or a length providers refuse',
    });
  }
  if (input !== block.input) {
    repairs.push({
      code: 'arguments_made_valid',
      pointer: `${pointer}/input`,
      detail: 'Rewrote a tool input that was not an object',
    });
  }
  return ok({
    type: 'tool_call',
    id: typeof block.id === 'string' ? block.id : '',
    name,
    arguments: JSON.stringify(input),
    raw: name === called && input === block.input ? block : patch(block, { name, input }),
  });
}

function readResult(block: JsonObject, pointer: string, repairs: Repair[]): Result<Part, Failure> {
  const read = readContent(block.content, `${pointer}/content`);
  if (!read.ok) return read;
  append(repairs, read.value.repairs);
  const text = contentText(read.value.content);
  const attachments = attachmentsOf(read.value.content).filter(isObject);
  const empty = isBlank(text) && attachments.length === 0;
  if (empty) {
    repairs.push({
      code: 'empty_result_filled',
      pointer: `${pointer}/content`,
      detail: `Wrote "${EMPTY_RESULT}" for a tool result that is blank`,
    });
  }
  const content = empty ? EMPTY_RESULT : read.value.content;
  return ok({
    type: 'tool_result',
    callId: typeof block.tool_use_id === 'string' ? block.tool_use_id : '',
    text: empty ? EMPTY_RESULT : text,
    attachments,
    isError: block.is_error === true,
    raw: empty || read.value.changed ? patch(block, { content }) : block,
  });
}
