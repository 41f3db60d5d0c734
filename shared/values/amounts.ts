import { durationSeconds } from './durations.ts';
import { CURRENCY_SOURCE, currencyOf } from './money.ts';
import { NUMBER_SOURCE, numberReadings, wordNumber } from './numbers.ts';
import type { Amount, Interval } from './types.ts';
import { inBaseUnit, isKnownDimension, PER, scaleOf, unitOf } from './units.ts';

/** How far "about 5" reaches to both sides, as a share of the number. */
const ABOUT_SHARE = 0.1;

const SIGN = '[-+−]?';
const NUMBER = new RegExp(`^(${SIGN})(${NUMBER_SOURCE})`, 'u');
const CURRENCY_FIRST = new RegExp(`^(${CURRENCY_SOURCE})\\s*(?=[-+−\\d])`, 'iu');
const CURRENCY_LAST = new RegExp(`^\\s*(${CURRENCY_SOURCE})(?![\\p{L}\\d])`, 'iu');
const UNIT_WORD = /^\s*(°[CF]|%|per cent\b|[\p{L}µμ²³]+(?:\/[\p{L}]+)?[²³23]?|\p{L}+)$/iu;
const SCALE_WORD =
  /^\s*(thousand|millions?|millionen|millones|billions?|milliarden|trillion|mio\.?|mrd\.?|mln\.?|mld\.?|mn|bn|[kmb])(?![\p{L}\d])/iu;

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
const FROM = /^(?:from|between)\s+/i;
const AND = /\s+and\s+/i;
/** "$40 per month", "100 requests/s", "5 a day", "$40 monthly". */
const RATE = /^(.+?)\s*(?:\/\s*|\bper\s+|\s(?:an?|each)\s+)(\p{L}{1,16})$/iu;
const OFTEN = /^(.+?)\s+(hour|dai|week|month|year|annual)ly$/i;
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

/** Reads "10-20", "10 to 20 GB", "$5–$10", "between 5 and 10"; null for anything else, and for "555-0100". */
export function parseRange(text: string): Amount | null {
  if (text.length > MAX_AMOUNT_CHARS) return null;
  const opening = FROM.exec(text)?.[0] ?? '';
  const ends = text.slice(opening.length);
  const split = (/^b/i.test(opening) ? AND : TO).exec(ends);
  if (split === null || split.index === 0) return null;
  const [left, right] = [ends.slice(0, split.index), ends.slice(split.index + split[0].length)];
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

/**
 * Reads a number with what it counts: "5", "$1k", "1.5 TB", "20 %", "three days", "1m30s", "PT90S",
 * "$40 per month"; null for anything else.
 */
export function parseQuantity(text: string): Amount | null {
  if (text.length > MAX_AMOUNT_CHARS) return null;
  const trimmed = text.trim();
  const seconds = durationSeconds(trimmed);
  if (seconds !== null) return exact('time', [seconds]);
  return parseMoney(trimmed) ?? parseMeasure(trimmed) ?? parseRate(trimmed);
}

function parseRate(text: string): Amount | null {
  const often = OFTEN.exec(text);
  const [, left = '', name = ''] = often ?? RATE.exec(text) ?? [];
  const amount = parseMoney(left) ?? parseMeasure(left);
  const word = name.toLowerCase();
  const unit = unitOf(
    often === null ? name : word === 'dai' ? 'day' : word === 'annual' ? 'year' : word,
  );
  if (amount === null || unit === null || unit.factor === 0) return null;
  const values = amount.readings.map(({ low }) => low / unit.factor);
  return exact(`${amount.dimension}${PER}${unit.dimension}`, values);
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

/** "three days", "a dozen", "twenty-five million people". */
function parseWords(text: string): Amount | null {
  const words = text.toLowerCase().split(/[\s-]+/);
  const number = wordNumber(words);
  return number === null ? null : measured([number.value], words.slice(number.count).join(' '));
}

function measured(values: readonly number[], unitText: string): Amount | null {
  if (values.length === 0) return null;
  // "5-year" is a measure, "747-max" is a name.
  const name = unitText.trim().replace(/^-(?=\p{L}{3})/u, '');
  if (name === '') return exact('', values);
  const match = UNIT_WORD.exec(name);
  const unit = match === null ? null : unitOf(match[1] ?? '');
  if (unit === null) return null;
  if (unitText.startsWith('-') && !isKnownDimension(unit.dimension)) return null;
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
