import type { Json, JsonObject } from '../types.ts';
import { argumentsText, inputObject, parseJson } from './arguments.ts';
import { isLegacyCall } from './call-ids.ts';
import { append, blockType, isArray, isBlank, isObject, patch } from './guard.ts';
import { contentText } from './ingest.ts';
import { EMPTY_RESULT } from './limits.ts';
import { standIn, toOpenAiMedia } from './media.ts';
import type { Group, Part, Turn } from './types.ts';

/** Marks the text of a failed call, since OpenAI's tool message has no error flag. */
const ERROR_MARK = '[tool error] ';

/**
 * Writes a turn as OpenAI Chat messages: none when nothing can be expressed (a turn of thinking only),
 * several for the results of parallel calls. Blocks beside tool results, and images within them, follow
 * in a user message, since a tool message holds text only. Thinking is left out.
 */
export function writeOpenAi(turn: Turn, group: Group): readonly JsonObject[] {
  const base = turn.base?.dialect === 'openai' ? turn.base.message : null;
  if (turn.role === 'tool') return writeResults(turn, group, base);
  if (turn.role === 'assistant') return writeAssistant(turn, base);
  const content = contentOf(turn.parts, base !== null);
  if (content === null) return [];
  return [patch(base ?? { role: turn.role }, { content })];
}

/** Text as a string where it is one piece; otherwise content parts. Null for no content. */
function contentOf(parts: readonly Part[], same: boolean): string | readonly JsonObject[] | null {
  const blocks = parts.map((part) => toBlock(part, same)).filter((block) => block !== null);
  const [first] = blocks;
  if (first === undefined) return null;
  const plain = blocks.length === 1 && first.type === 'text';
  // A caller who sent one text part gets one text part back; otherwise a string is the common form.
  const keepsPart = same && parts.some((part) => part.type === 'text' && part.raw !== null);
  return plain && !keepsPart ? contentText([first]) : blocks;
}

function toBlock(part: Part, same: boolean): JsonObject | null {
  switch (part.type) {
    case 'text':
      if (isBlank(part.text)) return null;
      if (!same || part.raw === null) return { type: 'text', text: part.text };
      return part.raw.text === part.text || part.raw.type === 'refusal'
        ? part.raw
        : patch(part.raw, { text: part.text });
    case 'image':
    case 'opaque':
      return same || isOpenAiBlock(part.raw) ? part.raw : toOpenAiMedia(part.raw);
    default:
      return null;
  }
}

function isOpenAiBlock(block: JsonObject): boolean {
  return ['image_url', 'input_audio', 'file', 'text'].includes(blockType(block));
}

function writeAssistant(turn: Turn, base: JsonObject | null): readonly JsonObject[] {
  const calls = turn.parts.filter((part) => part.type === 'tool_call');
  // A refusal or audio answer stands in its own member of the base, not in the content.
  const inContent = turn.parts.filter((part) => !isBesideContent(part, base));
  const content = base === null ? assistantText(inContent) : contentOf(inContent, true);
  if (content === null && calls.length === 0 && inContent.length === turn.parts.length) return [];
  const changes: Record<string, Json | undefined> = { content };
  const [only] = calls;
  if (only !== undefined && base !== null && isLegacyCall(only)) {
    changes.function_call = patch(only.raw ?? {}, {
      name: only.name,
      arguments: only.arguments,
    });
  } else {
    changes.tool_calls =
      calls.length === 0 ? undefined : calls.map((call) => writeCall(call, base));
  }
  return [patch(base ?? { role: 'assistant' }, changes)];
}

/** Servers of this dialect differ in whether an assistant may send parts, so text is one string. */
function assistantText(parts: readonly Part[]): string | null {
  const blocks = parts.map((part) => toBlock(part, false)).filter((block) => block !== null);
  const texts = blocks.map((block) =>
    contentText([block.type === 'text' ? block : standIn(block)]),
  );
  return texts.length === 0 ? null : texts.join('\n');
}

function isBesideContent(part: Part, base: JsonObject | null): boolean {
  if (base === null || (part.type !== 'text' && part.type !== 'opaque')) return false;
  if (part.raw === null) return false;
  return (
    (part.raw.type === 'refusal' && base.refusal === part.raw.refusal) ||
    (part.raw.type === 'audio' && base.audio === part.raw.audio)
  );
}

function writeCall(
  call: Extract<Part, { type: 'tool_call' }>,
  base: JsonObject | null,
): JsonObject {
  const { id, name } = call;
  if (base !== null && call.raw !== null && call.raw.type === 'custom') {
    const input = inputObject(parseJson(call.arguments)).input ?? '';
    const custom = isObject(call.raw.custom) ? call.raw.custom : {};
    return patch(call.raw, { id, custom: patch(custom, { name, input }) });
  }
  // Members that no part describes (a server's own extensions) stay on the call.
  const body = base !== null && isObject(call.raw?.function) ? call.raw.function : {};
  const written = patch(body, { name, arguments: argumentsText(call.arguments) });
  return base !== null && call.raw !== null && isObject(call.raw.function)
    ? patch(call.raw, { id, function: written })
    : { id, type: 'function', function: written };
}

function writeResults(turn: Turn, group: Group, base: JsonObject | null): readonly JsonObject[] {
  const call = group.turns[0]?.parts.find((part) => part.type === 'tool_call');
  // A legacy call has no id; its result names the function instead.
  const legacy = call !== undefined && isLegacyCall(call) && callSource(group) === 'openai';
  const messages: JsonObject[] = [];
  const beside: JsonObject[] = [];
  for (const part of turn.parts) {
    if (part.type !== 'tool_result') {
      const block = toBlock(part, false);
      if (block !== null) beside.push(block);
      continue;
    }
    const content = resultContent(part, base);
    messages.push(
      legacy
        ? patch(base ?? { role: 'function', name: call.name }, { content })
        : patch(base ?? { role: 'tool' }, { tool_call_id: part.callId, content }),
    );
    if (base !== null || part.attachments.length === 0) continue;
    beside.push({ type: 'text', text: `[attached to the result of ${part.callId}]` });
    append(beside, part.attachments.map(toOpenAiMedia));
  }
  const [only] = beside;
  if (only === undefined) return messages;
  const single = beside.length === 1 && only.type === 'text';
  return [...messages, { role: 'user', content: single ? contentText([only]) : beside }];
}

function callSource(group: Group): string | undefined {
  const opening = group.turns[0];
  return opening?.raw?.dialect ?? opening?.base?.dialect;
}

function resultContent(
  part: Extract<Part, { type: 'tool_result' }>,
  base: JsonObject | null,
): string | readonly JsonObject[] {
  const text = isBlank(part.text) ? EMPTY_RESULT : part.text;
  // Attachments of a converted result follow in a user message, see `writeResults`.
  if (base === null) return part.isError ? `${ERROR_MARK}${text}` : text;
  const sent = base.content;
  if (!isArray(sent)) return text;
  const kept = sent.filter(isObject).filter((block) => block.type !== 'text');
  if (kept.length === part.attachments.length && contentText(sent) === part.text) {
    return sent.filter(isObject);
  }
  return [{ type: 'text', text }, ...part.attachments];
}
