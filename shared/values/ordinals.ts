import type { Amount } from './types.ts';

const WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const DIGITS = /^(\d{1,6})(?:st|nd|rd|th)$/i;

/** Reads a place in an order ("3rd", "third"); null for anything else. It is no amount of anything. */
export function parseOrdinal(text: string): Amount | null {
  const digits = DIGITS.exec(text)?.[1];
  const place = digits === undefined ? WORDS.indexOf(text.toLowerCase()) + 1 : Number(digits);
  if (place === 0) return null;
  const reading = { low: place, high: place, isLowOpen: false, isHighOpen: false };
  return { type: 'amount', dimension: 'ordinal', readings: [reading], form: 'exact' };
}
