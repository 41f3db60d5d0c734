import type { Span } from '../types.ts';
import { MONTH_SOURCE } from './dates.ts';
import { CURRENCY_SOURCE } from './money.ts';
import { NUMBER_SOURCE } from './numbers.ts';
import { parseValue } from './parse.ts';
import type { Value } from './types.ts';
import { ZONE_SOURCE } from './zones.ts';

/** A value in running text, and where it stands. */
export interface ValueToken extends Span {
  readonly value: Value;
}

const UNITS =
  '%|°[CF]|k?m²|m³|k?m2\\b|per cent|percent|(?:ns|µs|us|ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|quarters?|years?|yrs?|[kKMGTP]i?[bB]|bytes?|[kKMG]bit|[kMG]?bps|[kMG][bB]/s|nm|mm|cm|km|m|mi|miles?|ft|feet|inch(?:es)?|yards?|met(?:re|er)s?|kilomet(?:re|er)s?|mg|g|kg|kgs|grams?|kilograms?|tonnes?|lbs?|pounds?|oz|ml|l|lit(?:re|er)s?|gallons?|ha|acres?|km/h|kmh|mph|knots?|[kMG]?Hz|rpm|k?W|MW|GW|k?Wh|MWh|mV|V|kV)\\b';
const SCALES =
  '(?:thousand|million|billion|trillion|mn|bn)\\b|(?:mio|mrd|mln|mld)\\b\\.?|[kKmM]\\b';
const NUMBER = `(?:${NUMBER_SOURCE})`;
const AMOUNT = `(?:(?:${CURRENCY_SOURCE})\\s?)?${NUMBER}(?:\\s?(?:${SCALES}))?(?:\\s?(?:${CURRENCY_SOURCE})(?![\\p{L}\\d])|[\\s-]?(?:${UNITS}))?`;
const BOUND =
  'at least|no fewer than|no less than|at most|no more than|not more than|up to|more than|over|less than|fewer than|under|about|around|approximately|roughly|nearly|almost|circa|>=|<=|≥|≤|>|<|~';
