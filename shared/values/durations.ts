import { numberReadings } from './numbers.ts';
import { inBaseUnit, unitOf } from './units.ts';

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
/** One part of "2 h 5 min" or "1m30s". */
const PART = /^\s*(\d+(?:[.,]\d+)?)\s*([a-zµμ]+)\s*(?:and\s+|,\s*)?/iu;
/** In a duration of several parts, "m" is minutes. */
const MINUTES = 'min';

/** Seconds of a duration of several parts ("1m30s", "2 h 5 min", "PT90S"); null for anything else. */
export function durationSeconds(text: string): number | null {
  const iso = text.length > 2 ? ISO.exec(text) : null;
  if (iso !== null) {
    const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = iso;
    return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  let rest = text;
  let total = 0;
  let count = 0;
  while (rest !== '') {
    const match = PART.exec(rest);
    if (match === null) return null;
    const [whole, digits = '', name = ''] = match;
    const unit = unitOf(name === 'm' ? MINUTES : name);
    const [value] = numberReadings(digits);
    if (unit?.dimension !== 'time' || value === undefined) return null;
    total += inBaseUnit(value, unit);
    rest = rest.slice(whole.length);
    count += 1;
  }
  // A single part is a measure like any other ("5 m" is five metres).
  return count >= 2 ? total : null;
}
