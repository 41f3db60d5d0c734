import type { Relation } from '../clash/types.ts';
import { plain } from './plain.ts';
import type { DateParts, Value } from './types.ts';

/** A time without a zone may be off by as much as the zones are apart, in ms. */
export const ZONE_SPREAD_MS = 14 * 3_600_000;
/** Years that a bare number can stand for beside a date. */
const YEARS = { least: 1000, most: 2999 } as const;

type DateValue = Extract<Value, { type: 'date' }>;

/**
 * How a day relates to a day, an instant or the number of a year; null for any other value. Parts that
 * one side leaves out match anything; a day that does not exist is no other day.
 */
export function againstDate({ readings, text }: DateValue, b: Value): Relation | null {
  switch (b.type) {
    case 'date': {
      if (plain(text) === plain(b.text)) return 'same';
      // A day that does not exist is no other day either.
      if (readings.length === 0 || b.readings.length === 0) return 'clash';
      return overReadings(readings, b.readings, dates);
    }
    case 'instant': {
      if (readings.length === 0) return 'clash';
      const day = new Date(b.ms);
      const other = {
        year: day.getUTCFullYear(),
        month: day.getUTCMonth() + 1,
        day: day.getUTCDate(),
      };
      const found = overReadings(readings, [other], dates);
      // Near midnight the zone decides which day it is.
      if (found === 'clash' && readings.some((reading) => isNextDay(reading, b.ms)))
        return 'possible';
      return found === 'same' ? 'compatible' : found;
    }
    case 'amount': {
      const [only] = b.readings;
      if (b.dimension !== '' || b.form !== 'exact' || only === undefined) return null;
      if (only.low < YEARS.least || only.low > YEARS.most) return 'possible';
      const year = { year: only.low, month: null, day: null };
      return readings.length === 0 ? 'possible' : overReadings(readings, [year], dates);
    }
    default:
      return null;
  }
}

function isNextDay({ year, month, day }: DateParts, ms: number): boolean {
  if (year === null || month === null || day === null) return false;
  const start = Date.UTC(year, month - 1, day);
  return ms > start - ZONE_SPREAD_MS && ms < start + 86_400_000 + ZONE_SPREAD_MS;
}

function dates(a: DateParts, b: DateParts): Relation {
  const pairs = [
    [a.year, b.year],
    [a.month, b.month],
    [a.day, b.day],
  ] as const;
  if (pairs.some(([x, y]) => x !== null && y !== null && x !== y)) return 'clash';
  return pairs.every(([x, y]) => x === y) ? 'same' : 'compatible';
}

/** All readings clash: clash. None does: compatible. Some do: possible. */
function overReadings(
  as: readonly DateParts[],
  bs: readonly DateParts[],
  compare: (a: DateParts, b: DateParts) => Relation,
): Relation {
  const found = as.flatMap((a) => bs.map((b) => compare(a, b)));
  if (found.length === 1) return found[0] ?? 'possible';
  if (found.every((relation) => relation === 'clash')) return 'clash';
  return found.every((relation) => relation !== 'clash') ? 'compatible' : 'possible';
}