const TEENS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)';
const WORD_NUMBERS = `zero|${TENS}(?:[\\s-](?:one|${TEENS}))?|${TEENS}|(?:one|an?)(?=\\s(?:hundred|thousand|million|billion|dozen)\\b)|hundreds(?=\\sof)`;
const TIME = '(?:days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)';
const ZONE = `(?:\\s?(?:${ZONE_SOURCE})(?![\\p{L}\\d]))?`;
/** "9:00-17:00" is a span of time, not a time west of Greenwich. */
const CLOCK_ZONE = `(?:(?!-)${ZONE})?`;
/** First match wins, the most specific form first. Every part is bounded, so that the scan is linear. */
const VALUE = new RegExp(
  [
    `\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?${ZONE}(?![\\p{L}\\d])`,
    '\\d{4}-(?:\\d{2}-\\d{2}|0[1-9]|1[0-2])(?![\\d-])',
    `\\d{1,2}(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(?:${MONTH_SOURCE})\\b\\.?(?:,?\\s\\d{4})?`,
    `(?:${MONTH_SOURCE})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s\\d{4})?`,
    `(?:${MONTH_SOURCE})\\.?,?\\s\\d{4}`,
    '\\d{1,2}([/.])\\d{1,2}\\1(?:\\d{4}|\\d{2})(?!\\d)',
    `\\d{1,2}(?::\\d{2}){1,2}(?:\\s?[ap]\\.?m\\b\\.?)?${CLOCK_ZONE}`,
    `\\d{1,2}\\s?[ap]\\.?m\\b\\.?${CLOCK_ZONE}`,
    '\\+\\d{1,3}(?:[ -]\\d{2,8}){2,4}(?!\\d)',
    '\\d{1,6}(?:st|nd|rd|th)\\b',
    `\\d{1,6}\\s?${TIME}(?:\\s?(?:and\\s)?\\d{1,6}\\s?${TIME}){1,3}(?![\\p{L}\\d])`,
    'v\\d+(?:\\.\\d+){0,4}(?:-[\\w.]{1,20})?|\\d+\\.\\d+\\.\\d+(?:\\.\\d+)?(?:-[\\w.]{1,20})?',
    `(?:${BOUND})\\s?${AMOUNT}`,
    `${AMOUNT}\\s?(?:-|–|to)\\s?${AMOUNT}`,
    AMOUNT,
    `\\b(?:${WORD_NUMBERS})\\b(?:\\s(?:hundred|thousand|million|billion|dozen)\\b)?(?:[\\s-](?:${UNITS}))?`,
  ]
    .map((source) => `(?:${source})`)
    .join('|'),
  'giu',
);
/** What may not stand before or behind a value: then it is part of a name ("db-2", "H2O", "x64"). */
const JOINED_BEFORE = /[\p{L}\p{N}_#@/\\-]$|[\p{L}\p{N}]\.$/u;
const JOINED_AFTER = /^[\p{L}_@/\\]|^-(?!\p{Ll}{2})\p{L}|^[.-]\d/u;
/** "10-year-old", "100,000-seat": a number, and what it counts behind a hyphen. */
const COUNTS_AFTER = /^-\p{Ll}{2}/u;
/** Behind these words two numbers with a dot are a version. */
const VERSION_BEFORE =
  /\b(?:version|release|python|node|java|ruby|php|postgres(?:ql)?|driver|firmware)\s{1,2}$/i;
const CLOCK = /^\d{1,2}:\d{2}/;
/** How far before a value the word that says what it is may begin, in characters. */
const LOOK_BACK_CHARS = 16;

/**
 * The values in running text, in order: dates, times, money, measures, ranges, versions, places in an
 * order and numbers, also as words. A number that is part of a name ("db-2") is not one. `[]` for "".
 * Linear.
 */
export function valueTokens(text: string): readonly ValueToken[] {
  const tokens: ValueToken[] = [];
  for (const match of text.matchAll(VALUE)) {
    const [written] = match;
    const start = match.index;
    const end = start + written.trimEnd().length;
    if (!isWhole(text, start, end, tokens.at(-1))) continue;
    const key = VERSION_BEFORE.test(text.slice(Math.max(0, start - LOOK_BACK_CHARS), start))
      ? 'version'
      : '';
    const value = parseValue(text.slice(start, end).replace(/(?<=\d)-(?=\p{L}{2,})/u, ' '), key);
    if (value.type !== 'string' && value.type !== 'set') tokens.push({ start, end, value });
  }
  return tokens;
}

/** Whether a match is no part of a longer name. The times of "9:00-17:00" are two. */
function isWhole(text: string, start: number, end: number, last: ValueToken | undefined): boolean {
  const isClock = CLOCK.test(text.slice(start, start + 5));
  const before = text.slice(Math.max(0, start - 2), start);
  const isSecondClock = isClock && last?.value.type === 'clock' && last.end === start - 1;
  if (JOINED_BEFORE.test(before) && !isSecondClock) return false;
  const after = text.slice(end, end + 3);
  if (COUNTS_AFTER.test(after)) return true;
  return !JOINED_AFTER.test(after) || (isClock && /^-\d/.test(after));
}

/** Names with digits in them: ids, order numbers, file and host names. */
const NAME = /[\p{L}\p{N}_#@][\p{L}\p{N}_#@./:-]*/gu;
const PUNCTUATION = new Set('#@./:-');
/** Longer names are data. */
const MAX_NAME_CHARS = 100;

/**
 * Every value that a text states, in order: those of `valueTokens` and the ids in it ("AB-1042",
 * "#1042", "db-2"). Two texts that name different ids may be about different things, so ids tell copies
 * apart but are no contradiction. `[]` for "". Linear.
 */
export function valuesIn(text: string): readonly Value[] {
  const values: Value[] = [];
  let from = 0;
  const namesBetween = (start: number, end: number) => {
    for (const [written] of text.slice(start, end).matchAll(NAME)) {
      const name = withoutPunctuation(written);
      if (name.length <= MAX_NAME_CHARS && /\p{N}/u.test(name))
        values.push({ type: 'id', text: name.toLowerCase() });
    }
  };
  for (const { start, end, value } of valueTokens(text)) {
    namesBetween(from, start);
    values.push(value);
    from = end;
  }
  namesBetween(from, text.length);
  return values;
}

function withoutPunctuation(name: string): string {
  let end = name.length;
  while (PUNCTUATION.has(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end);
}
