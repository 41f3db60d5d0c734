import type { WindowAnswer } from '../../shared/contracts/windows.ts';
import { validateMessages } from '../../shared/messages/validate.ts';
import type { Dialect, Json, JsonObject } from '../../shared/types.ts';

/** Builders for conversations in OpenAI's shape, and what must hold of any conversation that comes back. */

export function user(content: Json): JsonObject {
  return { role: 'user', content };
}

export function assistant(content: Json): JsonObject {
  return { role: 'assistant', content };
}

/** An assistant message that calls tools; `args` are JSON values or, as strings, the argument text. */
export function calling(
  calls: readonly (readonly [id: string, name: string, args: Json])[],
  content: Json = null,
): JsonObject {
  return {
    role: 'assistant',
    content,
    tool_calls: calls.map(([id, name, args]) => ({
      id,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    })),
  };
}

export function result(id: string, content: Json): JsonObject {
  return { role: 'tool', tool_call_id: id, content };
}

/** The same conversation as Anthropic writes it; results of one turn share a user message. */
export function toAnthropic(messages: readonly JsonObject[]): readonly JsonObject[] {
  const out: JsonObject[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const block = {
        type: 'tool_result',
        tool_use_id: message.tool_call_id ?? '',
        content: message.content ?? '',
      };
      const before = out.at(-1);
      if (before !== undefined && isResults(before)) {
        out[out.length - 1] = { role: 'user', content: [...blocksOf(before), block] };
      } else out.push({ role: 'user', content: [block] });
    } else if (Array.isArray(message.tool_calls)) {
      const calls = (message.tool_calls as readonly JsonObject[]).map((call): JsonObject => {
        const body = call.function as JsonObject;
        const input = JSON.parse(String(body.arguments)) as Json;
        return { type: 'tool_use', id: call.id ?? '', name: body.name ?? '', input };
      });
      const text =
        typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : [];
      out.push({ role: 'assistant', content: [...text, ...calls] });
    } else out.push(message);
  }
  return out;
}

/** The conversation in a dialect. */
export function inDialect(
  messages: readonly JsonObject[],
  dialect: Dialect,
): readonly JsonObject[] {
  return dialect === 'openai' ? messages : toAnthropic(messages);
}

export function blocksOf(message: JsonObject): readonly JsonObject[] {
  return Array.isArray(message.content) ? (message.content as readonly JsonObject[]) : [];
}

function isResults(message: JsonObject): boolean {
  const blocks = blocksOf(message);
  return blocks.length > 0 && blocks.every((block) => block.type === 'tool_result');
}

/** A call of an answer with its name, its arguments, and the texts of its results. */
export interface SeenCall {
  readonly id: string;
  readonly name: string;
  readonly args: Json;
  readonly results: readonly Json[];
}

/**
 * The calls of an answer with their results. Throws where a result does not stand in the block right
 * behind its call, is out of call order, is missing, or is in several Anthropic messages.
 */
export function callsIn(answer: WindowAnswer, dialect: Dialect): readonly SeenCall[] {
  const seen: SeenCall[] = [];
  const { messages } = answer;
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at] ?? {};
    const calls = callsOf(message, dialect);
    if (calls.length === 0) {
      if (dialect === 'openai' && message.role === 'tool') throw new Error(`orphan at ${at}`);
      if (blocksOf(message).some((block) => block.type === 'tool_result'))
        throw new Error(`orphan at ${at}`);
      continue;
    }
    const results: (readonly [Json, Json])[] = [];
    if (dialect === 'openai') {
      while (messages[at + 1]?.role === 'tool') {
        at += 1;
        results.push([messages[at]?.tool_call_id ?? '', messages[at]?.content ?? null]);
      }
    } else {
      at += 1;
      for (const block of blocksOf(messages[at] ?? {})) {
        if (block.type === 'tool_result')
          results.push([block.tool_use_id ?? '', block.content ?? null]);
      }
    }
    const ids = results.map(([id]) => id).join();
    if (ids !== calls.map((call) => call.id).join())
      throw new Error(`calls ${calls.map((call) => call.id).join()} have results ${ids}`);
    for (const [n, call] of calls.entries()) {
      seen.push({ ...call, results: [results[n]?.[1] ?? null] });
    }
  }
  return seen;
}

function callsOf(message: JsonObject, dialect: Dialect): readonly Omit<SeenCall, 'results'>[] {
  if (dialect === 'openai') {
    const calls = Array.isArray(message.tool_calls)
      ? (message.tool_calls as readonly JsonObject[])
      : [];
    return calls.map((call) => {
      const body = call.function as JsonObject;
      return {
        id: String(call.id),
        name: String(body.name),
        args: JSON.parse(String(body.arguments)) as Json,
      };
    });
  }
  return blocksOf(message)
    .filter((block) => block.type === 'tool_use')
    .map((block) => ({
      id: String(block.id),
      name: String(block.name),
      args: block.input ?? null,
    }));
}

/** Whatever a provider would refuse in an answer; empty when it is valid. */
export function problemsIn(answer: WindowAnswer, dialect: Dialect) {
  return validateMessages({
    messages: answer.messages,
    ...(answer.tools.length === 0 ? {} : { tools: answer.tools }),
    ...(answer.system === undefined ? {} : { system: answer.system }),
    dialect,
  });
}

/** The first message that is not an instruction. */
export function firstTurn(answer: WindowAnswer): JsonObject | undefined {
  return answer.messages.find((message) => message.role !== 'system');
}
