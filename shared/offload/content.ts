import type { Provenance } from '../contracts/offload.ts';

/** Counts the tokens of a text in o200k_base. */
export type CountTokens = (text: string) => number;

/** A stored text as the fetch operation reads it. `text` is well-formed (it was decoded from UTF-8). */
export interface Content {
  readonly text: string;
  readonly totalTokens: number;
  readonly totalTokensEstimated: boolean;
  readonly provenance: Provenance;
}

/** A stretch of the content as it stands in the text of a reading. */
export interface Piece {
  /** UTF-16 offset into the reading's text. */
  readonly at: number;
  /** UTF-16 offset into the content. */
  readonly start: number;
  readonly length: number;
}

/** What one reading mode found: half-open UTF-16 offsets of the part shown, and how to go on. */
export interface Reading {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly unit: 'lines' | 'bytes';
  readonly next: string | null;
  readonly truncated: boolean;
  /** Where the text shows the content, in order; what lies between is added (line numbers, marks). */
  readonly pieces: readonly Piece[];
  /** The most tokens that the page may have. */
  readonly maxTokens: number;
  readonly matchingLines?: number;
}
