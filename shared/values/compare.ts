import type { Relation } from '../clash/types.ts';
import type { Amount, DateParts, Interval, Value } from './types.ts';
import { isKnownDimension, PER } from './units.ts';

/** Two numbers are the same within this share: only rounding of the machine. */
const SAME_SHARE = 1e-9;
/** Conversions of these dimensions are often rounded, and by how much (share). */
const ROUNDED: ReadonlyMap<string, number> = new Map([
  ['length', 0.02],
  ['mass', 0.02],
  ['volume', 0.02],
  ['area', 0.02],
  ['speed', 0.02],
  ['temperature', 0.02],
  // GB is written for GiB.
  ['bytes', 0.1],
]);
/** An approximate number may lie this share beyond its range and still be meant. */
const ABOUT_SLACK = 0.25;
/** A time without a zone may be off by as much as the zones are apart, in ms. */
const ZONE_SPREAD_MS = 14 * 3_600_000;
const HALF_DAY_SECONDS = 43_200;
/** Years that a bare number can stand for beside a date. */
const YEARS = { least: 1000, most: 2999 } as const;
/** A name or an enumeration value has at most so many words and characters; more is a description. */
const NAME = { words: 3, chars: 32 } as const;

/**
 * How two values relate: `same`, `compatible` (one may hold with the other: a range and a number in it,
 * a year and a day), `possible` (formats, rounding or a missing zone may explain it) or `clash`.
 * Symmetric. Different types are `possible`, but for a version against a number.
 */
export function compareValues(a: Value, b: Value): Relation {
  if (a.type === 'null' || b.type === 'null') return a.type === b.type ? 'same' : 'compatible';
  return ordered(a, b) ?? ordered(b, a) ?? (textOf(a) === textOf(b) ? 'same' : 'possible');
}

/** The relation where the pair is written in this order; null for the other order or unlike types. */
function ordered(a: Value, b: Value): Relation | null {
  switch (a.type) {
    case 'bool':
      return bools(a, b);
    case 'id':
      if (b.type === 'id') return ids(a.text, b.text);
      return b.type === 'string' ? strings(a.text, b.text) : null;
    case 'date':
      return againstDate(a, b);
    case 'instant':
      return b.type === 'instant' ? instants(a, b) : null;
    case 'clock':
      return b.type === 'clock' ? clocks(a, b) : null;
    case 'version':
      if (b.type === 'version') return versions(a, b);
      return b.type === 'amount' ? versionAgainst(a.parts, b) : null;
    case 'amount':
      return b.type === 'amount' ? amounts(a, b) : null;
    case 'set':
      if (b.type === 'set') return sameItems(a.items, b.items) ? 'same' : 'possible';
      return (b.type === 'string' || b.type === 'id') && hasItem(a.items, b.text)
        ? 'compatible'
        : null;
    case 'string':
      return b.type === 'string' ? strings(a.text, b.text) : null;
    default:
      return null;
  }
}

/** A state ("active") is told from other states ("cancelled"), plain truth from nothing but its opposite. */
function bools(a: Extract<Value, { type: 'bool' }>, b: Value): Relation | null {
  if (b.type === 'bool') return verdict(a.value === b.value);
  return b.type === 'string' && STATE.test(a.text) && STATE.test(b.text)
    ? strings(a.text, b.text)
    : null;
}

/** Words for what state a thing is in. */
const STATE =
  /^(?:in)?active$|^(?:cancell?ed|completed?|failed|paused|pending|queued|running|stopped|succeeded|suspended|closed|open|expired|archived|deleted|retired|terminated|confirmed|rejected|approved|refunded|shipped|delivered|draft|published)$/i;

/** Spaces, hyphens and zeros in front may be owed to the format. */
function ids(a: string, b: string): Relation {
  if (a === b) return 'same';
  const bare = (text: string) => text.replace(/[\s()-]/g, '').replace(/^0+(?=.)/, '');
  return bare(a) === bare(b) ? 'possible' : 'clash';
}

function verdict(isSame: boolean): Relation {
  return isSame ? 'same' : 'clash';
}

type DateValue = Extract<Value, { type: 'date' }>;

