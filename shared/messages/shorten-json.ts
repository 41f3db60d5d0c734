import type { Json } from '../types.ts';
import { argumentsText, parseJson } from './arguments.ts';
import { isArray, isObject } from './guard.ts';

/** How much of a value stays. */
interface Caps {
  /** Longest string, in characters of its JSON form (escapes counted, quotes not). */
  readonly stringChars: number;
  /** Most items of an array. */
  readonly items: number;
  /** Deepest level of containers that stays; deeper ones become a marker. */
  readonly levels: number;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;
/** The member values of the arguments stay, but no container inside them. */
const TOP_LEVEL_ONLY = 1;

/**
 * Shortens JSON text to at most `maxChars` characters, measured after escaping. It stays valid JSON:
 * white space between tokens goes first, then the longest strings are cut (they end in a marker with
 * the number of characters left out), then arrays, then nested containers. All members of the outer
 * object stay, in order. Text that is no JSON is wrapped before it is shortened.
 *
 * The result is longer than `maxChars` only when the member names alone leave no room for values.
 */
export function shortenJson(text: string, maxChars: number): string {
  const value = parseJson(argumentsText(text)) ?? {};
  const compact = JSON.stringify(value);
  if (compact.length <= maxChars) return compact;
  const write = (caps: Caps) => JSON.stringify(cap(value, caps, 0));
  const fits = (caps: Caps) => write(caps).length <= maxChars;
  const bare = [
    { stringChars: 0, items: NO_LIMIT, levels: NO_LIMIT },
    { stringChars: 0, items: 0, levels: NO_LIMIT },
    { stringChars: 0, items: 0, levels: TOP_LEVEL_ONLY },
  ].find(fits);
  if (bare === undefined) return write({ stringChars: 0, items: 0, levels: 0 });
  // Each cap is widened as far as it goes while the others hold.
  const items =
    bare.items === NO_LIMIT ? NO_LIMIT : largest(maxChars, (n) => fits({ ...bare, items: n }));
  const stringChars = largest(maxChars, (n) => fits({ ...bare, items, stringChars: n }));
  return write({ ...bare, items, stringChars });
}

/** The largest n in [0, max] that is accepted, by bisection; 0 is known to be accepted. */
function largest(max: number, accepts: (n: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (accepts(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function cap(value: Json, caps: Caps, level: number): Json {
  if (typeof value === 'string') return capString(value, caps.stringChars);
  if (!isArray(value) && !isObject(value)) return value;
  if (level > 0 && level >= caps.levels)
    return marker(isArray(value) ? value.length : Object.keys(value).length, 'items');
  if (isArray(value)) {
    if (value.length <= caps.items) return value.map((item) => cap(item, caps, level + 1));
    const kept = value.slice(0, caps.items).map((item) => cap(item, caps, level + 1));
    return [...kept, marker(value.length - caps.items, 'items')];
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cap(item, caps, level + 1)]),
  );
}

function marker(count: number, unit: 'chars' | 'items'): string {
  return `… [${count} ${unit} omitted]`;
}

/** A string cut to a length measured in its escaped form, marker included; itself when the cut gains nothing. */
function capString(text: string, maxChars: number): string {
  const whole = prefixWithin(text, Math.max(maxChars, marker(text.length, 'chars').length));
  if (whole === text.length) return text;
  const room = maxChars - marker(text.length, 'chars').length;
  const kept = prefixWithin(text, room);
  return text.slice(0, kept) + marker(text.length - kept, 'chars');
}

/** Length of the longest prefix, in whole characters, whose JSON form has at most `maxChars` characters. */
function prefixWithin(text: string, maxChars: number): number {
  let used = 0;
  let index = 0;
  while (index < text.length) {
    const point = text.codePointAt(index) ?? 0;
    const units = point > 0xffff ? 2 : 1;
    used += escapedChars(point, units);
    if (used > maxChars) return index;
    index += units;
  }
  return index;
}

/** Characters that are escaped with one letter in JSON: quote, backslash, \b \t \n \f \r. */
const SHORT_ESCAPES = new Set([0x22, 0x5c, 0x08, 0x09, 0x0a, 0x0c, 0x0d]);
const UNICODE_ESCAPE_CHARS = 6;

function escapedChars(point: number, units: number): number {
  if (SHORT_ESCAPES.has(point)) return 2;
  const isLoneSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point < 0x20 || isLoneSurrogate ? UNICODE_ESCAPE_CHARS : units;
}
