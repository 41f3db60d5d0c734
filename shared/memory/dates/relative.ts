import { seasonSpan } from './absolute.ts';
import { monthSpan, periodAt, type Span, type Unit, weekdayOf, yearlyAt } from './calendar.ts';
import { during, type Found, onDay, type Reader, reader } from './reader.ts';
import {
  MONTH,
  monthOf,
  NUMBER,
  numberOf,
  SEASON,
  seasonOf,
  UNIT,
  unitNamed,
  WEEKDAY,
  weekdayNamed,
  word,
} from './vocabulary.ts';

/** Days by a word of their own, as days from today. */
const DAY_WORDS: Readonly<Record<string, string>> = {
  '-2': "the day before yesterday|day before yesterday|vorgestern|avant-hier|anteayer|antier|anteontem|l['’]altro ieri|eergisteren|позавчера",
  '-1': 'yesterday|last night|gestern|letzte nacht|ayer|anoche|ontem|ieri|gisteren|вчера',
  '0': "today|tonight|this (?:morning|afternoon|evening)|heute|aujourd['’]hui|ce matin|ce soir|cet après-midi|hoy|esta (?:mañana|tarde|noche)|hoje|esta manhã|oggi|stamattina|stasera|vandaag|vanochtend|vanavond|сегодня",
  '1': '(?<!after )tomorrow|demain|amanhã|domani|завтра',
  '2': '(?:the )?day after tomorrow|übermorgen|après-demain|pasado mañana|depois de amanhã|dopodomani|overmorgen|послезавтра',
};
const LAST =
  'last|past|this past|previous|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrs]?|voorbije|afgelopen|прошл(?:ый|ая|ое|ой|ую|ом|ым|ого)|última?|último|passad[oa]|pasad[oa]';
const NEXT =
  'next|coming|this coming|nächste[nrsm]?|kommende[nrsm]?|volgende|próxim[oa]|prossim[oa]|следующ(?:ий|ая|ее|ей|ую|ем|им|его)';
const THIS = 'this|diese[nrsm]?|cet(?:te)?|ce|est[ea]|quest[oa]|deze|эт(?:от|а|о|ой|у|ом|им|ого)';
const LAST_AFTER = 'derni(?:er|ère)|passée?|pasad[oa]|passad[oa]|scors[oa]';
const NEXT_AFTER = 'prochaine?|que viene|que vem|próxim[oa]|prossim[oa]';
const NAMED = `(?<name>${WEEKDAY}|${MONTH}|${SEASON}|${UNIT})`;
const FEW = 'few|couple(?: of)?|some|several';
const COUNT = `(?<n>${NUMBER}|half a)`;

/** Dates that depend on the day they were written: "yesterday", "last Friday", "two weeks ago". */
export const RELATIVE: readonly Reader[] = [
  ...Object.entries(DAY_WORDS).map(([by, names]) =>
    reader(word(names), (_, today) => onDay(today + Number(by), true)),
  ),
  // French "yesterday" is German and Dutch for "here", German "tomorrow" also "morning".
  reader(word('hier'), (_, today, { isFrench }) => onDay(isFrench ? today - 1 : null, true)),
  reader(word('morgen'), (_, today, { before, match }) =>
    match !== 'morgen' || /(?:guten|goede|am|jeden|dieser|heute|gestern|ieder[e]?) $/i.test(before)
      ? null
      : onDay(today + 1, true),
  ),
  reader(word('mañana'), (_, today, { before }) =>
    /\b(?:la|esta|cada|una|buena|de|toda la) $/i.test(before) ? null : onDay(today + 1, true),
  ),
  reader(
    `${word(`(?<last>${LAST})|(?<next>${NEXT})|(?<this>${THIS})`)} ${word(NAMED)}(?: ${word(`(?<lastAfter>${LAST_AFTER})`)})?`,
    ({ name = '', last, lastAfter, next }, today) => {
      const by = (last ?? lastAfter) !== undefined ? -1 : next !== undefined ? 1 : 0;
      return named(name, by, today, next?.toLowerCase() !== 'next');
    },
  ),
  reader(`${word(NAMED)} ${word(`(?<last>${LAST_AFTER})|(?<next>${NEXT_AFTER})`)}`, (g, today) =>
    named(g.name ?? '', g.last === undefined ? 1 : -1, today, true),
  ),
  reader(
    `${word(`last|past|the last|the past`)} ${word(`(?<n>${NUMBER}|${FEW})`)} (?<u>days|weeks|months|years)(?!\\p{L})`,
    (g, today) => {
      const span = distance(g.n ?? '', unitNamed(g.u ?? ''), -1, today);
      return span === null ? null : { ...span, to: today };
    },
  ),
  reader(
    `${word(`(?:a )?(?<few>${FEW})|${COUNT}`)} (?<u>${UNIT}) ${word('ago|back|geleden|atrás|fa|назад')}`,
    (g, today) => distance(g.few ?? g.n ?? '', unitNamed(g.u ?? ''), -1, today),
  ),
  reader(`${word(`vor|il y a|hace|há`)} ${word(COUNT)} (?<u>${UNIT})(?!\\p{L})`, (g, today) =>
    distance(g.n ?? '', unitNamed(g.u ?? ''), -1, today),
  ),
  reader(
    `${word('in|within|dans|dentro de|daqui a|tra|fra|over|через')} ${word(`(?:a )?(?<few>${FEW})|${COUNT}`)} (?<u>${UNIT})(?!\\p{L})(?! (?:ago|of|or|period|plan))`,
    (g, today, { before, match }) =>
      // English "over" and Portuguese "em" also say for how long.
      PAST.test(before) || (/^over /i.test(match) && !DUTCH_UNIT.test(match))
        ? null
        : distance(g.few ?? g.n ?? '', unitNamed(g.u ?? ''), 1, today),
  ),
  reader(`${word(COUNT)} (?<u>${UNIT}) from (?:now|today)(?!\\p{L})`, (g, today) =>
    distance(g.n ?? '', unitNamed(g.u ?? ''), 1, today),
  ),
  reader(`${word('неделю|месяц|год')} назад`, (_, today, { match }) =>
    distance('1', unitNamed(match.split(' ')[0] ?? ''), -1, today),
  ),
  reader(
    `${word('on|by|until|before|since|this')} ${word(`(?<name>${WEEKDAY})`)}(?! (?:and|or|to)(?!\\p{L}))`,
    ({ name = '' }, today, { before, match }) =>
      plainWeekday(weekdayNamed(name), before, match, today),
  ),
];