function againstDate({ readings, text }: DateValue, b: Value): Relation | null {
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

type Instant = Extract<Value, { type: 'instant' }>;

function instants(a: Instant, b: Instant): Relation {
  if (a.isZoned === b.isZoned) return verdict(a.ms === b.ms);
  return Math.abs(a.ms - b.ms) <= ZONE_SPREAD_MS ? 'possible' : 'clash';
}

type Clock = Extract<Value, { type: 'clock' }>;

function clocks(a: Clock, b: Clock): Relation {
  if ((a.zoneMinutes === null) !== (b.zoneMinutes === null)) return 'possible';
  const utc = (clock: Clock) => clock.seconds - (clock.zoneMinutes ?? 0) * 60;
  if (modulo(utc(a) - utc(b), 2 * HALF_DAY_SECONDS) === 0) return 'same';
  const isTwelveApart = modulo(utc(a) - utc(b), HALF_DAY_SECONDS) === 0;
  return isTwelveApart && (a.isHalfDay || b.isHalfDay) ? 'possible' : 'clash';
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

type Version = Extract<Value, { type: 'version' }>;

function versions(a: Version, b: Version): Relation {
  const shared = Math.min(a.parts.length, b.parts.length);
  if (a.parts.slice(0, shared).some((part, index) => part !== b.parts[index])) return 'clash';
  if (a.parts.length !== b.parts.length) return 'compatible';
  if (a.suffix === b.suffix) return 'same';
  return a.suffix === '' || b.suffix === '' ? 'possible' : 'clash';
}

function versionAgainst(parts: readonly number[], amount: Amount): Relation {
  const [only] = amount.readings;
  if (amount.dimension !== '' || amount.form !== 'exact' || only === undefined) return 'possible';
  return Math.trunc(only.low) === parts[0] ? 'possible' : 'clash';
}

function amounts(a: Amount, b: Amount): Relation {
  if (a.dimension !== b.dimension) return dimensions(a.dimension, b.dimension);
  const [first, other] = [a.readings[0], b.readings[0]];
  if (first === undefined || other === undefined) return 'possible';
  const preferred = intervals(first, other, a, b);
  if (preferred === 'same' || preferred === 'compatible') return preferred;
  const all = a.readings.flatMap((x) => b.readings.map((y) => intervals(x, y, a, b)));
  return all.every((relation) => relation === 'clash') ? 'clash' : 'possible';
}

/**
 * Different currencies and different known dimensions cannot agree; a unit nobody knows may, and so may
 * what is left out on one side ("5" beside "5 GB", "$40" beside "$40 a month").
 */
function dimensions(a: string, b: string): Relation {
  const [[base, per], [other, otherPer]] = [split(a), split(b)];
  if (base === other) return 'possible';
  if (base.startsWith('money:') && other.startsWith('money:')) {
    const codes = new Set(base.slice('money:'.length).split('|'));
    const isShared = other
      .slice('money:'.length)
      .split('|')
      .some((code) => codes.has(code));
    return isShared ? 'possible' : 'clash';
  }
  if (base === '' || other === '' || per !== otherPer) return 'possible';
  return isKnownDimension(base) && isKnownDimension(other) ? 'clash' : 'possible';
}

/** What is counted, and per what. */
function split(dimension: string): readonly [string, string] {
  const [base = '', per = ''] = dimension.split(PER);
  return [base, per];
}

function intervals(a: Interval, b: Interval, left: Amount, right: Amount): Relation {
  const isExact = left.form === 'exact' && right.form === 'exact';
  const distance = gap(a, b);
  const scale = Math.max(finite(a), finite(b));
  if (distance === null || (isExact && distance <= scale * SAME_SHARE)) {
    const isEqual =
      a.low === b.low &&
      a.high === b.high &&
      a.isLowOpen === b.isLowOpen &&
      a.isHighOpen === b.isHighOpen &&
      left.form === right.form;
    return isExact || isEqual ? 'same' : 'compatible';
  }
  if (!isExact && (left.form === 'about' || right.form === 'about')) {
    return distance <= scale * ABOUT_SLACK ? 'possible' : 'clash';
  }
  const rounding = ROUNDED.get(left.dimension);
  return isExact && rounding !== undefined && distance <= scale * rounding ? 'possible' : 'clash';
}

/** How far two ranges lie apart: null when they share a number, 0 when they only touch at an open end. */
function gap(a: Interval, b: Interval): number | null {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  if (low > high) return low - high;
  if (low < high) return null;
  const isOpen = [a, b].some(
    (range) => (range.low === low && range.isLowOpen) || (range.high === high && range.isHighOpen),
  );
  return isOpen ? 0 : null;
}

/** The size of a range's finite end, for shares. */
function finite({ low, high }: Interval): number {
  return Math.max(...[low, high].map((end) => (Number.isFinite(end) ? Math.abs(end) : 0)));
}

function hasItem(items: readonly string[], text: string): boolean {
  return items.some((item) => plain(item) === plain(text));
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return [...new Set(a)].toSorted().join('\n') === [...new Set(b)].toSorted().join('\n');
}

function strings(a: string, b: string): Relation {
  const [left, right] = [plain(a), plain(b)];
  if (left === right) return 'same';
  if (!isName(a) || !isName(b) || RELATIVE.test(a) || RELATIVE.test(b)) return 'possible';
  const [words, others] = [left.split(' '), right.split(' ')];
  const isShorter =
    words.length !== others.length &&
    (words.every((word) => others.includes(word)) || others.every((word) => words.includes(word)));
  // "Ada" may be "Ada Lee", but "running" is not "not running".
  return isShorter && NEGATION.test(left) === NEGATION.test(right) ? 'possible' : 'clash';
}

/** Words for a time that depend on when they were written. */
const RELATIVE = /\b(?:ago|today|tomorrow|yesterday|tonight|next|last)\b/i;
const NEGATION = /^(?:not|no|non|un|without|never)\b/;

/** Small letters, with spaces for what enumerations write between words ("in_progress"). */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

function isName(text: string): boolean {
  return text.length <= NAME.chars && text.trim().split(/\s+/).length <= NAME.words;
}

function textOf(value: Value): string {
  return 'text' in value ? plain(value.text) : JSON.stringify(value);
}
