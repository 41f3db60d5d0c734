import { ABSOLUTE } from './dates/absolute.ts';
import { isoOf, localDay, monthSpan, partsOf } from './dates/calendar.ts';
import type { Around, Found } from './dates/reader.ts';
import { RELATIVE } from './dates/relative.ts';
import { UNSPACED } from './dates/unspaced.ts';

/** A date that a text speaks of. */
export interface WrittenDate {
  /** As written. */
  readonly text: string;
  /** Where it stands, in characters; `end` is behind it. */
  readonly start: number;
  readonly end: number;
  /** First and last day, inclusive, as "YYYY-MM-DD". */
  readonly from: string;
  readonly to: string;
  /** Whether it depends on when the text was written ("yesterday", "7 May" without a year). */
  readonly relative: boolean;
}

/** More dates are a table or a log, not what a memory is about. */
const MAX_DATES = 32;
/** How much before a date is read for its tense. */
const BEFORE_CHARS = 60;
/** What tells the language of a text stands early. */
const LANGUAGE_CHARS = 2_000;
const READERS = [...ABSOLUTE, ...RELATIVE];
const HAN = /[\p{Script=Han}\p{Script=Hiragana}]/u;
const FRENCH =
  /(?<!\p{L})(?:je|j['’]ai|nous|vous|elle|est|les|une|dans|avec|pour|était|soir|matin|été|suis|ont)(?!\p{L})/giu;
const GERMANIC =
  /(?<!\p{L})(?:ich|ist|und|der|das|wir|nicht|ein|ik|het|een|niet|is|the)(?!\p{L})/iu;
/** Words of languages that write the day before the month. */
const DAY_FIRST =
  /(?<!\p{L})(?:ich|ist|und|der|das|wir|nicht|je|nous|est|les|une|dans|avec|el|los|las|una|con|por|para|uma|não|com|você|il|gli|della|sono|che|het|een|niet|van)(?!\p{L})/giu;
const MIN_DAY_FIRST_WORDS = 2;
const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
/** Longer spans are named by their months. */
const MAX_NAMED_DAYS = 10;
const MAX_NAMED_MONTHS = 11;

/**
 * The dates a text speaks of, in its order, at most 32; relative ones as of the day of `occurredAt` (RFC
 * 3339) on the calendar of its own offset. English, German, French, Spanish, Portuguese, Italian, Dutch,
 * Russian, Chinese, Japanese. What may be no date or another one is left out: times of day, weekdays
 * without a tense, "05/07/2023" in English, "may". [] for "" and for a time that cannot be read.
 */
export function writtenDates(text: string, occurredAt: string): readonly WrittenDate[] {
  const today = localDay(occurredAt);
  if (today === null || text === '') return [];
  const start = text.slice(0, LANGUAGE_CHARS);
  const language = {
    isFrench: !GERMANIC.test(start) && (/^\s*hier\b/i.test(start) || count(start, FRENCH) > 0),
    isDayFirst: count(start, DAY_FIRST) >= MIN_DAY_FIRST_WORDS,
  };
  const found: WrittenDate[] = [];
  for (const { pattern, read } of HAN.test(text) ? [...READERS, ...UNSPACED] : READERS) {
    for (const match of text.matchAll(pattern)) {
      const [written] = match;
      const around: Around = { ...language, match: written, before: before(text, match.index) };
      const date = read(match.groups ?? {}, today, around);
      if (date !== null) found.push(dateAt(match.index, written, date));
    }
  }
  return withoutOverlaps(found).slice(0, MAX_DATES);
}

/**
 * Words by which a search finds a memory that speaks of these dates, each once: days as "7 may 2023
 * 2023-05-07", months as "june 2023", years as "2023"; of a week each end. "" for none.
 */
export function dateWords(dates: readonly Pick<WrittenDate, 'from' | 'to'>[]): string {
  return [...new Set(dates.flatMap(wordsOf))].join(' ');
}

function before(text: string, index: number): string {
  return text.slice(Math.max(0, index - BEFORE_CHARS), index);
}

function count(text: string, words: RegExp): number {
  return new Set(text.toLowerCase().match(words) ?? []).size;
}

function dateAt(start: number, text: string, { from, to, relative }: Found): WrittenDate {
  const end = start + text.length;
  return { text, start, end, from: isoOf(from), to: isoOf(to), relative };
}

/** Of dates that share characters, the first and longest is what was written. */
function withoutOverlaps(found: readonly WrittenDate[]): readonly WrittenDate[] {
  let end = 0;
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((date) => {
      const isFree = date.start >= end;
      if (isFree) end = date.end;
      return isFree;
    });
}

function wordsOf({ from, to }: Pick<WrittenDate, 'from' | 'to'>): readonly string[] {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (last - first < MAX_NAMED_DAYS)
    return [...new Set([first, last])].flatMap((day) => [...dayWords(day), isoOf(day)]);
  const [year, month] = partsOf(first);
  const [lastYear, lastMonth] = partsOf(last);
  const months = (lastYear - year) * 12 + lastMonth - month;
  if (months > MAX_NAMED_MONTHS || isWholeYear(first, last))
    return year === lastYear ? [String(year)] : [String(year), String(lastYear)];
  return Array.from(
    { length: months + 1 },
    (_, index) => monthSpan(year, month + index).from,
  ).flatMap((day) => dayWords(day).slice(1));
}

function dayWords(day: number): readonly string[] {
  const [year, month, inMonth] = partsOf(day);
  return [String(inMonth), MONTH_NAMES[month - 1] ?? '', String(year)];
}

function isWholeYear(first: number, last: number): boolean {
  const [year] = partsOf(first);
  const span = monthSpan(year, 1, 12);
  return span.from === first && span.to === last;
}

function dayNumber(iso: string): number {
  return localDay(`${iso}T00:00:00Z`) ?? 0;
}