/** A weekday, month, season or unit before (-1), after (1) or around today. */
function named(name: string, by: number, today: number, isFirst: boolean): Found | null {
  const weekday = weekdayNamed(name);
  if (weekday >= 0) return onDay(weekdayAt(weekday, by, today, isFirst), true);
  const month = monthOf(name);
  if (month > 0)
    return during(
      yearlyAt((year) => monthSpan(year, month), by, today),
      true,
    );
  const season = seasonOf(name);
  if (season >= 0)
    return during(
      yearlyAt((year) => seasonSpan(season, year), by, today),
      true,
    );
  const unit = unitNamed(name);
  // "the last day" is that of something.
  return unit === null || unit === 'day' ? null : during(periodAt(unit, by, today), true);
}

/** "last": the one before today. "next": in English that of next week, elsewhere (`isFirst`) the first. */
function weekdayAt(weekday: number, by: number, today: number, isFirst: boolean): number {
  const inWeek = today - weekdayOf(today) + weekday;
  if (by < 0) return inWeek < today ? inWeek : inWeek - 7;
  if (by === 0) return inWeek;
  return isFirst && inWeek > today ? inWeek : inWeek + 7;
}

/** Verbs that tell whether a weekday is over; without one it may be either. */
/** Units as Dutch writes them: "over drie dagen" is in three days, "over three days" is not. */
const DUTCH_UNIT = /(?:dagen|weken|maanden|jaar|maand|dag)$/i;
const PAST =
  /\b(?:was|were|had|went|got|saw|met|took|made|came|bought|did|ate|ran|won|lost|left|gave|found|heard|told|said|began|\p{L}{2,}ed)\b/iu;
const FUTURE =
  /\b(?:will|going to|gonna|see you|let's|plan(?:s|ning)?|due|deadline|is|are|'ll|can|should|must|need)\b/i;
const UNTIL = /^(?:by|until|before) /i;

function plainWeekday(weekday: number, before: string, match: string, today: number): Found | null {
  const [isPast, isFuture] = [PAST.test(before), FUTURE.test(before) || UNTIL.test(match)];
  if (isPast === isFuture) return null;
  return onDay(weekdayAt(weekday, isPast ? -1 : 1, today, true), true);
}

/** Units of at least a month are meant as a whole; "a few" is two to five. */
function distance(count: string, unit: Unit | null, sign: number, today: number): Found | null {
  if (unit === null) return null;
  const isHalf = /^half/i.test(count);
  const isFew = /^(?:few|some|several)/i.test(count);
  if (isHalf) return unit === 'year' ? during(periodAt('month', sign * 6, today), true) : null;
  const [least, most] = isFew ? [2, 5] : [countOf(count), countOf(count)];
  if (least === 0) return null;
  const near = away(unit, sign * least, today);
  const far = away(unit, sign * most, today);
  return during({ from: Math.min(near.from, far.from), to: Math.max(near.to, far.to) }, true);
}

function countOf(count: string): number {
  return /^couple/i.test(count) ? 2 : numberOf(count);
}

function away(unit: Unit, by: number, today: number): Span {
  if (unit === 'week') return periodAt('day', by * 7, today);
  return periodAt(unit, by, today);
}
