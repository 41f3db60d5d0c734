/** What a candidate is. Decides its default trust, its place in the window and how it is reduced. */
export const KINDS = [
  'system',
  'policy',
  'example',
  'record',
  'memory',
  'passage',
  'tool_result',
  'notes',
  'history',
  'task',
] as const;
export type Kind = (typeof KINDS)[number];

/** Who vouches for a text, most trusted first. */
export const TRUSTS = ['system', 'verified', 'retrieved', 'user', 'model'] as const;
export type Trust = (typeof TRUSTS)[number];

/** The encodings tokens are counted in. */
export const ENCODINGS = ['o200k_base', 'cl100k_base', 'claude'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The message dialects that Casement reads and writes. */
export const DIALECTS = ['openai', 'anthropic'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The shape of an answer: a dialect, or the ordered, formatted chunks themselves. */
export const FORMATS = ['openai', 'anthropic', 'chunks'] as const;
export type Format = (typeof FORMATS)[number];

/** Where the context stands: before the conversation, or after it so that the reusable prefix grows. */
export const ORDERS = ['standard', 'cache_first'] as const;
export type Order = (typeof ORDERS)[number];

/** What became of a candidate; exactly one for each. */
export const FATES = [
  'kept',
  'merged',
  'isolated',
  'not_retrieved',
  'offloaded',
  'reduced',
  'cut',
  'dropped',
  'excised',
] as const;
export type Fate = (typeof FATES)[number];

/**
 * What the health check does about a finding: takes the text out of the window, takes a span out of the
 * text, keeps the text but marks it as suspicious where the model reads it, or only shows the finding.
 */
export const ACTIONS = ['drop', 'excise', 'mark', 'flag'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The layers of the check, in the order in which they work: where a text comes from, what in it reads
 * like an instruction, whether claims hold, which side of a disagreement stays, and what of it all is
 * shown.
 */
export const LAYERS = ['provenance', 'screen', 'verify', 'decide', 'show'] as const;
export type Layer = (typeof LAYERS)[number];

/** The parts of a window that tokens are accounted to; they sum to the total. */
export const SECTIONS = [
  'instructions',
  'tools',
  'memory',
  'passages',
  'tool_results',
  'notes',
  'history',
  'task',
  'overhead',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Any value that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** An object of JSON; never an array. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A half-open range [start, end) of UTF-16 offsets into a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something was slow or down, and what that means for this answer. */
export interface Degradation {
  readonly dependency: string;
  readonly effect: string;
}

/** What an instruction in data tries to do. */
export const FAMILIES = [
  'override',
  'impersonation',
  'tool_invocation',
  'exfiltration',
  'prompt_extraction',
  'secrecy',
  'persistence',
  'hidden_text',
] as const;
export type Family = (typeof FAMILIES)[number];
