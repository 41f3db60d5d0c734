import { dayOf, monthSpan, type Span, yearlyAt } from './calendar.ts';
import { during, type Found, onDay, type Reader, reader } from './reader.ts';
import { MONTH, monthOf, SEASON, seasonOf, word } from './vocabulary.ts';

/** Before and after digits: no number, id, path or version goes on there. */
const OPEN = '(?<![\\p{L}\\p{N}_$€£#/.:@-])';
const CLOSE = '(?![\\p{L}\\p{N}_%/])(?![.,:-]\\p{N})';
const ORDINAL = '(?:st|nd|rd|th|\\.|º|er)?';
const OF = '(?: of| de| del)?';
const YEAR = '(?:19|20)\\d\\d';
/** "30 February 2023" is no day, and not its month either. */
const NO_DAY = '(?<!\\p{N}[\\p{L}.º]{0,2} (?:of |de )?)';
const DASH = '(?: ?[-–—] ?| (?:to|and|bis|au|al?|до) )';
/** What a bare month or year stands behind; "may" and "march" alone are verbs. */
const IN =
  '(?:in|since|during|around|by|until|till|through|throughout|from|of|early|late|mid|im|seit|ab|bis|en|depuis|desde|durante|em|nel|sinds|в|с)';
/** What is counted, not dated: "in 2000 steps". */
const COUNTED =
  '(?! ?(?:%|people|users|steps|words|dollars|euros|items|rows|lines|km|m|ms|kg|tokens|characters|files|pages|copies|cases|hours|days|times)(?!\\p{L}))';

/** Dates that are written out, in whole or in part; a day or month without a year is the nearest one. */
export const ABSOLUTE: readonly Reader[] = [
  reader(
    `${OPEN}(?<y>\\d{4})(?<s>[-/.])(?<m>\\d{1,2})\\k<s>(?<d>\\d{1,2})(?:(?=T\\d\\d:)|${CLOSE})`,
    (g) => written(g.y, Number(g.m), g.d),
  ),
  reader(
    `${OPEN}(?<a>\\d{1,2})(?<s>[-/.])(?<b>\\d{1,2})\\k<s>(?<y>\\d{4})${CLOSE}`,
    (g, _, around) => {
      const [a, b] = [Number(g.a), Number(g.b)];
      const isDayFirst = g.s === '.' || a > 12 || around.isDayFirst || a === b;
      // "05/07/2023" is two days until something tells which part is the month.
      if (!isDayFirst && b <= 12) return null;
      return isDayFirst ? written(g.y, b, g.a) : written(g.y, a, g.b);
    },
  ),
  reader(
    `${OPEN}(?:(?<from>\\d{1,2})${ORDINAL}${DASH})?(?<d>\\d{1,2})${ORDINAL}${OF} (?<m>${MONTH})\\.?(?:(?:,| of| de| del)? (?<y>\\d{4}))?(?![\\p{L}\\p{N}_])`,
    (g, today, { before, match }) => dayMonth(g.from, g.d, g.m, g.y, today, before, match),
  ),
  reader(
    `${word(`(?<m>${MONTH})`)}\\.? (?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?(?:${DASH}(?<to>\\d{1,2})(?:st|nd|rd|th)?)?(?:,? (?<y>\\d{4}))?${CLOSE}`,
    (g, today, { before, match }) =>
      g.to === undefined
        ? dayMonth(undefined, g.d, g.m, g.y, today, before, match)
        : dayMonth(g.d, g.to, g.m, g.y, today, before, match),
  ),
  reader(
    `${NO_DAY}${word(`(?<m>${MONTH})`)}\\.?,?(?: of| de| del)? (?<y>${YEAR})(?: (?:года?|году))?${CLOSE}`,
    (g) => {
      const month = monthOf(g.m ?? '');
      return during(monthSpan(Number(g.y), month), false);
    },
  ),
  reader(`${word(`(?<s>${SEASON})`)}(?: of| de| del)? (?<y>${YEAR})${CLOSE}`, (g) =>
    during(seasonSpan(seasonOf(g.s ?? ''), Number(g.y)), false),
  ),
  reader(
    `${word(IN)}(?:[ -](?:the|early|late|mid|o|el|le))?[ -](?<m>${MONTH})(?![\\p{L}\\p{N}_]| \\d)`,
    (g, today) => {
      const name = g.m ?? '';
      const month = monthOf(name);
      // A name is written with a capital where a small letter makes it a verb or another word.
      if (/^(?:may|march|mar|sept?|jun|jul|dec|mei)$/.test(name)) return null;
      return during(
        yearlyAt((year) => monthSpan(year, month), 0, today),
        true,
      );
    },
  ),
  reader(
    `${word(IN)}(?: (?:the year|early|late|mid|jahr|année|año))?[ -](?<y>${YEAR})(?: (?:году|года))?${CLOSE}${COUNTED}`,
    (g) => during(monthSpan(Number(g.y), 1, 12), false),
  ),
  reader(
    '(?<![\\p{N}])(?:(?<y>\\d{4}) ?年 ?)?(?<m>\\d{1,2}) ?月(?: ?(?<d>\\d{1,2}) ?[日号號])?',
    (g, today) => {
      if (g.d !== undefined) return monthDay(undefined, g.d, Number(g.m), g.y, today);
      const month = Number(g.m);
      // "3月" is March only beside a year: "3个月" and "3月間" count months.
      return g.y === undefined || month > 12 ? null : during(monthSpan(Number(g.y), month), false);
    },
  ),
  reader(`(?<![\\p{N}])(?<y>${YEAR}) ?年(?! ?\\d{1,2} ?月)(?![前后後間间])`, (g) =>
    during(monthSpan(Number(g.y), 1, 12), false),
  ),
];

/** Spring is March to May; northern seasons, as texts seldom say which half of the earth is meant. */
export function seasonSpan(season: number, year: number): Span {
  return monthSpan(year, 3 + season * 3, 3);
}

function written(year: string | undefined, month: number, day: string | undefined): Found | null {
  return onDay(dayOf(Number(year), month, Number(day)), false);
}

function dayMonth(
  from: string | undefined,
  day: string | undefined,
  name = '',
  year: string | undefined,
  today: number,
  before: string,
  match: string,
): Found | null {
  // "1 may be", "2 march on": without a year these are no months unless written with a capital.
  if (year === undefined && /^(?:may|march|mar|sun|sept)$/.test(name)) return null;
  // "2 Mar" and "5 Dec" may be anything behind a word that counts or measures.
  if (year === undefined && /(?:version|page|step|room|chapter|v\.?) ?$/i.test(before)) return null;
  return match === '' ? null : monthDay(from, day, monthOf(name), year, today);
}

function monthDay(
  from: string | undefined,
  day: string | undefined,
  month: number,
  year: string | undefined,
  today: number,
): Found | null {
  const spanIn = (inYear: number): Span | null => {
    const first = dayOf(inYear, month, Number(from ?? day));
    const last = dayOf(inYear, month, Number(day));
    return first === null || last === null ? null : { from: first, to: last };
  };
  return year === undefined
    ? during(yearlyAt(spanIn, 0, today), true)
    : during(spanIn(Number(year)), false);
}
