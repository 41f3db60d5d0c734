/** Names under which tool definitions describe what they take. */
const SCHEMA_FIELDS = ['parameters', 'input_schema', 'inputSchema'] as const;
/** Blocks and marks that only prompts have. */
const PROMPT_MARK =
  /^\s*(?:<(?:system-reminder|system_prompt|system|tool_definitions|tools)(?:\s[^>]{0,200})?>|<\|(?:im_start|system|start_header_id)\|>)/iu;
/** Longer texts are not parsed; no definition of one tool is as long. */
const MAX_JSON_CHARS = 200_000;

/**
 * Why a text is material of prompts rather than a fact: a tool definition, a list of messages, or a
 * block of a system prompt, which agents tend to remember as if a user had said it. Null for anything
 * else, JSON data included. Linear time.
 */
export function promptMaterial(text: string): string | null {
  if (PROMPT_MARK.test(text)) return 'Is a block of a prompt';
  const start = text.trimStart().charAt(0);
  if ((start !== '{' && start !== '[') || text.length > MAX_JSON_CHARS) return null;
  const parsed = parsedJson(text);
  const entries = Array.isArray(parsed) ? parsed : [parsed];
  if (entries.length === 0) return null;
  if (entries.every(isToolDefinition)) return 'Is a tool definition';
  return Array.isArray(parsed) && entries.every(isMessage) ? 'Is a list of messages' : null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: like any other text.
    return null;
  }
}

function isToolDefinition(value: unknown): boolean {
  if (!isObject(value)) return false;
  const tool = isObject(value.function) ? value.function : value;
  return typeof tool.name === 'string' && SCHEMA_FIELDS.some((field) => isObject(tool[field]));
}

function isMessage(value: unknown): boolean {
  return isObject(value) && typeof value.role === 'string' && 'content' in value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
