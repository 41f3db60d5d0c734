import type { Dialect, JsonObject } from '../types.ts';

/**
 * One piece of a message. `raw` is the block as the caller sent it (null for a plain string), and is
 * written back byte-identical as long as the part was not edited.
 */
export type Part =
  | { readonly type: 'text'; readonly text: string; readonly raw: JsonObject | null }
  | {
      readonly type: 'tool_call';
      readonly id: string;
      readonly name: string;
      /** The arguments as JSON text. */
      readonly arguments: string;
      readonly raw: JsonObject | null;
    }
  | {
      readonly type: 'tool_result';
      readonly callId: string;
      /** The text of the result; blocks that are not text are in `attachments`. */
      readonly text: string;
      readonly attachments: readonly JsonObject[];
      readonly isError: boolean;
      readonly raw: JsonObject | null;
    }
  | { readonly type: 'image'; readonly raw: JsonObject }
  | { readonly type: 'thinking'; readonly raw: JsonObject }
  /** A block that Casement does not know; passes through untouched. */
  | { readonly type: 'opaque'; readonly raw: JsonObject };

/** A message as the caller sent it (Unicode and broken fields repaired), and its dialect. */
export interface Source {
  readonly dialect: Dialect;
  readonly message: JsonObject;
}

/** One message of the conversation. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly Part[];
  /** The caller's message; written back as it is while the turn is unedited and the dialect is the same. */
  readonly raw: Source | null;
  /** The caller's message of an edited turn: what no part describes (a name, a flag) is taken from it. */
  readonly base?: Source;
  /** Position in the caller's `messages`; null for a turn that Casement made. */
  readonly index: number | null;
}

/**
 * Turns that only make sense together: an assistant turn with tool calls and all their results, or
 * any other single turn. A group is kept whole or left out whole.
 */
export interface Group {
  /** "msg:3" or "msg:3-6": the positions in the caller's `messages`. */
  readonly id: string;
  readonly turns: readonly Turn[];
  /** Role of the opening turn. */
  readonly role: 'system' | 'user' | 'assistant';
  /** True when the opening turn has tool calls. */
  readonly hasCalls: boolean;
}

/** A change that had to be made so that the conversation is valid; never made silently. */
export interface Repair {
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

/** Something a provider would refuse. */
export interface MessageProblem {
  readonly code: string;
  /** JSON pointer into the validated request ("/messages/3/content/0"). */
  readonly pointer: string;
  readonly detail: string;
}
