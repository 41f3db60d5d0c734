import { CURRENCY_SOURCE, currencyOf } from './money.ts';
import { NUMBER_SOURCE, numberReadings, wordNumber } from './numbers.ts';
import type { Amount, Interval } from './types.ts';
import { inBaseUnit, scaleOf, unitOf } from './units.ts';

/** How far "about 5" reaches to both sides, as a share of the number. */
const ABOUT_SHARE = 0.1;

const SIGN = '[-+−]?';
const NUMBER = new RegExp(`^(${SIGN})(${NUMBER_SOURCE})`, 'u');
const CURRENCY_FIRST = new RegExp(`^(${CURRENCY_SOURCE})\\s*(?=[-+−\\d])`, 'iu');
const CURRENCY_LAST = new RegExp(`^\\s*(${CURRENCY_SOURCE})(?![\\p{L}\\d])`, 'iu');
const UNIT_WORD = /^\s*(°[CF]|%|per cent\b|[\p{L}µμ²³]+(?:\/[\p{L}]+)?[²³23]?|\p{L}+)$/iu;
const SCALE_WORD =
  /^\s*(thousand|million|millions|billion|billions|trillion|mn|bn|[kKmMbB])(?![\p{L}\d])/u;

const AT_LEAST =
  /^(?:>=|≥|at least|no fewer than|no less than|minimum(?: of)?|min\.?|from)\s*(?=[\p{L}\d$€£¥-])/iu;
const AT_MOST =
  /^(?:<=|≤|at most|no more than|not more than|maximum(?: of)?|max\.?|up to)\s*(?=[\p{L}\d$€£¥-])/iu;
const MORE = /^(?:>|more than|over|above|greater than)\s*(?=[\p{L}\d$€£¥-])/iu;
const LESS = /^(?:<|less than|fewer than|under|below)\s*(?=[\p{L}\d$€£¥-])/iu;
const ABOUT =
  /^(?:about|around|approximately|approx\.?|roughly|circa|ca\.|nearly|almost|some|~|≈)\s*(?=[\p{L}\d$€£¥-])/iu;
const OR_MORE = /\s*(?:\+|or more|and (?:more|up)|or (?:above|over))$/iu;
const TO = /\s*(?:–|—|-|\bto\b|\.\.\.?|\bbis\b)\s*/iu;
const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
/** One part of "2 h 5 min" or "1m30s". */
const DURATION_PART = /^\s*(\d+(?:[.,]\d+)?)\s*([a-zµμ]+)\s*(?:and\s+|,\s*)?/iu;
/** In a duration of several parts, "m" is minutes. */
const MINUTES = 'min';
/** Longer texts are sentences; an amount has a number and a unit. */
const MAX_AMOUNT_CHARS = 80;

/** Reads "at least 5", ">= 5", "up to 10 GB", "5+"; null for anything else. */
export function parseBound(text: string): Amount | null {
  const bounds: readonly (readonly [RegExp, (at: Interval) => Interval])[] = [
    [AT_LEAST, ({ low }) => interval(low, Number.POSITIVE_INFINITY)],
    [AT_MOST, ({ high }) => interval(Number.NEGATIVE_INFINITY, high)],
    [MORE, ({ low }) => ({ ...interval(low, Number.POSITIVE_INFINITY), isLowOpen: true })],
    [LESS, ({ high }) => ({ ...interval(Number.NEGATIVE_INFINITY, high), isHighOpen: true })],
  ];
  for (const [pattern, bound] of bounds) {
    const match = pattern.exec(text);
    const amount = match === null ? null : parseQuantity(text.slice(match[0].length));
    if (amount !== null) return { ...amount, form: 'range', readings: amount.readings.map(bound) };
  }
  const more = OR_MORE.exec(text);
  const least = more === null ? null : parseQuantity(text.slice(0, more.index));
  if (least === null) return null;
  const open = ({ low }: Interval) => interval(low, Number.POSITIVE_INFINITY);
  return { ...least, form: 'range', readings: least.readings.map(open) };
}

/** Reads "10-20", "10 to 20 GB", "$5–$10"; null for anything else, and for "555-0100". */
export function parseRange(text: string): Amount | null {
  if (text.length > MAX_AMOUNT_CHARS) return null;
  const split = TO.exec(text);
  if (split === null || split.index === 0) return null;
  const [left, right] = [text.slice(0, split.index), text.slice(split.index + split[0].length)];
  const high = parseQuantity(right);
  let low = parseQuantity(left);
  if (low === null || high === null || /^0\d/.test(right)) return null;
  if (low.dimension === '' && high.dimension !== '') {
    const unit = right.replace(new RegExp(`^${SIGN}(?:${NUMBER_SOURCE})`, 'u'), '');
    low =
      parseQuantity(left + unit) ?? parseQuantity(`${right.slice(0, right.search(/\d/))}${left}`);
  }
  if (low === null || low.dimension !== high.dimension) return null;
  const [from, to] = [low.readings[0]?.low, high.readings[0]?.high];
  if (from === undefined || to === undefined || from >= to) return null;
  return {
    type: 'amount',
    dimension: high.dimension,
    form: 'range',
    readings: [interval(from, to)],
  };
}

