import { parseAbout, parseBound, parseQuantity, parseRange } from './amounts.ts';
import { parseClock } from './clocks.ts';
import { parseDate } from './dates.ts';
import { parseInstant } from './instants.ts';
import { parseOrdinal } from './ordinals.ts';
import type { Value } from './types.ts';
import { parseVersion } from './versions.ts';

const NULLS = new Set(['', 'null', 'none', 'n/a', 'na', 'unknown', 'tbd', 'nil', '-', '–', '?']);
const TRUE = new Set(['true', 'yes', 'on', 'enabled', 'active', 'allowed']);
const FALSE = new Set(['false', 'no', 'off', 'disabled', 'inactive', 'forbidden', 'denied']);
/** Keys whose values name something: equal or different, never near. */
const ID_KEY =
  /(?:^|_)(?:id|uuid|sha|hash|commit|phone|tel|fax|line|zip|postcode|sku|serial|isbn|ssn|account|iban|ticket|extension|ip|mac|address)$/;
/** Letters and digits that only a name would join so: "AB-1042", "555-0100", "db1.example.com". */
const BARE_ID = /^(?=.*\d)[\p{L}\d]+(?:[-_./:#@+][\p{L}\d]+)*$/u;
/** Digits that a number holds exactly; more of them are an id. */
const SHORT_INTEGER = /^\d{1,15}$/;
const LONG_INTEGER = /^\d{16,}$/;
const DECADE = /^(?:1\d|20)\d0s$/;
const PHONE = /^\+\d[\d\s().-]{6,18}\d$/;
/** Digits of other scripts, by their zero. */
const OTHER_DIGITS = /[٠-٩۰-۹०-९０-９]/gu;
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];
const SEPARATED = /\s*[,;|]\s*/;
/** Longer texts are sentences, not values. */
const MAX_VALUE_CHARS = 400;

/**
 * Reads what a text says, as a typed value. `key` (snake case) tells versions and ids from numbers.
 * Never fails: what is nothing else is a string. "" is null.
 */
export function parseValue(text: string, key = ''): Value {
  const plain = unquoted(withPlainDigits(text.normalize('NFC').trim()));
  const word = plain.toLowerCase();
  if (NULLS.has(word)) return { type: 'null' };
  if (TRUE.has(word)) return { type: 'bool', value: true, text: word };
  if (FALSE.has(word)) return { type: 'bool', value: false, text: word };
  if (plain.length > MAX_VALUE_CHARS) return { type: 'string', text: plain };
  if (ID_KEY.test(key)) return { type: 'id', text: word };
  if (SHORT_INTEGER.test(plain)) return parseVersion(plain, key) ?? integer(plain);
  return (
    parseDate(plain) ??
    parseInstant(plain) ??
    parseClock(plain) ??
    parseVersion(plain, key) ??
    parseOrdinal(plain) ??
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

/** The most frequent value by far, read without asking for any other form. */
function integer(text: string): Value {
  const [low, high] = [Number(text), Number(text)];
  const reading = { low, high, isLowOpen: false, isHighOpen: false };
  return { type: 'amount', dimension: '', readings: [reading], form: 'exact' };
}

function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
  });
}

function bareId(text: string): Value | null {
  const isName = BARE_ID.test(text) && parseQuantity(text) === null;
  return isName || LONG_INTEGER.test(text) || DECADE.test(text) || PHONE.test(text)
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
