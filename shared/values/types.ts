/** A day as written: parts that are not given are null. */
export interface DateParts {
  readonly year: number | null;
  /** 1–12. */
  readonly month: number | null;
  /** 1–31. */
  readonly day: number | null;
}

/** A range of numbers; an open end does not belong to it. A single number is a range of itself. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

/** A number, a range of numbers or an approximate number, with what it counts. */
export interface Amount {
  readonly type: 'amount';
  /** What is measured, in base units ("time" in s, "bytes", "money:USD", "money:USD/months"); "" for a bare number. */
  readonly dimension: string;
  /** More than one when a separator can be read two ways ("1.234"); the usual reading first. */
  readonly readings: readonly Interval[];
  readonly form: 'exact' | 'range' | 'about';
}

/** What a text says, as far as two texts can be compared. */
export type Value =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean; readonly text: string }
  | { readonly type: 'id'; readonly text: string }
  /** Several readings when day and month can be swapped; none when there is no such day. */
  | { readonly type: 'date'; readonly readings: readonly DateParts[]; readonly text: string }
  /** A day and a time. Without a zone, `ms` is as if it were UTC. */
  | { readonly type: 'instant'; readonly ms: number; readonly isZoned: boolean }
  /** A time of day, in s since midnight. */
  | {
      readonly type: 'clock';
      readonly seconds: number;
      /** True when it may be morning or evening: no am/pm, no hour above 12, no leading zero. */
      readonly isHalfDay: boolean;
      /** Minutes east of UTC; null when no zone is given. */
      readonly zoneMinutes: number | null;
    }
  | { readonly type: 'version'; readonly parts: readonly number[]; readonly suffix: string }
  | Amount
  | { readonly type: 'set'; readonly items: readonly string[] }
  | { readonly type: 'string'; readonly text: string };
