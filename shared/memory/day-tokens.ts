import type { DateParts } from '../values/types.ts';

const MS_PER_DAY = 86_400_000;
/** Longer spans are found by their months only. */
const MAX_DAYS = 10;
const MAX_MONTHS = 12;
/** People tell what happened within this many days; as in `rank/date-match.ts`. */
const TOLD_WITHIN_DAYS = 10;

/** Days from one to another, inclusive, as "YYYY-MM-DD". */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/**
 * What the word index holds for the days that a memory is about: "20230507" for each day of a span of
 * up to ten, "202305" for each of its months, up to twelve. Each once; `[]` for none and for what is no
 * day.
 */
export function dayTokens(spans: readonly DaySpan[]): readonly string[] {
  const tokens = new Set<string>();
  for (const { from, to } of spans) {
    const first = Date.parse(from);
    const last = Date.parse(to);
    if (Number.isNaN(first) || Number.isNaN(last) || last < first) continue;
    const days = (last - first) / MS_PER_DAY + 1;
    if (days <= MAX_DAYS) {
      for (let day = 0; day < days; day++) tokens.add(dayToken(first + day * MS_PER_DAY));
    }
    const start = new Date(first);
    for (let month = 0; month < MAX_MONTHS; month++) {
      const at = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month);
      if (at > last) break;
      tokens.add(monthToken(at));
    }
  }
  return [...tokens];
}

/** The day of a time, in UTC, as a span. */
export function dayOf(atMs: number): DaySpan {
  const day = new Date(atMs).toISOString().slice(0, 10);
  return { from: day, to: day };
}

/**
 * The tokens by which memories of the dates of a question are found: the day and the ten after it, or
 * the month and the next. Without a year nothing can be looked up: `[]`.
 */
export function askedDayTokens(asked: readonly DateParts[]): readonly string[] {
  const tokens = new Set<string>();
  for (const { year, month, day } of asked) {
    if (year === null || month === null) continue;
    if (day === null) {
      for (const later of [0, 1]) tokens.add(monthToken(Date.UTC(year, month - 1 + later)));
    } else {
      const at = Date.UTC(year, month - 1, day);
      for (let later = 0; later <= TOLD_WITHIN_DAYS; later++) {
        tokens.add(dayToken(at + later * MS_PER_DAY));
      }
    }
  }
  return [...tokens];
}

function dayToken(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '');
}

function monthToken(atMs: number): string {
  return dayToken(atMs).slice(0, 6);
}
