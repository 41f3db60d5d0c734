import type { DateParts } from '../../values/types.ts';

const MS_PER_DAY = 86_400_000;
const MONTHS_PER_YEAR = 12;
/** People tell what happened within this many days. */
const MAX_DAYS_LATER = 10;
const DAYS_LATER = 0.5;
const SAME_MONTH = 0.6;
const MONTH_LATER = 0.3;

/**
 * How well the day that something was said on fits the dates of a question, 0–1: 1 on that day, 0.5 up
 * to ten days later (things are told afterwards); for a month 0.6 within it and 0.3 in the next. A year
 * has to fit where it is given. 0 without dates or without a day. Days are those of UTC.
 */
export function dateMatch(asked: readonly DateParts[], atMs: number | null): number {
  if (atMs === null || !Number.isFinite(atMs) || asked.length === 0) return 0;
  return asked.reduce((best, date) => Math.max(best, closenessTo(date, atMs)), 0);
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
