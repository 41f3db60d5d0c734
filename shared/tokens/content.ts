import type { TokenCounter } from '../ports.ts';
import { findDataUris } from '../text/data-uri.ts';
import type { Json, JsonObject } from '../types.ts';
import type { PartCosts } from './costs.ts';

/** What a count is made of. */
interface Tally {
  /** Tokens of text, images and attachments. */
  content: number;
  /** Tokens of the frames around tool calls and results. */
  overhead: number;
  /** True when something was taken at a flat cost, or a long run was not counted exactly. */
  flat: boolean;
}

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image', 'image_url', 'input_image']);
const ATTACHMENT_TYPES: ReadonlySet<string> = new Set([
  'file',
  'input_file',
  'input_audio',
  'audio',
  'document',
]);
const CALL_TYPES: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);
const RESULT_TYPES: ReadonlySet<string> = new Set(['tool_result', 'mcp_tool_result']);
/** The field that holds the words of a block, by type. */
const TEXT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['refusal', 'refusal'],
  // The signature beside it is not read by the model.
  ['thinking', 'thinking'],
]);

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts the content of messages: text, blocks, JSON, images and tool calls, each into one tally. */
export class ContentCounter {
  readonly #counter: TokenCounter;
  readonly #costs: PartCosts;
  readonly tally: Tally = { content: 0, overhead: 0, flat: false };

  constructor(counter: TokenCounter, costs: PartCosts) {
    this.#counter = counter;
    this.#costs = costs;
  }

  /** Adds a text. Base64 images inside it (data URIs) cost what an image costs, not their characters. */
  text(text: string): void {
    let from = 0;
    for (const uri of findDataUris(text)) {
      if (!uri.mediaType.startsWith('image/')) continue;
      this.#words(text.slice(from, uri.start));
      this.#flat(this.#costs.imageTokens);
      from = uri.end;
    }
    this.#words(from === 0 ? text : text.slice(from));
  }

  #words(text: string): void {
    const detailed = this.#counter.countDetailed?.(text);
    this.tally.content += detailed?.tokens ?? this.#counter.count(text);
    this.tally.flat ||= detailed?.estimated ?? false;
  }

  /** Adds a value as compact JSON; base64 images in it, as data URIs or as sources, at their flat cost. */
  json(value: Json | undefined): void {
    if (value === undefined) return;
    const json = JSON.stringify(value);
    // A replacer makes this many times slower, so only where there may be a source to replace.
    this.text(json.includes('"base64"') ? this.#withoutSources(value) : json);
  }

  #withoutSources(value: Json): string {
    return JSON.stringify(value, (_key, inner: Json) => {
      if (!isObject(inner) || inner.type !== 'base64' || typeof inner.data !== 'string') {
        return inner;
      }
      this.#flat(isImage(inner) ? this.#costs.imageTokens : this.#costs.attachmentTokens);
      return { ...inner, data: '' };
    });
  }

  /** Adds the content of a message or tool result: a string, blocks, or nothing (null). */
  blocks(content: Json | undefined): void {
    if (content === undefined || content === null) return;
    for (const block of isList(content) ? content : [content]) {
      if (typeof block === 'string') this.text(block);
      else if (isObject(block)) this.#block(block);
      else this.json(block);
    }
  }

  /** Adds one call of a tool: name and arguments, and its frame. */
  call(name: Json | undefined, input: Json | undefined): void {
    this.tally.overhead += this.#costs.toolCallTokens;
    if (typeof name === 'string') this.text(name);
    if (typeof input === 'string') this.text(input);
    else this.json(input);
  }

  /** Adds the result of a tool and its frame. */
  result(content: Json | undefined): void {
    this.tally.overhead += this.#costs.toolResultTokens;
    this.blocks(content);
  }

  #block(block: JsonObject): void {
    const type = typeof block.type === 'string' ? block.type : '';
    const text = block[TEXT_FIELDS.get(type) ?? ''];
    if (typeof text === 'string') this.text(text);
    else if (CALL_TYPES.has(type)) this.call(block.name, block.input);
    else if (RESULT_TYPES.has(type)) this.result(block.content);
    else if (IMAGE_TYPES.has(type)) this.#flat(this.#imageCost(block));
    else if (ATTACHMENT_TYPES.has(type)) this.#attachment(block);
    else this.json(block);
  }

  #imageCost(block: JsonObject): number {
    const detail = isObject(block.image_url) ? block.image_url.detail : block.detail;
    return detail === 'low' ? this.#costs.coarseImageTokens : this.#costs.imageTokens;
  }

  /** A document given as text or blocks is counted; anything binary or by reference is flat. */
  #attachment(block: JsonObject): void {
    for (const field of ['title', 'context']) {
      const words = block[field];
      if (typeof words === 'string') this.text(words);
    }
    const source = isObject(block.source) ? block.source : {};
    if (source.type === 'text' && typeof source.data === 'string') this.text(source.data);
    else if (source.type === 'content') this.blocks(source.content);
    else this.#flat(this.#costs.attachmentTokens);
  }

  #flat(tokens: number): void {
    this.tally.content += tokens;
    this.tally.flat = true;
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isImage(source: JsonObject): boolean {
  return typeof source.media_type === 'string' && source.media_type.startsWith('image/');
}
