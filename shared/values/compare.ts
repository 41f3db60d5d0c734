import type { Relation } from '../clash/types.ts';
import { compareAmounts } from './compare-amounts.ts';
import { againstDate, ZONE_SPREAD_MS } from './compare-dates.ts';
import { plain } from './plain.ts';
import type { Amount, Value } from './types.ts';

const HALF_DAY_SECONDS = 43_200;
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
      return b.type === 'amount' ? compareAmounts(a, b) : null;
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

function isName(text: string): boolean {
  return text.length <= NAME.chars && text.trim().split(/\s+/).length <= NAME.words;
}

function textOf(value: Value): string {
  return 'text' in value ? plain(value.text) : JSON.stringify(value);
}
