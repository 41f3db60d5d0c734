import type { Dialect, Format, Json, JsonObject } from '../types.ts';
import { blockType, isArray, isObject } from './guard.ts';

/** What a request says about its dialect besides the messages. */
interface DialectHints {
  /** What the caller names; decides when it is a dialect. */
  readonly format?: Format | undefined;
  readonly tools?: readonly JsonObject[] | undefined;
  readonly system?: Json | undefined;
}

const OPENAI_ROLES = new Set(['system', 'developer', 'tool', 'function']);
const OPENAI_BLOCKS = new Set(['image_url', 'input_audio', 'file', 'refusal']);
const ANTHROPIC_BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'server_tool_use',
  'search_result',
]);

/**
 * Tells which dialect a conversation is written in: by the caller's word, then by the first message
 * that only one dialect can have, then by the shape of the tools, then by a `system` made of blocks.
 * Plain text turns are the same in both; they, and an empty list, count as OpenAI.
 */
export function detectDialect(messages: readonly JsonObject[], hints: DialectHints = {}): Dialect {
  if (hints.format === 'openai' || hints.format === 'anthropic') return hints.format;
  for (const message of messages) {
    const dialect = dialectOfMessage(message);
    if (dialect !== null) return dialect;
  }
  for (const tool of hints.tools ?? []) {
    if (isObject(tool.function)) return 'openai';
    if (tool.input_schema !== undefined) return 'anthropic';
  }
  return isArray(hints.system) ? 'anthropic' : 'openai';
}

/**
 * Tells whether the messages are written in the other dialect than `wanted`: some have what only the
 * other can have (calls, results, its blocks), and none has what only the wanted one can have.
 * Otherwise they are read as `wanted`.
 */
export function writtenIn(messages: readonly JsonObject[], wanted: Dialect): Dialect {
  const found = new Set(messages.map(telling));
  const other = wanted === 'openai' ? 'anthropic' : 'openai';
  return found.has(other) && !found.has(wanted) ? other : wanted;
}

/** As `dialectOfMessage`, but an instruction among the messages is no proof: both kinds of caller send it. */
function telling(message: JsonObject): Dialect | null {
  const role = isObject(message) ? message.role : undefined;
  return role === 'system' || role === 'developer' ? null : dialectOfMessage(message);
}

function dialectOfMessage(message: JsonObject): Dialect | null {
  if (!isObject(message)) return null;
  if (isArray(message.tool_calls) || isObject(message.function_call)) return 'openai';
  const content = message.content;
  if (isArray(content)) {
    for (const block of content) {
      if (!isObject(block)) continue;
      if (OPENAI_BLOCKS.has(blockType(block))) return 'openai';
      if (ANTHROPIC_BLOCKS.has(blockType(block))) return 'anthropic';
    }
  }
  const role = message.role;
  return typeof role === 'string' && OPENAI_ROLES.has(role) ? 'openai' : null;
}
