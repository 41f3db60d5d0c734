import type { CountTokens } from '../fit-tokens.ts';
import type { Matcher } from './matcher.ts';

/** What a reduction counts in what it left out. */
export type OmittedUnit = 'lines' | 'rows' | 'items' | 'sentences' | 'characters';

/** What a reduction left out: `count` of `of` units. */
export interface Omitted {
  readonly unit: OmittedUnit;
  readonly count: number;
  readonly of: number;
}

/** What every shape gets. */
export interface ReduceInput {
  readonly text: string;
  /** The result, with its markers, counts at most this. */
  readonly maxTokens: number;
  readonly count: CountTokens;
  readonly matcher: Matcher;
  /** Handle of the whole text, or null when it is not kept anywhere. */
  readonly handle: string | null;
  /** Reduces a text inside the text (a log in a JSON string) to at most `maxChars`; null when it cannot. */
  readonly inner: (text: string, maxChars: number) => string | null;
}

/** What a reducer made of a text, before it is counted. */
export interface Draft {
  readonly text: string;
  readonly omitted: Omitted;
  /** True when only structure is left: a table's header, the keys of an object. */
  readonly emptied: boolean;
}

/** Reduces one shape; null when nothing useful fits. Pure and deterministic; the input is not of any other shape. */
export type ShapeReducer = (input: ReduceInput) => Draft | null;
