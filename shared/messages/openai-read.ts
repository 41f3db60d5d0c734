import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { JsonObject } from '../types.ts';
import { toolName } from './arguments.ts';
import { append, blockType, isArray, isBlank, isObject, patch } from './guard.ts';
import { attachmentsOf, contentText, type Ingested, readContent } from './ingest.ts';
import { EMPTY_RESULT } from './limits.ts';
import { legacyCallId, readCalls } from './openai-calls.ts';
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
  // A tool message may carry images on some servers; they become attachments of the result.
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
  // A function message has a name where a tool message has an id.
  const legacyName =
    message.role === 'function' && typeof message.name === 'string' ? message.name : null;
  const id = message.tool_call_id;
  const part: Part = {
    type: 'tool_result',
    // A missing id is read as "", so that it still pairs with a call whose id is missing.
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
