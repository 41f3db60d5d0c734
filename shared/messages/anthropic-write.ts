import type { Json, JsonObject } from '../types.ts';
import { inputObject, parseJson } from './arguments.ts';
import { blockType, isArray, isBlank, patch } from './guard.ts';
import { attachmentsOf, contentText } from './ingest.ts';
import { EMPTY_RESULT } from './limits.ts';
import { toAnthropicMedia } from './media.ts';
import type { Part, Turn } from './types.ts';

/**
 * Writes turns that share a role as one Anthropic message: the results of parallel calls belong in one
 * user message. None when nothing can be expressed. Thinking is written only where it came from an
 * Anthropic message, since its signature means nothing elsewhere.
 */
export function writeAnthropic(turns: readonly Turn[]): readonly JsonObject[] {
  const blocks: JsonObject[] = [];
  const after: JsonObject[] = [];
  for (const turn of turns) {
    const same = (turn.raw ?? turn.base)?.dialect === 'anthropic';
    for (const part of turn.parts) {
      const block = toBlock(part, same);
      if (block === null) continue;
      // Results come first in their message.
      if (turn.role === 'tool' && part.type !== 'tool_result') after.push(block);
      else blocks.push(block);
    }
  }
  const content = [...blocks, ...after];
  const [first] = content;
  const [turn] = turns;
  if (first === undefined || turn === undefined) return [];
  const base = turns.length === 1 && turn.base?.dialect === 'anthropic' ? turn.base.message : null;
  // A string is the common form of a single text; a caller who sent blocks gets blocks.
  const plain = content.length === 1 && isBareText(first) && !isArray(base?.content);
  return [
    patch(base ?? { role: turn.role === 'assistant' ? 'assistant' : 'user' }, {
      content: plain ? contentText([first]) : content,
    }),
  ];
}

/** A text block that says nothing besides its text, so that a string says the same. */
function isBareText(block: JsonObject): boolean {
  return block.type === 'text' && Object.keys(block).length === 2;
}

function toBlock(part: Part, same: boolean): JsonObject | null {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? null : textBlock(part.text, part.raw, same);
    case 'thinking':
      return same ? part.raw : null;
    case 'tool_call':
      return callBlock(part, same);
    case 'tool_result':
      return resultBlock(part, same);
    case 'image':
    case 'opaque':
      return same || blockType(part.raw) === 'image' ? part.raw : toAnthropicMedia(part.raw);
  }
}

function textBlock(text: string, raw: JsonObject | null, same: boolean): JsonObject {
  if (same && raw !== null) return raw.text === text ? raw : patch(raw, { text });
  // Servers of the OpenAI dialect pass a cache mark on; it must not be lost on the way.
  const mark = raw?.cache_control;
  return { type: 'text', text, ...(mark === undefined ? {} : { cache_control: mark }) };
}

function callBlock(part: Extract<Part, { type: 'tool_call' }>, same: boolean): JsonObject {
  const { id, name } = part;
  if (!same || part.raw === null) {
    return { type: 'tool_use', id, name, input: inputObject(part.arguments) };
  }
  // Parsing and writing numbers can change their bytes, so unedited input is not touched.
  const unedited = JSON.stringify(part.raw.input) === part.arguments;
  const input = unedited ? part.raw.input : inputObject(parseJson(part.arguments));
  return patch(part.raw, { id, name, input });
}

function resultBlock(part: Extract<Part, { type: 'tool_result' }>, same: boolean): JsonObject {
  const text = isBlank(part.text) ? (part.attachments.length > 0 ? '' : EMPTY_RESULT) : part.text;
  if (same && part.raw !== null) {
    const sent = part.raw.content;
    // Several text blocks read as one text; unedited, they stay several.
    const unedited =
      contentText(sent) === part.text && attachmentsOf(sent).length === part.attachments.length;
    return patch(part.raw, {
      tool_use_id: part.callId,
      content: unedited && sent !== undefined ? sent : resultContent(text, part.attachments, sent),
    });
  }
  const attachments = same ? part.attachments : part.attachments.map(toAnthropicMedia);
  return {
    type: 'tool_result',
    tool_use_id: part.callId,
    content: resultContent(text, attachments, undefined),
    ...(part.isError ? { is_error: true } : {}),
  };
}

function resultContent(
  text: string,
  attachments: readonly JsonObject[],
  sent: Json | undefined,
): Json {
  if (attachments.length === 0 && !isArray(sent)) return text;
  return text === '' ? attachments : [{ type: 'text', text }, ...attachments];
}
