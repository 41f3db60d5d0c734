/** Names a provider accepts for a tool. */
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Longest tool name, in characters. */
export const MAX_TOOL_NAME_CHARS = 64;

/**
 * Longest call id, in characters. Bedrock's Converse API documents 1–64 for Claude. OpenAI itself
 * makes shorter ones, but servers that speak its dialect answer with ids above 40.
 */
export const MAX_CALL_ID_CHARS = 64;

/** Characters that Anthropic accepts in a call id; the OpenAI dialect has no such rule. */
export const ANTHROPIC_CALL_ID = /^[a-zA-Z0-9_-]+$/;

/** Deepest nesting of a message, in levels. Real tool arguments stay below 30; the limit keeps recursion safe. */
export const MAX_NESTING_LEVELS = 256;

/** Stands for a tool result that is blank: the call still needs its result, and providers refuse blank text. */
export const EMPTY_RESULT = '(empty)';

/** Stands for the result of a call that was never answered. */
export const NO_RESULT = '[no result recorded]';

/** Stands for a tool that was called without a usable name. */
export const UNNAMED_TOOL = 'unnamed_tool';
