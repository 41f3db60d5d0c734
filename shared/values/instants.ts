import { parseClock } from './clocks.ts';
import { parseDate } from './dates.ts';
import type { Value } from './types.ts';

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s*(\S{0,9})$/i;
/** A date in any form, and a time behind it ("4 May 2031 at 5 pm"). */
const WORDS = /^(.{6,30}?),?\s+(?:at\s+)?(\d{1,2}(?::\d{2}|\s?[ap]\.?m).{0,20})$/i;
const DAY_MS = 86_400_000;
const ZONE_MS = 60_000;

/**
 * Reads a day with a time; null for anything else. An impossible day is a date without readings, and a
 * day that can be read in two ways is not an instant.
 */
export function parseInstant(text: string): Value | null {
  const iso = ISO.exec(text);
  const match = iso ?? WORDS.exec(text);
  if (match === null) return null;
  const [, day = '', time = '', seconds = '', fraction = '', zone = ''] = match;
  const date = parseDate(day);
  const clock = parseClock(iso === null ? time : `${time}${seconds} ${zone}`.trim());
  if (date === null || clock === null) return null;
  const [only, other] = date.readings;
  if (only === undefined) return { type: 'date', readings: [], text };
  if (other !== undefined || only.year === null || only.month === null || only.day === null)
    return null;
  const start = Date.UTC(only.year, only.month - 1, only.day);
  const inDay = clock.seconds * 1000 + Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  if (inDay > DAY_MS) return null;
  const ms = start + inDay - (clock.zoneMinutes ?? 0) * ZONE_MS;
  return { type: 'instant', ms, isZoned: clock.zoneMinutes !== null };
}
