import { mergeRoles, renderGroups } from '../messages/render.ts';
import type { TokenCounter } from '../ports.ts';
import { sectionOf } from '../sections.ts';
import type { Block, Item, Ordered } from '../stages.ts';
import {
  correctionTokens,
  messageOverheadTokens,
  REQUEST_OVERHEAD_TOKENS,
} from '../tokens/costs.ts';
import {
  countMessage,
  countSystem,
  countText,
  countTools,
  measureText,
} from '../tokens/messages.ts';
import type { Dialect, Format, JsonObject, Section } from '../types.ts';
import { SECTIONS } from '../types.ts';

/** How an ordered window is laid out and counted. */
export interface LayoutOptions {
  readonly dialect: Dialect;
  readonly format: Format;
  readonly counter: TokenCounter;
  /** The tools of this call, in the order in which they are sent. */
  readonly tools: readonly JsonObject[];
  /** The caller's system blocks (Anthropic), kept with their cache marks; null when it gave text. */
  readonly systemBlocks: readonly JsonObject[] | null;
}

/** The window as it is sent, with its tokens. */
export interface Layout {
  readonly system: string | readonly JsonObject[] | null;
  readonly messages: readonly JsonObject[];
  readonly total: number;
  readonly bySection: Readonly<Record<Section, number>>;
  /** Tokens of each candidate that is in the window, by id. */
  readonly tokensOut: ReadonlyMap<string, number>;
  readonly estimated: boolean;
}

/**
 * Lays the ordered window out in the caller's dialect and counts what is returned, part by part. The
 * sections sum to the total: wrapped texts end where every encoding starts a new token, so their
 * counts add up, and what remains (message frames, the encoding's correction) is overhead.
 */
export function layout(ordered: Ordered, options: LayoutOptions): Layout {
  const tally = new Tally(options);
  const system = tally.system(ordered);
  const messages: JsonObject[] = [];
  for (const block of ordered.blocks) messages.push(...tally.block(block));
  const merged = options.dialect === 'anthropic' ? mergeRoles(messages, 'anthropic') : messages;
  tally.frames(merged.length);
  const openaiSystem: readonly JsonObject[] =
    options.dialect === 'openai' && system !== null ? [{ role: 'system', content: system }] : [];
  return {
    system: options.dialect === 'anthropic' ? system : null,
    messages: options.format === 'chunks' ? chunkList(ordered) : [...openaiSystem, ...merged],
    ...tally.result(),
  };
}

class Tally {
  readonly #sections = Object.fromEntries(SECTIONS.map((name) => [name, 0])) as Record<
    Section,
    number
  >;
  readonly #out = new Map<string, number>();
  readonly #options: LayoutOptions;
  #estimated = false;

  constructor(options: LayoutOptions) {
    this.#options = options;
    this.#sections.tools = countTools(options.tools, options.dialect, options.counter);
  }

  system(ordered: Ordered): string | readonly JsonObject[] | null {
    const { dialect, counter, systemBlocks } = this.#options;
    const { text, items } = ordered.instructions;
    if (text === '') return null;
    const system = systemBlocks === null ? text : withBlocks(systemBlocks, text);
    const { content, overhead, estimated } = countSystem(system, dialect, counter);
    this.#sections.instructions += content;
    this.#sections.overhead += overhead;
    this.#estimated ||= estimated;
    for (const item of items) {
      this.#out.set(item.candidate.id, countText(item.text, dialect, counter));
    }
    return system;
  }

  block(block: Block): readonly JsonObject[] {
    const { dialect, counter } = this.#options;
    switch (block.type) {
      case 'context':
        for (const { item, text, tokens } of block.pieces) {
          this.#add(sectionOf(item.candidate.kind), tokens);
          this.#estimated ||= measureText(text, dialect, counter).estimated;
          this.#out.set(item.candidate.id, tokens);
        }
        return [userText(block.pieces.map((piece) => piece.text).join(''))];
      case 'marker':
        this.#add('history', counter.count(block.marker.text));
        return [userText(block.marker.text)];
      case 'history':
      case 'task':
        return block.items.flatMap((item) => this.#turns(item, block.type));
    }
  }

  #turns(item: Item, section: 'history' | 'task'): readonly JsonObject[] {
    const { dialect, counter } = this.#options;
    const messages =
      item.group === null ? [userText(item.text)] : renderGroups([item.group], dialect);
    let tokens = 0;
    for (const message of messages) {
      const { content, overhead, estimated } = countMessage(message, dialect, counter);
      this.#add(section, content);
      // Frames of messages are added once they are merged; calls and results have frames of their own.
      this.#add('overhead', overhead - messageOverheadTokens(dialect));
      this.#estimated ||= estimated;
      tokens += content;
    }
    this.#out.set(item.candidate.id, tokens);
    return messages;
  }

  #add(section: Section, tokens: number): void {
    this.#sections[section] += tokens;
  }

  frames(messages: number): void {
    const { dialect } = this.#options;
    this.#add('overhead', messages * messageOverheadTokens(dialect));
    this.#add('overhead', REQUEST_OVERHEAD_TOKENS[dialect]);
  }

  result(): Pick<Layout, 'total' | 'bySection' | 'tokensOut' | 'estimated'> {
    const { counter } = this.#options;
    const texts = SECTIONS.filter((name) => name !== 'tools' && name !== 'overhead');
    const correction = correctionTokens(
      counter.encoding,
      texts.reduce((sum, name) => sum + this.#sections[name], 0),
    );
    const bySection = {
      ...this.#sections,
      overhead: this.#sections.overhead + correction,
    };
    return {
      total: SECTIONS.reduce((sum, name) => sum + bySection[name], 0),
      bySection,
      tokensOut: this.#out,
      estimated: this.#estimated || correction > 0,
    };
  }
}

function userText(content: string): JsonObject {
  return { role: 'user', content };
}

/** The caller's blocks as they came, then whatever instructions they do not hold. */
function withBlocks(blocks: readonly JsonObject[], text: string): readonly JsonObject[] {
  const held = blocks
    .map((block) => (typeof block.text === 'string' ? block.text : ''))
    .filter((part) => part !== '')
    .join('\n\n');
  const rest = text.startsWith(held) ? text.slice(held.length).trimStart() : text;
  return rest === '' ? blocks : [...blocks, { type: 'text', text: rest }];
}

/** The window as a list of what it is made of, for callers who render it themselves. */
function chunkList(ordered: Ordered): readonly JsonObject[] {
  const { items, dataLine } = ordered.instructions;
  const instructions = items.map((item) => entry(item, item.text));
  const line: readonly JsonObject[] =
    dataLine === null
      ? []
      : [{ id: 'casement', kind: 'system', source: 'casement', trust: 'system', text: dataLine }];
  const blocks = ordered.blocks.flatMap((block): readonly JsonObject[] => {
    switch (block.type) {
      case 'context':
        return block.pieces.map((piece) => entry(piece.item, piece.text));
      case 'marker':
        return [{ id: 'history', kind: 'notes', source: 'casement', text: block.marker.text }];
      default:
        return block.items.map((item) =>
          item.group === null
            ? entry(item, item.text)
            : { ...entry(item, item.text), messages: renderGroups([item.group], 'openai') },
        );
    }
  });
  return [...instructions, ...line, ...blocks];
}

function entry(item: Item, text: string): JsonObject {
  const { id, kind, source, trust } = item.candidate;
  return { id, kind, source, trust, text };
}
