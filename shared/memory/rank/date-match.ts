import type { DateParts } from '../../values/types.ts';
import type { DaySpan } from '../day-tokens.ts';

const MS_PER_DAY = 86_400_000;
const MONTHS_PER_YEAR = 12;
/** People tell what happened within this many days. */
const MAX_DAYS_LATER = 10;
const DAYS_LATER = 0.5;
const SAME_MONTH = 0.6;
const MONTH_LATER = 0.3;

/** What the dates of a question are compared with. */
export interface Dated {
  /** When it was said, epoch ms; null if unknown. */
  readonly atMs: number | null;
  /** Days that it speaks of, inclusive. */
  readonly days: readonly DaySpan[];
}

/**
 * How well a memory fits the dates of a question, 0–1. It speaks of the day: 1; of the month: 0.6. It
 * was said on that day: 1, up to ten days later: 0.5 (things are told afterwards); for a month 0.6
 * within it and 0.3 in the next. A year has to fit where it is given. 0 without dates or without a day.
 * Days are those of UTC.
 */
export function dateMatch(asked: readonly DateParts[], { atMs, days }: Dated): number {
  return asked.reduce((best, date) => {
    const said = atMs === null || !Number.isFinite(atMs) ? 0 : closenessTo(date, atMs);
    const spoken = days.reduce((most, span) => Math.max(most, closenessToSpan(date, span)), 0);
    return Math.max(best, said, spoken);
  }, 0);
}

function closenessToSpan({ year, month, day }: DateParts, { from, to }: DaySpan): number {
  if (month === null) return 0;
  const first = Date.parse(from);
  const last = Date.parse(to);
  const years =
    year === null ? [new Date(first).getUTCFullYear(), new Date(last).getUTCFullYear()] : [year];
  const meets = years.some((one) => {
    const start = Date.UTC(one, month - 1, day ?? 1);
    const end = day === null ? Date.UTC(one, month) - MS_PER_DAY : start;
    return start <= last && end >= first;
  });
  if (!meets) return 0;
  return day === null ? SAME_MONTH : 1;
}

function closenessTo({ year, month, day }: DateParts, atMs: number): number {
  if (month === null) return 0;
  const at = new Date(atMs);
  if (day === null) return closenessToMonth(monthsSince(year, month, at));
  const today = Math.floor(atMs / MS_PER_DAY);
  // Told in January, it may have been in December of the year before.
  const years = year === null ? [at.getUTCFullYear(), at.getUTCFullYear() - 1] : [year];
  const later = years.map((one) => today - Date.UTC(one, month - 1, day) / MS_PER_DAY);
  if (later.includes(0)) return 1;
  return later.some((days) => days > 0 && days <= MAX_DAYS_LATER) ? DAYS_LATER : 0;
}

function monthsSince(year: number | null, month: number, at: Date): number {
  const later = at.getUTCMonth() + 1 - month;
  if (year !== null) return (at.getUTCFullYear() - year) * MONTHS_PER_YEAR + later;
  return (later + MONTHS_PER_YEAR) % MONTHS_PER_YEAR;
}

function closenessToMonth(monthsLater: number): number {
  if (monthsLater === 0) return SAME_MONTH;
  return monthsLater === 1 ? MONTH_LATER : 0;
}
