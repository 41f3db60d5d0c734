import type { Dialect, Encoding } from '../types.ts';

/**
 * What a request costs beyond its text, in tokens. OpenAI: "How to count tokens with tiktoken" in
 * openai/openai-cookbook. Anthropic: its documentation of tool use and vision, and the reported
 * usage of Claude Sonnet 4 in the OpenHands request logs.
 */
const MESSAGE_OVERHEAD_TOKENS: Readonly<Record<Dialect, number>> = {
  /** Three for the frame of a message and one for its role. */
  openai: 4,
  /** "Hello, Claude" with the system text "You are a scientist" is documented as 14 tokens, 7 of them text. */
  anthropic: 3,
};

/** Tokens of a request without any message: the start of the answer. */
export const REQUEST_OVERHEAD_TOKENS: Readonly<Record<Dialect, number>> = {
  openai: 3,
  anthropic: 4,
};

/** Tokens that the frame of one message costs beside its content. */
export function messageOverheadTokens(dialect: Dialect): number {
  return MESSAGE_OVERHEAD_TOKENS[dialect];
}

/** Costs of the parts of a conversation that are not text. */
export interface PartCosts {
  /** The frame of one tool call, and of one tool result, with their ids. */
  readonly toolCallTokens: number;
  readonly toolResultTokens: number;
  /** Once per request that has tools. */
  readonly toolsTokens: number;
  /** One image, whatever its size in bytes. */
  readonly imageTokens: number;
  /** One image that the caller asked to be seen coarsely (`detail: "low"`). */
  readonly coarseImageTokens: number;
  /** One PDF, audio clip or other attachment. */
  readonly attachmentTokens: number;
}

const OPENAI_PARTS: PartCosts = {
  toolCallTokens: 3,
  toolResultTokens: 0,
  // Header of the list of functions.
  toolsTokens: 9,
  // 85 and 170 for each of at most 8 tiles of 512 pixels; the pixels are not read, so the most it can be.
  imageTokens: 1445,
  coarseImageTokens: 85,
  attachmentTokens: 3000,
};

const CLAUDE_PARTS: PartCosts = {
  // Measured: one call and its result cost 66 to 80 together. How that divides is not known.
  toolCallTokens: 45,
  toolResultTokens: 30,
  // The system text that tool use adds, with tool_choice "auto", for Claude 4.
  toolsTokens: 346,
  // Pixels / 750 after scaling to at most about 1.15 megapixels: documented as at most about 1,600.
  imageTokens: 1600,
  coarseImageTokens: 1600,
  // One page of a PDF is documented as 1,500 to 3,000.
  attachmentTokens: 3000,
};

/** The part costs of a request; a conversation in OpenAI's shape counted for Claude costs what Claude charges. */
export function partCosts(dialect: Dialect, encoding: Encoding): PartCosts {
  return dialect === 'anthropic' || encoding === 'claude' ? CLAUDE_PARTS : OPENAI_PARTS;
}

/**
 * Share by which Claude 3 and 4 need more tokens for text than Anthropic's published tokenizer, which
 * is of an earlier model. The same figure is in the model table of the ai-tokenizer package; with it
 * the estimate lies at 0.99 to 1.01 of the true usage in the OpenHands logs.
 */
const CLAUDE_CORRECTION_SHARE = 0.1;

/**
 * Tokens to add, once per request, to `textTokens` (system and messages, without tools) so that they
 * match what current models of the encoding charge. 0 for OpenAI's encodings, which are exact. It is
 * kept apart from the counts of texts, so that these stay additive.
 */
export function correctionTokens(encoding: Encoding, textTokens: number): number {
  return encoding === 'claude' ? Math.ceil(textTokens * CLAUDE_CORRECTION_SHARE) : 0;
}
