import type { Span } from '../types.ts';
import { MONTH_SOURCE } from './dates.ts';
import { CURRENCY_SOURCE } from './money.ts';
import { NUMBER_SOURCE } from './numbers.ts';
import { parseValue } from './parse.ts';
import type { Value } from './types.ts';

/** A value in running text, and where it stands. */
export interface ValueToken extends Span {
  readonly value: Value;
}

const UNITS =
  '%|°[CF]|per cent|percent|(?:ns|µs|us|ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|quarters?|years?|yrs?|[kKMGTP]i?[bB]|bytes?|[kKMG]bit|[kMG]?bps|nm|mm|cm|km|m|mi|miles?|ft|feet|inch(?:es)?|yards?|met(?:re|er)s?|kilomet(?:re|er)s?|mg|g|kg|kgs|grams?|kilograms?|tonnes?|lbs?|pounds?|oz|ml|l|lit(?:re|er)s?|gallons?|ha|acres?|km/h|kmh|mph|knots?|[kMG]?Hz|rpm|k?W|MW|GW|k?Wh|MWh|mV|V|kV)\\b';
const SCALES = '(?:thousand|million|billion|trillion|mn|bn)\\b|[kKmM]\\b';
const NUMBER = `(?:${NUMBER_SOURCE})`;
const AMOUNT = `(?:(?:${CURRENCY_SOURCE})\\s?)?${NUMBER}(?:\\s?(?:${SCALES}))?(?:\\s?(?:${CURRENCY_SOURCE})(?![\\p{L}\\d])|[\\s-]?(?:${UNITS}))?`;
const BOUND =
  'at least|no fewer than|no less than|at most|no more than|not more than|up to|more than|over|less than|fewer than|under|about|around|approximately|roughly|nearly|almost|circa|>=|<=|≥|≤|>|<|~';
const WORD_NUMBERS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a dozen';

/** First match wins, the most specific form first. Every part is bounded, so that the scan is linear. */
const VALUE = new RegExp(
  [
    '\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?\\s?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?(?![\\p{L}\\d])',
    '\\d{4}-\\d{2}(?:-\\d{2})?(?![\\d-])',
    `\\d{1,2}(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(?:${MONTH_SOURCE})\\b\\.?(?:,?\\s\\d{4})?`,
    `(?:${MONTH_SOURCE})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s\\d{4})?`,
    `(?:${MONTH_SOURCE})\\.?,?\\s\\d{4}`,
    '\\d{1,2}([/.])\\d{1,2}\\1(?:\\d{4}|\\d{2})(?!\\d)',
    '\\d{1,2}(?::\\d{2}){1,2}(?:\\s?[ap]\\.?m\\b\\.?)?(?:\\s?(?:Z|UTC|GMT)\\b)?|\\d{1,2}\\s?[ap]\\.?m\\b\\.?',
    'v\\d+(?:\\.\\d+){0,4}(?:-[\\w.]{1,20})?|\\d+\\.\\d+\\.\\d+(?:\\.\\d+)?(?:-[\\w.]{1,20})?',
    `(?:${BOUND})\\s?${AMOUNT}`,
    `${AMOUNT}\\s?(?:-|–|to)\\s?${AMOUNT}`,
    AMOUNT,
    `\\b(?:${WORD_NUMBERS})\\b(?:\\s(?:hundred|thousand|million|billion)\\b)?(?:[\\s-](?:${UNITS}))?`,
  ]
    .map((source) => `(?:${source})`)
    .join('|'),
  'giu',
);
/** What may not stand before or behind a value: then it is part of a name ("db-2", "H2O", "x64"). */
const JOINED_BEFORE = /[\p{L}\p{N}_#@/\\-]$|[\p{L}\p{N}]\.$/u;
const JOINED_AFTER = /^[\p{L}_@/\\]|^-\p{L}|^[.-]\d/u;

/**
 * The values in running text, in order: dates, times, money, measures, ranges, versions and numbers,
 * also as words. A number that is part of a name is not one. `[]` for "". Linear.
 */
export function valueTokens(text: string): readonly ValueToken[] {
  const tokens: ValueToken[] = [];
  for (const match of text.matchAll(VALUE)) {
    const [written] = match;
    const start = match.index;
    const end = start + written.trimEnd().length;
    if (JOINED_BEFORE.test(text.slice(Math.max(0, start - 2), start))) continue;
    if (JOINED_AFTER.test(text.slice(end, end + 2))) continue;
    const value = parseValue(text.slice(start, end).replace(/(?<=\d)-(?=\p{L}{2,})/u, ' '));
    if (value.type !== 'string' && value.type !== 'set') tokens.push({ start, end, value });
  }
  return tokens;
}
