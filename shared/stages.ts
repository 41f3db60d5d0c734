import type { Group, Repair } from './messages/types.ts';
import type { Fate, JsonObject, Kind, Trust } from './types.ts';

/**
 * The data that flows through the pipeline. Each stage takes the type that the stage before it
 * returns, told apart by `stage`, so that calling them out of order does not compile.
 */

/** Something that may enter the window: a caller's chunk, a memory, a note or a conversation group. */
export interface Candidate {
  readonly id: string;
  readonly kind: Kind;
  readonly source: string;
  readonly trust: Trust;
  readonly pinned: boolean;
  /** The text; for a conversation group, its readable transcript (for ranking and screening only). */
  readonly text: string;
  /** Words that name it, from `metadata.title`; "" when there are none. */
  readonly title: string;
  readonly entity: string | null;
  readonly createdAtMs: number | null;
  readonly supersededAtMs: number | null;
  /** The messages behind a candidate that comes from the conversation; null for text. */
  readonly group: Group | null;
  /** True for what the window is for, when it did not come as a chunk: no candidate, so it has no fate. */
  readonly isTask: boolean;
  /** Order of arrival, the stable last tie-break. */
  readonly position: number;
  /** True once the health check found that the text may hold instructions: its wrapper says so. */
  readonly isSuspicious?: boolean;
}

/** A fate that was decided, with everything the answer says of it. */
export interface Decision {
  readonly id: string;
  readonly fate: Fate;
  /** The strategy or detector that decided. */
  readonly by: string;
  /** One sentence for people, no final period. */
  readonly reason: string;
  readonly handle?: string;
  readonly mergedInto?: string;
  /** The smallest budget (tokens) at which it and everything ranked above it stays whole. */
  readonly keptAtBudget?: number;
}

/** After Gather: every candidate, unranked. */
export interface Gathered {
  readonly stage: 'gathered';
  readonly candidates: readonly Candidate[];
  /** Candidates that are out before anything is ranked; their decisions are in `decided`. */
  readonly expired: readonly Candidate[];
  readonly decided: readonly Decision[];
  /** What the window is for: the text of the task, used as the query. */
  readonly query: string;
  readonly tools: readonly JsonObject[];
  /** The caller's system blocks (Anthropic), which keep their cache marks; null when it gave text. */
  readonly systemBlocks: readonly JsonObject[] | null;
  /** What had to be changed so that the conversation is valid. */
  readonly repairs: readonly Repair[];
}

/** A candidate with its relevance to the task. */
export interface ScoredCandidate extends Candidate {
  /** 0–1; pinned 1; conversation groups by recency, newest highest. */
  readonly score: number;
  readonly scoreParts: { readonly [part: string]: number | null };
  /** Null when it was not ranked against the task (pinned, conversation). */
  readonly ranking: { readonly similarity: number | null; readonly matches: boolean } | null;
}

/** After Score: the candidates that still compete. */
export interface Scored {
  readonly stage: 'scored';
  readonly candidates: readonly ScoredCandidate[];
  readonly decided: readonly Decision[];
  readonly query: string;
}

/** How a candidate stands in the window. */
export type Form = 'whole' | 'placeholder' | 'reduced' | 'excised';

/** A candidate in the form in which it enters the window. */
export interface Item {
  readonly candidate: ScoredCandidate;
  readonly form: Form;
  /** What is shown in place of the candidate's text (the text itself when whole). */
  readonly text: string;
  /** The whole text that it may be shortened from. */
  readonly whole: string;
  /** The whole group that its results may be shortened from; null for text. */
  readonly wholeGroup: Group | null;
  /** What is shown of a conversation group; null for text. */
  readonly group: Group | null;
  /** Tokens that it adds to the window: wrapper and message overhead included. */
  readonly tokens: number;
  /** Handles to the originals of what left the window; several when it is a group with several results. */
  readonly handles: readonly string[];
  /** True when the window shows the handle, so that the fetch tool must be offered. */
  readonly showsHandle: boolean;
  /** Why it is not whole, for people; "" when whole. */
  readonly reason: string;
  /** The strategy or detector that changed it; "" when whole. */
  readonly by: string;
}

/** What is said in place of the older conversation that left the window. */
export interface HistoryMarker {
  readonly text: string;
  readonly tokens: number;
  readonly handle: string | null;
}

/** After Fit: what enters the window, within the budget. */
export interface Fitted {
  readonly stage: 'fitted';
  /** In arrival order. */
  readonly items: readonly Item[];
  readonly historyMarker: HistoryMarker | null;
  readonly decided: readonly Decision[];
  /** Tokens of the window as the fit counted them; never above the budget. */
  readonly tokens: number;
  /** Whether the window shows a handle, so that the fetch tool joins the tools. */
  readonly offersFetch: boolean;
}

/** A stretch of wrapped text as the model reads it. */
export interface Piece {
  readonly item: Item;
  readonly text: string;
  readonly tokens: number;
}

/** After Format: every text as the model will read it, not in order yet. */
export interface Formatted {
  readonly stage: 'formatted';
  /** The system prompt: raw instructions and the line that says what context blocks are; "" for none. */
  readonly instructions: {
    readonly text: string;
    readonly items: readonly Item[];
    /** The line that says what context blocks are, when there may be some. */
    readonly dataLine: string | null;
  };
  /** Wrapped knowledge and notes, in arrival order. */
  readonly pieces: readonly Piece[];
  readonly historyMarker: HistoryMarker | null;
  /** Conversation groups in order. */
  readonly history: readonly Item[];
  /** What is asked; always last. */
  readonly task: readonly Item[];
}

/** A stretch of the window in reading order. */
export type Block =
  | { readonly type: 'context'; readonly pieces: readonly Piece[] }
  | { readonly type: 'marker'; readonly marker: HistoryMarker }
  | { readonly type: 'history'; readonly items: readonly Item[] }
  | { readonly type: 'task'; readonly items: readonly Item[] };

/** The window in reading order; instructions and tools stand before the blocks. */
export interface Ordered {
  readonly stage: 'ordered';
  readonly instructions: Formatted['instructions'];
  readonly blocks: readonly Block[];
}
