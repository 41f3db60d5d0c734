import type { TokenCounter } from '../ports.ts';
import { type Dialect, type JsonObject, SECTIONS, type Section } from '../types.ts';
import { ContentCounter, isObject } from './content.ts';
import {
  correctionTokens,
  messageOverheadTokens,
  partCosts,
  REQUEST_OVERHEAD_TOKENS,
} from './costs.ts';

export { messageOverheadTokens } from './costs.ts';

/** Cost of one message. Its sum is what the provider charges; `content` alone is additive over texts. */
interface MessageTokens {
  /** Text, calls with their arguments, results, images. */
  readonly content: number;
  /** The frames of the message and of its calls and results. */
  readonly overhead: number;
  /** True when an image or attachment was taken at a flat cost, or a long run was not counted exactly. */
  readonly estimated: boolean;
}

const NONE: MessageTokens = { content: 0, overhead: 0, estimated: false };
/** OpenAI charges one token for the presence of `name`. */
const NAME_OVERHEAD_TOKENS = 1;
/** Roles whose messages are instructions, not conversation. */
const INSTRUCTION_ROLES: ReadonlySet<unknown> = new Set(['system', 'developer']);

/** Tokens of one message as it stands in `messages`. Fields that a provider does not read are ignored. */
export function countMessage(
  message: JsonObject,
  dialect: Dialect,
  counter: TokenCounter,
): MessageTokens {
  const counting = new ContentCounter(counter, partCosts(dialect, counter.encoding));
  let overhead = messageOverheadTokens(dialect);
  if (message.role === 'tool' || message.role === 'function') counting.result(message.content);
  else counting.blocks(message.content);
  if (dialect === 'openai') {
    // A result names its tool by id; `name` beside it is not part of the prompt.
    if (typeof message.name === 'string' && message.role !== 'tool') {
      counting.text(message.name);
      overhead += NAME_OVERHEAD_TOKENS;
    }
    if (typeof message.refusal === 'string') counting.text(message.refusal);
    countCalls(message, counting);
  }
  const { content, overhead: frames, flat } = counting.tally;
  return { content, overhead: overhead + frames, estimated: flat };
}

/**
 * Tokens of a text as it counts inside a message: a base64 image (data URI) in it costs what an image
 * costs. 0 for "".
 */
export function countText(text: string, dialect: Dialect, counter: TokenCounter): number {
  // Nearly no text holds a data URI, and the search for one is not free.
  return text.includes('data:') ? measureText(text, dialect, counter).content : counter.count(text);
}

/** As `countText`, and whether the count is exact. */
export function measureText(text: string, dialect: Dialect, counter: TokenCounter): MessageTokens {
  const counting = new ContentCounter(counter, partCosts(dialect, counter.encoding));
  counting.text(text);
  return { content: counting.tally.content, overhead: 0, estimated: counting.tally.flat };
}

/** Calls in OpenAI's shape: functions, custom tools, and the older single `function_call`. */
function countCalls(message: JsonObject, counting: ContentCounter): void {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  for (const call of calls) {
    if (!isObject(call)) counting.json(call);
    else if (isObject(call.function)) counting.call(call.function.name, call.function.arguments);
    else if (isObject(call.custom)) counting.call(call.custom.name, call.custom.input);
    else counting.json(call);
  }
  if (isObject(message.function_call)) {
    counting.call(message.function_call.name, message.function_call.arguments);
  }
}

/** Tokens of the system text or blocks. Nothing at all for "" and []. In OpenAI's dialect it is a message. */
export function countSystem(
  system: string | readonly JsonObject[],
  dialect: Dialect,
  counter: TokenCounter,
): MessageTokens {
  if (system.length === 0) return NONE;
  const counting = new ContentCounter(counter, partCosts(dialect, counter.encoding));
  counting.blocks(system);
  const overhead = dialect === 'openai' ? messageOverheadTokens(dialect) : 0;
  return { content: counting.tally.content, overhead, estimated: counting.tally.flat };
}

/**
 * Tokens of the tool definitions, with what the presence of tools adds once; 0 for none. Tools marked
 * `defer_loading` are not in the prompt and cost nothing.
 *
 * A definition is counted as its JSON. Claude: JSON and the documented system text come within 1 % of
 * the true cost in the OpenHands logs. DeepSeek's real cost there is above the JSON. OpenAI itself
 * renders functions as TypeScript declarations, 0.6 to 0.9 of the JSON on 660 public tools; but the
 * dialect does not tell the provider, and a budget must hold for the dearest.
 */
export function countTools(
  tools: readonly JsonObject[],
  dialect: Dialect,
  counter: TokenCounter,
): number {
  const costs = partCosts(dialect, counter.encoding);
  const counting = new ContentCounter(counter, costs);
  const active = tools.filter((tool) => !isDeferred(tool));
  for (const tool of active) counting.json(tool);
  return active.length === 0 ? 0 : counting.tally.content + costs.toolsTokens;
}

function isDeferred(tool: JsonObject): boolean {
  return (
    tool.defer_loading === true || (isObject(tool.function) && tool.function.defer_loading === true)
  );
}

/** The parts of a provider's request that cost input tokens. */
interface CountedRequest {
  readonly dialect: Dialect;
  readonly system?: string | readonly JsonObject[];
  readonly messages: readonly JsonObject[];
  readonly tools?: readonly JsonObject[];
}

/** Input tokens of a request; the sections sum to the total. */
interface RequestTokens {
  readonly total: number;
  readonly sections: Readonly<Record<Section, number>>;
  /** True when images or attachments are at a flat cost, or the total has a measured correction. */
  readonly estimated: boolean;
}

/** Input tokens that a provider charges for a request; what precedes the first token of the answer. */
export function countRequest(request: CountedRequest, counter: TokenCounter): RequestTokens {
  const { dialect, system = '', messages, tools = [] } = request;
  const sections = emptySections();
  const instructions = countSystem(system, dialect, counter);
  let { estimated } = instructions;
  sections.instructions = instructions.content;
  sections.tools = countTools(tools, dialect, counter);
  sections.overhead = instructions.overhead + REQUEST_OVERHEAD_TOKENS[dialect];
  for (const message of messages) {
    const tokens = countMessage(message, dialect, counter);
    sections[INSTRUCTION_ROLES.has(message.role) ? 'instructions' : 'history'] += tokens.content;
    sections.overhead += tokens.overhead;
    estimated ||= tokens.estimated;
  }
  const correction = correctionTokens(counter.encoding, sections.instructions + sections.history);
  sections.overhead += correction;
  const total = SECTIONS.reduce((sum, section) => sum + sections[section], 0);
  return { total, sections, estimated: estimated || correction > 0 };
}

function emptySections(): Record<Section, number> {
  return {
    instructions: 0,
    tools: 0,
    memory: 0,
    passages: 0,
    tool_results: 0,
    notes: 0,
    history: 0,
    task: 0,
    overhead: 0,
  };
}
