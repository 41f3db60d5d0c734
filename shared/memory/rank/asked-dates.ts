import { parseDate } from '../../values/dates.ts';
import type { DateParts } from '../../values/types.ts';

/** A question names its day in its beginning; a task of pages is full of dates. */
const MAX_LOOK_CHARS = 2_000;

/** What each month is called, January first: whole words, or their beginnings before "…". */
const MONTHS: readonly string[] = [
  'january jan enero janvier januar janeiro gennaio januari januar stycz… sty ocak январ… січ… ιανουαρ… يناير जनवरी ינואר tammikuu…',
  'february feb febrero février fevrier februar fevereiro febbraio februari lut… şubat феврал… лют… φεβρουαρ… فبراير फरवरी פברואר helmikuu…',
  'march marzo mars märz março maart marzec marca mart… март… берез… μαρτ… مارس मार्च מרץ maaliskuu…',
  'april apr abril avril aprile kwie… nisan… апрел… квіт… απριλ… أبريل अप्रैल אפריל huhtikuu…',
  'may mayo mai maio maggio mei maj… mayıs… май мая мае трав… μαΐ… μαϊ… μάι… مايو मई מאי toukokuu…',
  'june jun junio juin juni junho giugno czerw… haziran… июн… черв… ιουν… يونيو जून יוני kesäkuu…',
  'july jul julio juillet juli julho luglio lip… temmuz… июл… лип… ιουλ… يوليو जुलाई יולי heinäkuu…',
  'august aug agosto août aout augustus sierp… ağustos… август… серп… αυγ… أغسطس अगस्त אוגוסט elokuu…',
  'september sep sept septiembre septembre setembro settembre wrze… eylül… сентябр… верес… σεπτ… سبتمبر सितंबर ספטמבר syyskuu…',
  'october oct octubre octobre oktober outubro ottobre październik… ekim… октябр… жовт… οκτ… أكتوبر अक्टूबर אוקטובר lokakuu…',
  'november nov noviembre novembre novembro listopad… kasım… ноябр… листопад… νοε… نوفمبر नवंबर נובמבר marraskuu…',
  'december dec diciembre décembre decembre dezember dezembro dicembre grud… aralık… декабр… груд… δεκ… ديسمبر दिसंबर דצמבר joulukuu…',
];
/** Words that are a month only beside a day or a year, or behind a word such as "in". */
const AMBIGUOUS = new Set(
  'may march mars mart marca mai mei mayo mar jan sep sept dec nov jun jul apr aug oct feb sty lip lut maj'.split(
    ' ',
  ),
);
const IN_FRONT =
  /(?:^|\s)(?:in|of|since|until|till|during|by|from|last|this|next|early|late|mid|before|after|en|im|seit|de|depuis|em|a|w|od|в|с)\s+$/iu;

const DAY_BEFORE =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|-?[гмо]о?)?\s+(?:of\s+|de\s+|di\s+)?$/iu;
const DAY_AFTER = /^\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?!\d)/iu;
const YEAR_AFTER =
  /^\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?(?!\d))?,?\s+(?:of\s+|del?\s+|di\s+)?(\d{4})(?!\d)/iu;
const YEAR_BEFORE = /(?<!\d)(\d{4})\s+$/u;
const NUMERIC =
  /(?<![\d./-])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?![\d/-])/gu;
/** "2023年5月7日", "5월 7일", "tháng 5". */
const COUNTED =
  /(?:(\d{4})\s?[年년]\s?)?(\d{1,2})\s?[月월](?!间)(?:\s?(\d{1,2})\s?[日号號일])?|(?:ngày (\d{1,2}) )?tháng (\d{1,2})(?: năm (\d{4}))?/gu;

const MONTH_OF = new Map<string, number>();
const PREFIXES: string[] = [];
MONTHS.forEach((names, index) => {
  for (const name of names.split(' ')) {
    if (name.endsWith('…')) PREFIXES.push(name.slice(0, -1));
    MONTH_OF.set(name.replace('…', ''), index + 1);
  }
});
const EXACT = [...MONTH_OF.keys()].filter((name) => !PREFIXES.includes(name));
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:(${alternatives(EXACT)})|(${alternatives(PREFIXES)})\\p{L}{0,6})(?![\\p{L}\\p{M}\\p{N}])`,
  'giu',
);

function alternatives(names: readonly string[]): string {
  return [...names].sort((a, b) => b.length - a.length).join('|');
}

function number(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function named(text: string): readonly DateParts[] {
  return [...text.matchAll(NAMED)].flatMap((match): readonly DateParts[] => {
    const [written, exact, prefix = ''] = match;
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    const after = text.slice(match.index + written.length, match.index + written.length + 24);
    const name = (exact ?? prefix).toLowerCase();
    const day = number(DAY_BEFORE.exec(before)?.[1] ?? DAY_AFTER.exec(after)?.[1]);
    const year = number(YEAR_AFTER.exec(after)?.[1] ?? YEAR_BEFORE.exec(before)?.[1]);
    const isAlone = day === null && year === null;
    if (isAlone && AMBIGUOUS.has(name) && !IN_FRONT.test(before)) return [];
    return [{ year, month: MONTH_OF.get(name) ?? null, day }];
  });
}

function numeric(text: string): readonly DateParts[] {
  return [...text.matchAll(NUMERIC)].flatMap(([written]) => parseDate(written)?.readings ?? []);
}

function counted(text: string): readonly DateParts[] {
  return [...text.matchAll(COUNTED)].map(([, year, month, day, dayFirst, monthNext, yearLast]) => ({
    year: number(year ?? yearLast),
    month: number(month ?? monthNext),
    day: number(day ?? dayFirst),
  }));
}

function exists({ month, day }: DateParts): boolean {
  return month !== null && month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}

/**
 * The days and months that a question names, in the languages of `MONTHS`, with the year where it is
 * given; every reading of an ambiguous one. `[]` for none. Looks at the first 2,000 characters.
 */
export function askedDates(question: string): readonly DateParts[] {
  const text = question.slice(0, MAX_LOOK_CHARS).normalize('NFC');
  return [...named(text), ...numeric(text), ...counted(text)].filter(exists);
}