/** Reads "about 5 km": the number ± 10 %; null for anything else. */
export function parseAbout(text: string): Amount | null {
  const match = ABOUT.exec(text);
  const amount = match === null ? null : parseQuantity(text.slice(match[0].length));
  if (amount === null) return null;
  const wide = ({ low, high }: Interval) =>
    interval(low - Math.abs(low) * ABOUT_SHARE, high + Math.abs(high) * ABOUT_SHARE);
  return { ...amount, form: 'about', readings: amount.readings.map(wide) };
}

/** Reads a number with what it counts: "5", "$1k", "1.5 TB", "20 %", "three days", "1m30s", "PT90S". */
export function parseQuantity(text: string): Amount | null {
  if (text.length > MAX_AMOUNT_CHARS) return null;
  const trimmed = text.trim();
  return parseDuration(trimmed) ?? parseMoney(trimmed) ?? parseMeasure(trimmed);
}

function parseDuration(text: string): Amount | null {
  const iso = text.length > 2 ? ISO_DURATION.exec(text) : null;
  if (iso !== null) {
    const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = iso;
    const total =
      Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return exact('time', [total]);
  }
  let rest = text;
  let seconds = 0;
  let count = 0;
  while (rest !== '') {
    const match = DURATION_PART.exec(rest);
    if (match === null) return null;
    const [whole, digits = '', name = ''] = match;
    const unit = unitOf(name === 'm' ? MINUTES : name);
    const [value] = numberReadings(digits);
    if (unit?.dimension !== 'time' || value === undefined) return null;
    seconds += inBaseUnit(value, unit);
    rest = rest.slice(whole.length);
    count += 1;
  }
  // A single part is a measure like any other ("5 m" is five metres).
  return count >= 2 ? exact('time', [seconds]) : null;
}

function parseMoney(text: string): Amount | null {
  const sign = /^[-−]/.test(text) ? '-' : '';
  const first = CURRENCY_FIRST.exec(text.slice(sign.length));
  const rest = first === null ? text : sign + text.slice(sign.length + first[0].length);
  const number = NUMBER.exec(rest);
  if (number === null) return null;
  let after = rest.slice(number[0].length);
  const scaleWord = SCALE_WORD.exec(after);
  after = scaleWord === null ? after : after.slice(scaleWord[0].length);
  const last = CURRENCY_LAST.exec(after);
  const currency = currencyOf(first?.[1] ?? last?.[1] ?? '');
  if (currency === null || after.slice(last?.[0].length ?? 0).trim() !== '') return null;
  const scale = scaleWord === null ? 1 : (scaleOf(scaleWord[1] ?? '') ?? 1);
  return exact(
    `money:${currency}`,
    signed(number).map((value) => value * scale),
  );
}

function parseMeasure(text: string): Amount | null {
  const number = NUMBER.exec(text);
  if (number === null) return parseWords(text);
  let rest = text.slice(number[0].length);
  const scaleWord = SCALE_WORD.exec(rest);
  // Behind a number alone a letter is a scale ("5k"); before a unit only a word is ("5 million km").
  const isScale =
    scaleWord !== null &&
    (rest.trim().length === scaleWord[1]?.length || scaleWord[1]?.length !== 1);
  const letter = scaleWord?.[1] ?? '';
  const scale = isScale && !/^\s*(?:m|b)$/.test(rest) ? (scaleOf(letter) ?? 1) : 1;
  if (scale !== 1) rest = rest.slice(scaleWord?.[0].length ?? 0);
  return measured(
    signed(number).map((value) => value * scale),
    rest,
  );
}

/** "three days", "a dozen". */
function parseWords(text: string): Amount | null {
  const [first = '', second, ...others] = text.toLowerCase().split(/\s+/);
  if (others.length > 1) return null;
  if (first === 'a' && second === 'dozen') return others.length === 0 ? exact('', [12]) : null;
  const value = wordNumber(first);
  if (value === null) return null;
  const scale =
    second === undefined ? null : (scaleOf(second) ?? (second === 'hundred' ? 100 : null));
  if (scale !== null) return measured([value * scale], others.join(' '));
  return measured([value], [second ?? '', ...others].join(' '));
}

function measured(values: readonly number[], unitText: string): Amount | null {
  if (values.length === 0) return null;
  const name = unitText.trim();
  if (name === '') return exact('', values);
  const match = UNIT_WORD.exec(name);
  const unit = match === null ? null : unitOf(match[1] ?? '');
  if (unit === null) return null;
  return exact(
    unit.dimension,
    values.map((value) => inBaseUnit(value, unit)),
  );
}

function signed(match: RegExpExecArray): readonly number[] {
  const [, sign, digits = ''] = match;
  return numberReadings(digits).map((value) => (sign === '-' || sign === '−' ? -value : value));
}

function exact(dimension: string, values: readonly number[]): Amount | null {
  if (values.length === 0) return null;
  const readings = values.map((value) => interval(value, value));
  return { type: 'amount', dimension, readings, form: 'exact' };
}

function interval(low: number, high: number): Interval {
  return { low, high, isLowOpen: false, isHighOpen: false };
}
