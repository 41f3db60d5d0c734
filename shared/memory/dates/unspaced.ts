import { seasonSpan } from './absolute.ts';
import { partsOf, periodAt, type Unit, weekdayOf } from './calendar.ts';
import { during, onDay, type Reader, reader } from './reader.ts';

/** Days by a word of their own, as days from today. Chinese and Japanese. */
const DAY_WORDS: Readonly<Record<string, string>> = {
  '-2': '前天|一昨日|おととい',
  '-1': '昨天|昨日|昨晚|昨晩|昨夜|きのう',
  '0': '今天|今日|今晚|今晩|今早|今朝|今夜|きょう',
  '1': '明天|明日|明晚|あした',
  // "后天的" is "acquired".
  '2': '(?:后天|後天)(?![的性])|明後日|あさって',
};
const PERIODS: Readonly<Record<string, readonly [Unit, number]>> = {
  '(?:上|前一)(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?![一二三四五六日天末])|先週(?!の?[月火水木金土日]曜)':
    ['week', -1],
  '(?:下)(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?![一二三四五六日天末])|来週(?!の?[月火水木金土日]曜)':
    ['week', 1],
  '(?:本|这|這)(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?![一二三四五六日天末])|今週(?!の?[月火水木金土日]曜)':
    ['week', 0],
  '上(?:个|個)?(?:周|週)末|先週末': ['weekend', -1],
  '下(?:个|個)?(?:周|週)末|来週末': ['weekend', 1],
  '(?:本|这|這)(?:个|個)?(?:周|週)末|今週末': ['weekend', 0],
  '上(?:个|個)?月|先月': ['month', -1],
  '下(?:个|個)?月|来月': ['month', 1],
  '(?:本|这个|這個)月|今月': ['month', 0],
  '前年|一昨年|おととし': ['year', -2],
  '去年|昨年': ['year', -1],
  今年: ['year', 0],
  '明年|来年': ['year', 1],
};
const YEARS: readonly (readonly [RegExp, number])[] = [
  [/^(?:去|昨)年/u, -1],
  [/^今年/u, 0],
  [/^(?:明|来)年/u, 1],
];
const CHINESE_WEEKDAYS = '一二三四五六日';
const JAPANESE_WEEKDAYS = '月火水木金土日';
const SEASONS = '春夏秋冬';
const DIGITS = '一二三四五六七八九十';
const UNITS: readonly (readonly [RegExp, Unit, number])[] = [
  [/[周週星]/u, 'day', 7],
  [/月/u, 'month', 1],
  [/年/u, 'year', 1],
  [/[天日]/u, 'day', 1],
];
const COUNTED = '(?:天|日|周|週間|週|(?:个|個)?星期|(?:个|個|か|ヶ|カ|ヵ|ケ)月|年)';

/** Relative dates in Chinese and Japanese, which have no spaces between words. */
export const UNSPACED: readonly Reader[] = [
  ...Object.entries(DAY_WORDS).map(([by, names]) =>
    reader(names, (_, today) => onDay(today + Number(by), true)),
  ),
  ...Object.entries(PERIODS).map(([names, [unit, by]]) =>
    reader(names, (_, today) => during(periodAt(unit, by, today), true)),
  ),
  reader(
    '(?<by>上|下|本|这|這)(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?<day>[一二三四五六日天])',
    (g, today) =>
      inWeek(
        g.by === '上' ? -1 : g.by === '下' ? 1 : 0,
        CHINESE_WEEKDAYS.indexOf((g.day ?? '').replace('天', '日')),
        today,
      ),
  ),
  reader('(?<by>先|来|今)週の?(?<day>[月火水木金土日])曜日?', (g, today) =>
    inWeek(
      g.by === '先' ? -1 : g.by === '来' ? 1 : 0,
      JAPANESE_WEEKDAYS.indexOf(g.day ?? ''),
      today,
    ),
  ),
  reader('(?<year>[去昨今明来]年)の?(?<season>[春夏秋冬])(?:天|季)?', (g, today) => {
    const by = YEARS.find(([name]) => name.test(g.year ?? ''))?.[1] ?? 0;
    const [year] = partsOf(today);
    return during(seasonSpan(SEASONS.indexOf(g.season ?? ''), year + by), true);
  }),
  reader(
    `(?<![\\p{N}第])(?<n>\\d{1,3}|[${DIGITS}两兩]) ?(?<u>${COUNTED})(?<side>(?:以|之)?前|(?:以|之)?[后後])`,
    (g, today) => {
      const count = Number(g.n) || DIGITS.indexOf((g.n ?? '').replace(/[两兩]/u, '二')) + 1;
      const [, unit, factor] = UNITS.find(([names]) => names.test(g.u ?? '')) ?? [];
      if (unit === undefined || factor === undefined) return null;
      const sign = g.side?.endsWith('前') ? -1 : 1;
      return during(periodAt(unit, sign * count * factor, today), true);
    },
  ),
];

function inWeek(by: number, weekday: number, today: number) {
  return onDay(today - weekdayOf(today) + by * 7 + weekday, true);
}
