import type { Span } from '../types.ts';

/**
 * How sure a clash is, best first: `drop` — right about 98 times in 100, the less trusted side may
 * leave; `high` and `flag` — shown with both sides, nothing is removed.
 */
export const TIERS = ['drop', 'high', 'flag'] as const;
export type Tier = (typeof TIERS)[number];

/** How two values of one type relate; `possible` is neither equal nor a clash. */
export type Relation = 'same' | 'compatible' | 'possible' | 'clash';

/** A text that is compared with others, and what its caller knows of it. */
export interface ClashText {
  readonly text: string;
  /** What the text is about, when the caller says so; null otherwise. */
  readonly entity: string | null;
  readonly source: string;
}

/** One side of a clash: where it stands, and what it says. */
export interface ClashSide extends Span {
  /** The statement: the sentence, the fact's line, the changed words of a copy. */
  readonly text: string;
  /** The value or word that clashes, as written. */
  readonly value: string;
  /** Where the value alone stands, when taking it out leaves JSON, a table or a list what it is. */
  readonly at?: Span;
}

/** Two statements that cannot both be true. Offsets are UTF-16 offsets into the texts. */
export interface Clash {
  readonly tier: Tier;
  /** Name of the rule that found it, for people and for the evaluation. */
  readonly rule: string;
  /** True when formats, rounding or a missing zone or year may explain the difference. */
  readonly possible: boolean;
  /** What both speak of, such as `host=api-1 port`; "" for prose. */
  readonly subject: string;
  readonly a: ClashSide;
  readonly b: ClashSide;
  /**
   * How much of the losing text goes when the clash is decided: the fact or sentence alone, or all of
   * it (an edited copy says nothing that the other one does not say).
   */
  readonly extent: 'statement' | 'text';
}
