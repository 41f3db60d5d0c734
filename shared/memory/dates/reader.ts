import type { Day, Span } from './calendar.ts';

/** A date as one reader found it. */
export interface Found extends Span {
  /** Whether it depends on the day it was written. */
  readonly relative: boolean;
}

/** One way of writing dates. `read` gets the groups of a match; null for what is no date after all. */
export interface Reader {
  /** Global and linear. */
  readonly pattern: RegExp;
  readonly read: (groups: Groups, today: Day, around: Around) => Found | null;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** A match, what stands before it, and the language of the text: what decides between two readings. */
export interface Around {
  readonly before: string;
  readonly match: string;
  readonly isDayFirst: boolean;
  readonly isFrench: boolean;
}

/** A reader of patterns without regard to case. */
export function reader(source: string, read: Reader['read']): Reader {
  return { pattern: new RegExp(source, 'giu'), read };
}

/** A single day. */
export function onDay(day: Day | null, relative: boolean): Found | null {
  return day === null ? null : { from: day, to: day, relative };
}

/** A span, or null for none. */
export function during(span: Span | null, relative: boolean): Found | null {
  return span === null || span.to < span.from ? null : { ...span, relative };
}
