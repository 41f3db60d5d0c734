import { zoneMinutes } from './dates.ts';
import type { Value } from './types.ts';

const CLOCK =
  /^(\d{1,2})(?:[:.](\d{2}))(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const HOUR = /^(\d{1,2})\s*([ap])\.?m\.?$/i;

/** Reads a time of day ("9:00", "21:00 UTC", "5 pm"); null for anything else. */
export function parseClock(text: string): Value | null {
  const hourOnly = HOUR.exec(text);
  const match = hourOnly === null ? CLOCK.exec(text) : null;
  if (hourOnly === null && (match === null || /^\d{1,2}\.\d{2}$/.test(text))) return null;
  const [hourText = '', minutes = '0', seconds = '0', half, zone] =
    hourOnly === null
      ? [match?.[1], match?.[2], match?.[3], match?.[4], match?.[5]]
      : [hourOnly[1], '0', '0', hourOnly[2], undefined];
  let hour = Number(hourText);
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  return {
    type: 'clock',
    seconds: hour * 3600 + Number(minutes) * 60 + Number(seconds),
    isHalfDay: half === undefined && hour >= 1 && hour <= 12 && !hourText.startsWith('0'),
    zoneMinutes: zoneMinutes(zone),
  };
}
