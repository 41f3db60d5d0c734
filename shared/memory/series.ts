import { normaliseKey } from '../clash/records/keys.ts';
import { parseValue } from '../values/parse.ts';
import type { Amount, DateParts, Interval, Value } from '../values/types.ts';

/** What separates the words of a name: "deploy_target", "deploy-target", "deploy target". */
const SEPARATORS = /(?<=[\p{L}\p{N}\p{M}])[\s_\p{Pd}]+(?=[\p{L}\p{N}])/gu;
/** A space that does not keep two numbers apart. */
const LOOSE_SPACE = / (?!\p{N})|(?<!\p{N}) /gu;
const POSSESSIVE = /'s(?=[\s_\p{Pd}])/gu;
/** Separators before and after a name. */
const OUTER = /^[\s_]+|(?<=[^\s_])[\s_]+$/gu;
const APOSTROPHES = /['’ʼ‘`´]/gu;
/** Characters without width or meaning that copying leaves in names. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/gu;
/** Words for true and false that mean nothing else. States ("active", "denied") stay words. */
const TRUTH = /^(?:true|yes|on|enabled|false|no|off|disabled)$/;
const PHONE_KEY = /(?:^|_)(?:phone|tel|fax|mobile)$/;
/** In addresses and paths a hyphen is not an underscore. */
const LITERAL = /[@/\\]/;
const CLOSING = /(?<=[^\s.,;!。、！])[\s.,;!。、！]+$/u;
const QUOTED = /^(["'`“„«])(.+)["'`”“»]$/u;
/** Opens what was read as a typed value, so that no words are equal to it. */
const TYPED = '=';
const DAY_SECONDS = 86_400;
/** Longer texts are prose, not values; as in `parseValue`. */
const MAX_VALUE_CHARS = 400;
/** Decimals are compared to so many digits: what conversions round away. */
const PRECISION_DIGITS = 12;

/**
 * A name of an entity or key such that names that differ in case, width, apostrophes or in what
 * separates their words are equal: "deployTarget", "Deploy-target" and "deploy_target" are
 * "deploytarget". To compare by, not to show.
 * Digits never join: "rack 1 2" is not "rack 12". "" for a blank name only.
 */
export function canonicalName(name: string): string {
  const plain = folded(name).replace(APOSTROPHES, "'").replace(INVISIBLE, '').trim();
  const joined = plain
    .replace(POSSESSIVE, '')
    .replaceAll("'", '')
    .replace(OUTER, '')
    .replace(SEPARATORS, ' ')
    .replace(LOOSE_SPACE, '')
    .normalize('NFKC');
  return joined === '' ? folded(name.trim()).trim() : joined;
}

/**
 * A value such that two that mean the same are equal and two that differ are not: by their types where
 * they have one ("5 Jan 2026" and "2026-01-05", "$1,000" and "1000 USD", "yes" and true), otherwise by
 * their words without case and separators. A day that can be read in two ways equals only itself. `key`
 * tells versions and ids from numbers. All words for nothing ("", "none", "unknown") are equal.
 */
export function canonicalValue(value: string | number | boolean, key = ''): string {
  const written = bare(String(value).toWellFormed().normalize('NFKC'));
  const text = folded(written);
  if (text.startsWith(TYPED)) return text.replace(/\s+/gu, ' ');
  const name = normaliseKey(key);
  // Units are told by case ("Mb", "MB"), so the value is read as it was written.
  const parsed = parseValue(written, name);
  const typed = typedText(parsed);
  if (typed !== null) return folded(`${TYPED}${typed}`).replace(/\s+/gu, ' ');
  return parsed.type === 'id' ? idText(text, name) : words(text);
}

/** The canonical text of a typed value; null for what is only words. */
function typedText(value: Value): string | null {
  switch (value.type) {
    case 'null':
      return 'none';
    case 'bool':
      return TRUTH.test(value.text) ? String(value.value) : null;
    case 'date':
      return value.readings.length === 0
        ? null
        : `date ${value.readings.map(dateText).toSorted().join(' or ')}`;
    case 'instant':
      return `instant ${value.ms} ${value.isZoned ? 'utc' : ''}`.trimEnd();
    case 'clock': {
      const seconds = value.seconds - (value.zoneMinutes ?? 0) * 60;
      const inDay = ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
      return `clock ${inDay} ${value.zoneMinutes === null ? '' : 'utc'}`.trimEnd();
    }
    case 'version':
      return `version ${value.parts.join('.')} ${value.suffix}`.trimEnd();
    case 'amount':
      return amountText(value);
    case 'set':
      return `set ${[...new Set(value.items.map(words))].toSorted().join(', ')}`;
    default:
      return null;
  }
}

function dateText({ year, month, day }: DateParts): string {
  return [year, month, day].map((part) => String(part ?? '?').padStart(2, '0')).join('-');
}

function amountText({ dimension, readings, form }: Amount): string {
  const [usual] = readings;
  if (usual === undefined) return `amount ${dimension}`;
  // Nobody writes thousandths of a currency: "1.000 €" is a thousand.
  const reading = dimension.startsWith('money:')
    ? readings.reduce((best, other) => (Math.abs(other.low) > Math.abs(best.low) ? other : best))
    : usual;
  return `amount ${dimension} ${form === 'about' ? 'about ' : ''}${intervalText(reading)}`;
}

function intervalText({ low, high, isLowOpen, isHighOpen }: Interval): string {
  if (low === high) return numberText(low);
  const opening = isLowOpen ? ']' : '[';
  return `${opening}${numberText(low)} ${numberText(high)}${isHighOpen ? '[' : ']'}`;
}

function numberText(value: number): string {
  return String(Number.isInteger(value) ? value + 0 : Number(value.toPrecision(PRECISION_DIGITS)));
}

function idText(text: string, key: string): string {
  return PHONE_KEY.test(key) ? text.replace(/[\s().-]+/gu, '') : text.replace(/\s+/gu, ' ');
}

function words(text: string): string {
  const spaced = LITERAL.test(text) ? text : text.replace(SEPARATORS, ' ');
  return spaced.replace(/\s+/gu, ' ');
}

/** Without what stands around a value in a sentence: invisible characters, quotes, closing marks. */
function bare(text: string): string {
  let rest = text.replace(INVISIBLE, '').trim();
  // Quotes may stand in quotes; a longer text is prose, whose quotes are its own.
  for (let previous = ''; previous !== rest && rest.length <= MAX_VALUE_CHARS; ) {
    previous = rest;
    rest = rest.replace(CLOSING, '').replace(QUOTED, '$2').trim();
  }
  return rest;
}

/** Compatible forms and case alike; well formed. Upper case first, so that "ß" is "ss". */
function folded(text: string): string {
  const wide = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKC')
    .toLowerCase();
  // The final sigma is a matter of where a word ends.
  return wide.replaceAll('ς', 'σ').normalize('NFKC');
}
