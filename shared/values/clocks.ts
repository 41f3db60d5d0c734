import type { Value } from './types.ts';
import { ZONE_SOURCE, zoneMinutes } from './zones.ts';

const CLOCK = new RegExp(
  `^(\\d{1,2})(?::(\\d{2})(?::(\\d{2}))?)?\\s*(?:([ap])\\.?m\\.?)?\\s*(${ZONE_SOURCE})?$`,
  'i',
);

/** Reads a time of day ("9:00", "21:00 UTC", "5 pm"); null for anything else. */
export function parseClock(text: string): Extract<Value, { type: 'clock' }> | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hourText = '', minutes, seconds = '0', half, zone] = match;
  // A number alone is no time.
  if (minutes === undefined && half === undefined) return null;
  let hour = Number(hourText);
  if (hour > 24 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return null;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  return {
    type: 'clock',
    seconds: hour * 3600 + Number(minutes ?? 0) * 60 + Number(seconds),
    isHalfDay: half === undefined && hour >= 1 && hour <= 12 && !hourText.startsWith('0'),
    zoneMinutes: zoneMinutes(zone),
  };
}
