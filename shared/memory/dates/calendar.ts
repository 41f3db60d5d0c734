/** Days are counted from 1970-01-01, which was a Thursday; no zones and no times of day are left in them. */
export type Day = number;

/** Inclusive. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

/** Periods of the calendar. */
export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const OFFSET = /([+-])(\d{2}):?(\d{2})$/;
const WEEK_DAYS = 7;
/** Monday is 0. */
const EPOCH_WEEKDAY = 3;
const MONTHS_OF_YEAR = 12;
const MONTHS_OF_QUARTER = 3;

/** The day on the calendar of whoever wrote an RFC 3339 time, by its own offset; null for anything else. */
export function localDay(rfc3339: string): Day | null {
  const ms = Date.parse(rfc3339);
  if (Number.isNaN(ms)) return null;
  const [, sign, hours, minutes] = OFFSET.exec(rfc3339) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return Math.floor((ms + offset * MINUTE_MS) / DAY_MS);
}

/** A day by year, month (1–12) and day of the month; null for one that does not exist. */
export function dayOf(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1000 && year <= 9999 ? date.getTime() / DAY_MS : null;
}

/** Year, month (1–12) and day of the month. */
export function partsOf(day: Day): readonly [number, number, number] {
  const date = new Date(day * DAY_MS);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

/** "YYYY-MM-DD". */
export function isoOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Monday is 0, Sunday 6. */
export function weekdayOf(day: Day): number {
  return (((day + EPOCH_WEEKDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;
}

/** The month so many months after the first of `month` (1–12; may lie outside) of `year`. */
export function monthSpan(year: number, month: number, months = 1): Span {
  return {
    from: Date.UTC(year, month - 1, 1) / DAY_MS,
    to: Date.UTC(year, month - 1 + months, 1) / DAY_MS - 1,
  };
}

/** The week, weekend, month, quarter or year `by` such units after the one around `today`. */
export function periodAt(unit: Unit, by: number, today: Day): Span {
  const [year, month] = partsOf(today);
  const monday = today - weekdayOf(today) + by * WEEK_DAYS;
  switch (unit) {
    case 'day':
      return { from: today + by, to: today + by };
    case 'week':
      return { from: monday, to: monday + 6 };
    case 'weekend':
      return { from: monday + 5, to: monday + 6 };
    case 'month':
      return monthSpan(year, month + by);
    case 'quarter': {
      const first = month - ((month - 1) % MONTHS_OF_QUARTER) + by * MONTHS_OF_QUARTER;
      return monthSpan(year, first, MONTHS_OF_QUARTER);
    }
    case 'year':
      return monthSpan(year + by, 1, MONTHS_OF_YEAR);
  }
}

/**
 * Of the same days or months of all years the last that is over (`by` -1), the next that has not begun
 * (1), or the nearest (0).
 */
export function yearlyAt(at: (year: number) => Span | null, by: number, today: Day): Span | null {
  const [year] = partsOf(today);
  // Spans may begin in one year and end in the next, and 29 February is rare.
  const spans = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((more) => at(year + more) ?? []);
  if (by < 0) return spans.findLast(({ to }) => to < today) ?? null;
  if (by > 0) return spans.find(({ from }) => from > today) ?? null;
  const distance = ({ from, to }: Span) => Math.max(from - today, today - to, 0);
  return spans.reduce<Span | null>(
    (best, span) => (best === null || distance(span) < distance(best) ? span : best),
    null,
  );
}
