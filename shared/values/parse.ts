import { parseAbout, parseBound, parseQuantity, parseRange } from './amounts.ts';
import { parseClock } from './clocks.ts';
import { parseDate } from './dates.ts';
import type { Value } from './types.ts';
import { parseVersion } from './versions.ts';

const NULLS = new Set(['', 'null', 'none', 'n/a', 'na', 'unknown', 'tbd', 'nil', '-', '–', '?']);
const TRUE = new Set(['true', 'yes', 'on', 'enabled', 'active', 'allowed']);
const FALSE = new Set(['false', 'no', 'off', 'disabled', 'inactive', 'forbidden', 'denied']);
/** Keys whose values name something: equal or different, never near. */
const ID_KEY =
  /(?:^|_)(?:id|uuid|sha|hash|commit|phone|tel|fax|line|zip|postcode|sku|serial|isbn|ssn|account|iban|ticket|extension|ip|mac|address)$/;
/** Digits or letters and digits that only a name would join so: "555-0100", "4.7.1-88", "AB-1042". */
const BARE_ID = /^(?=.*\d)[A-Za-z]*[\d-]+(?:[-_][\w]+)+$|^[A-Za-z]+-?\d[\w-]*$|^[0-9a-f]{12,}$/i;
const SEPARATED = /\s*[,;|]\s*/;
/** Longer texts are sentences, not values. */
const MAX_VALUE_CHARS = 400;

/**
 * Reads what a text says, as a typed value. `key` (snake case) tells versions and ids from numbers.
 * Never fails: what is nothing else is a string. "" is null.
 */
export function parseValue(text: string, key = ''): Value {
  const plain = unquoted(text.normalize('NFC').trim());
  const word = plain.toLowerCase();
  if (NULLS.has(word)) return { type: 'null' };
  if (TRUE.has(word)) return { type: 'bool', value: true };
  if (FALSE.has(word)) return { type: 'bool', value: false };
  if (plain.length > MAX_VALUE_CHARS) return { type: 'string', text: plain };
  if (ID_KEY.test(key)) return { type: 'id', text: word };
  return (
    parseDate(plain) ??
    parseClock(plain) ??
    parseVersion(plain, key) ??
    parseBound(plain) ??
    parseRange(plain) ??
    bareId(plain) ??
    parseAbout(plain) ??
    parseQuantity(plain) ??
    parseSet(plain) ?? { type: 'string', text: plain }
  );
}

function unquoted(text: string): string {
  return /^(["'`])[^"'`]*\1$/.test(text) ? text.slice(1, -1).trim() : text;
}

function bareId(text: string): Value | null {
  return BARE_ID.test(text) && parseQuantity(text) === null
    ? { type: 'id', text: text.toLowerCase() }
    : null;
}

function parseSet(text: string): Value | null {
  const items = text.split(SEPARATED).filter((item) => item !== '');
  if (items.length < 2 || items.some((item) => item.split(/\s+/).length > MAX_ITEM_WORDS))
    return null;
  return { type: 'set', items: items.map((item) => item.toLowerCase()) };
}

/** Items of a list are names, not clauses. */
const MAX_ITEM_WORDS = 4;
