import type { Span } from '../types.ts';

/** What a sentence stands in. */
export const UNIT_KINDS = [
  'prose',
  'json',
  'json_out',
  'code',
  'comment',
  'quote',
  'list',
  'heading',
  'cell',
  'logline',
] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** What a text is, as far as it decides how it is split. */
export const GENRES = ['prose', 'json', 'mail', 'md', 'log', 'code', 'table'] as const;
export type Genre = (typeof GENRES)[number];

/** Where a text came in; the thresholds differ. `instructions`: files that tell an agent how to work. */
export const CHANNELS = ['tool_result', 'doc', 'email', 'instructions'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A sentence, or what takes its place in tables, logs and code. Offsets are into the original text. */
export interface Unit extends Span {
  /** Normalised and unescaped, as a reader would see it. */
  readonly text: string;
  readonly kind: UnitKind;
  /** The JSON key that it stands under; "" otherwise. */
  readonly key: string;
}

/** A text cut into units. */
export interface SplitText {
  readonly genre: Genre;
  readonly units: readonly Unit[];
}

/** A unit and how much it looks like a request that does not belong there. */
export interface ScoredUnit {
  readonly unit: Unit;
  /** Log-odds; compare with the thresholds of the channel. */
  readonly logit: number;
  /** Why, for people: what kind of request it is, and how it stands out. */
  readonly reasons: readonly string[];
}
