import type { DateParts, Value } from './types.ts';

/** Month names in the languages of common documents; the first three letters of English ones as well. */
const MONTH_NAMES: readonly string[] = [
  'january|jan|januar|enero|janvier|janeiro|gennaio',
  'february|feb|februar|febrero|février|fevereiro|febbraio',
  'march|mar|märz|marzo|mars|março',
  'april|apr|abril|avril|aprile',
  'may|mai|mayo|maio|maggio',
  'june|jun|juni|junio|juin|junho|giugno',
  'july|jul|juli|julio|juillet|julho|luglio',
  'august|aug|agosto|août',
  'september|sep|sept|septiembre|septembre|setembro|settembre',
  'october|oct|oktober|octubre|octobre|outubro|ottobre',
  'november|nov|noviembre|novembre|novembro',
  'december|dec|dezember|diciembre|décembre|dezembro|dicembre',
];
const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split('|').map((name) => [name, index + 1] as const)),
);
/** Month names, for patterns. */
export const MONTH_SOURCE = [...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join('|');

const DAY_SOURCE = '(\\d{1,2})(?:st|nd|rd|th|\\.)?';
const YEAR_SOURCE = '(\\d{4})';
/** A month of a year is one; "2021-22" is a season, but "2021-22-01" a day that does not exist. */
const ISO = /^(\d{4})-(?:(\d{2})-(\d{2})|(0[1-9]|1[0-2]))$/;
const BIG_ENDIAN = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_MONTH = new RegExp(
  `^${DAY_SOURCE}\\s+(?:of\\s+|de\\s+)?(${MONTH_SOURCE})\\.?(?:,?\\s+(?:de\\s+)?${YEAR_SOURCE})?$`,
  'iu',
);
const MONTH_DAY = new RegExp(
  `^(${MONTH_SOURCE})\\.?\\s+${DAY_SOURCE}(?:,?\\s+${YEAR_SOURCE})?$`,
  'iu',
);
const MONTH_YEAR = new RegExp(`^(${MONTH_SOURCE})\\.?,?\\s+(?:de\\s+)?${YEAR_SOURCE}$`, 'iu');
const WEEKDAY =
  /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+(?=\S)/i;

/** Years of two digits: those up to this are of this century. */
const TWO_DIGIT_PIVOT = 69;

type DateValue = Extract<Value, { type: 'date' }>;

/**
 * Reads a day or a month of a year, with or without its weekday; null for anything else. An impossible day (30
 * February) is a date without readings: it is never rolled over.
 */
export function parseDate(written: string): DateValue | null {
  const text = written.replace(WEEKDAY, '');
  const iso = ISO.exec(text) ?? BIG_ENDIAN.exec(text);
  if (iso !== null) return dateValue(text, [parts(iso[1], iso[2] ?? iso[4], iso[3])]);
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) return numericDate(numeric, text);
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth !== null)
    return dateValue(text, [parts(dayMonth[3], month(dayMonth[2]), dayMonth[1])]);
  const monthDay = MONTH_DAY.exec(text);
  if (monthDay !== null)
    return dateValue(text, [parts(monthDay[3], month(monthDay[1]), monthDay[2])]);
  const monthYear = MONTH_YEAR.exec(text);
  if (monthYear !== null)
    return dateValue(text, [parts(monthYear[2], month(monthYear[1]), undefined)]);
  return null;
}

function month(name: string | undefined): string {
  return String(MONTHS.get((name ?? '').toLowerCase()) ?? '');
}

function parts(
  year: string | undefined,
  monthText: string | undefined,
  day: string | undefined,
): DateParts {
  const number = (part: string | undefined) =>
    part === undefined || part === '' ? null : Number(part);
  return { year: number(year), month: number(monthText), day: number(day) };
}

/** d/m/y or m/d/y: both readings where both are possible. With dots the day stands first. */
function numericDate(match: RegExpExecArray, text: string): DateValue {
  const [, first, separator, second, yearText = ''] = match;
  const short = Number(yearText);
  const year =
    yearText.length === 4 ? yearText : String(short + (short <= TWO_DIGIT_PIVOT ? 2000 : 1900));
  const dayFirst = parts(year, second, first);
  return dateValue(text, separator === '.' ? [dayFirst] : [dayFirst, parts(year, first, second)]);
}

function dateValue(text: string, readings: readonly DateParts[]): DateValue {
  const possible = readings.filter(exists);
  const seen = new Set<string>();
  const distinct = possible.filter((reading) => {
    const key = JSON.stringify(reading);
    return seen.has(key) ? false : seen.add(key);
  });
  return { type: 'date', readings: distinct, text };
}

function exists({ year, month: inYear, day }: DateParts): boolean {
  if (inYear !== null && (inYear < 1 || inYear > 12)) return false;
  if (day === null || inYear === null) return day === null;
  // A leap year when none is given: 29 February exists.
  return day >= 1 && day <= new Date(Date.UTC(year ?? 2000, inYear, 0)).getUTCDate();
}
