import type { Json, JsonObject } from '../types.ts';
import { append, blockType, isArray, isObject } from './guard.ts';

/** A message and the positions in the caller's list that it was made of. */
interface Joined {
  readonly message: JsonObject;
  readonly index: number;
  readonly joined: boolean;
}

/**
 * Joins an assistant message that ends in thinking with the assistant message behind it. Clients that
 * log a streamed answer block by block leave such pieces; apart, the thinking would be refused and lost.
 * The blocks stay byte-identical. Linear: blocks of a run are gathered once.
 */
export function joinThinking(messages: readonly JsonObject[]): readonly Joined[] {
  const result: Joined[] = [];
  let index = 0;
  // One pass: `index` is moved on over the messages that a run takes in.
  while (index < messages.length) {
    const start = index;
    const first = messages[index];
    index += 1;
    if (first === undefined) continue;
    const blocks: Json[] = [];
    let current: JsonObject = first;
    for (let next = messages[index]; endsInThinking(current); next = messages[index]) {
      if (!isObject(next) || next.role !== 'assistant') break;
      if (typeof next.content !== 'string' && !isArray(next.content)) break;
      append(blocks, contentBlocks(current));
      current = next;
      index += 1;
    }
    const joined = index - start > 1;
    const message = joined ? { ...first, content: [...blocks, ...contentBlocks(current)] } : first;
    result.push({ message, index: start, joined });
  }
  return result;
}

function endsInThinking(message: JsonObject): boolean {
  if (!isObject(message) || message.role !== 'assistant') return false;
  const content = message.content;
  const last = isArray(content) ? content.at(-1) : undefined;
  const type = isObject(last) ? blockType(last) : '';
  return type === 'thinking' || type === 'redacted_thinking';
}

function contentBlocks(message: JsonObject): readonly Json[] {
  const content = message.content;
  if (isArray(content)) return content;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [];
}
