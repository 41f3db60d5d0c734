import type { Unit } from './calendar.ts';

/** English, German, French, Spanish, Portuguese, Italian, Dutch, Russian; one line per month. */
const MONTH_LINES = `
january jan januar janvier enero janeiro gennaio januari январ[ьяе]
february feb februar février febrero fevereiro febbraio februari феврал[ьяе]
march mar märz mars marzo março maart март[ае]?
april apr avril abril aprile апрел[ьяе]
may mai mayo maio maggio mei ма[йяе]
june jun juni juin junio junho giugno июн[ьяе]
july jul juli juillet julio julho luglio июл[ьяе]
august aug août agosto augustus август[ае]?
september sept sep septembre septiembre setembro settembre сентябр[ьяе]
october oct oktober octobre octubre outubro ottobre октябр[ьяе]
november nov novembre noviembre novembro ноябр[ьяе]
december dec dezember décembre diciembre dezembro dicembre декабр[ьяе]`;
/** The same, from Monday on. */
const WEEKDAY_LINES = `
monday mon montag lundi lunes segunda-feira lunedì maandag понедельник
tuesday tues tue dienstag mardi martes terça-feira martedì dinsdag вторник
wednesday weds wed mittwoch mercredi miércoles quarta-feira mercoledì woensdag сред[ауы]
thursday thurs thur thu donnerstag jeudi jueves quinta-feira giovedì donderdag четверг
friday fri freitag vendredi viernes sexta-feira venerdì vrijdag пятниц[ауы]
saturday sat samstag sonnabend samedi sábado sabato zaterdag суббот[ауы]
sunday sun sonntag dimanche domingo domenica zondag воскресень[еяю]`;
const SEASON_LINES = `
spring frühling frühjahr printemps primavera lente весн(?:а|у|ой|ы)
summer sommer été verano verão zomer лет(?:о|ом)
autumn fall herbst automne otoño outono autunno herfst осень(?:ю)?
winter hiver invierno inverno зим(?:а|у|ой|ы)`;
const UNIT_LINES: Readonly<Record<Unit, string>> = {
  day: 'days? tag(?:e|en)? jours? días? dias? giorn[oi] dag(?:en)? день дня дней',
  week: 'weeks? wochen? semaines? semanas? settiman[ae] weken недел[юяьеи]',
  weekend: 'weekends? week-ends? wochenenden? fin(?:es)?_de_semana fim_de_semana fine_settimana',
  month: 'months? monat(?:e|en|s)? mois mes(?:es)? mês mes[ei] maand(?:en)? месяц(?:а|ев|е)?',
  quarter: 'quarters? quartale? trimestres?',
  year: 'years? jahr(?:e|en|es)? ans? années? años? anos? ann[oi] jaar год(?:а|у)? лет',
};
const NUMBER_LINES = `
a an one eine[mnr]? ein une? un[ao]? um uma een один одну
two couple zwei deux dos dois duas due twee два две
three drei trois tres três tre drie три
four vier quatre cuatro quatro quattro четыре
five fünf cinq cinco cinque vijf пять
six sechs seis sei zes шесть
seven sieben sept siete sete sette zeven семь
eight acht huit ocho oito otto восемь
nine neun neuf nueve nove negen девять
ten zehn dix diez dez dieci tien десять
eleven elf onze once undici одиннадцать
twelve zwölf douze doce doze dodici twaalf двенадцать`;

const lines = (text: string) => text.trim().split('\n');
const source = (line: string) => line.trim().split(/\s+/).join('|').replaceAll('_', ' ');
const sources = (text: string) => lines(text).map(source);
const matchers = (text: string) => sources(text).map((names) => new RegExp(`^(?:${names})$`, 'iu'));

const MONTHS = matchers(MONTH_LINES);
const WEEKDAYS = matchers(WEEKDAY_LINES);
const SEASONS = matchers(SEASON_LINES);
const NUMBERS = matchers(NUMBER_LINES);
const UNIT_NAMES: readonly Unit[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year'];
const UNITS = UNIT_NAMES.map(
  (unit) => [unit, new RegExp(`^(?:${source(UNIT_LINES[unit])})$`, 'iu')] as const,
);

/** Names of months, for patterns. */
export const MONTH = sources(MONTH_LINES).join('|');
/** Names of weekdays, for patterns. */
export const WEEKDAY = sources(WEEKDAY_LINES).join('|');
/** Names of seasons, for patterns. */
export const SEASON = sources(SEASON_LINES).join('|');
/** Numbers in digits or words up to twelve, for patterns. */
export const NUMBER = `\\d{1,3}|${sources(NUMBER_LINES).join('|')}`;
/** Names of units of the calendar, for patterns. */
export const UNIT = Object.values(UNIT_LINES).map(source).join('|');

/** 1–12; 0 for no month. */
export const monthOf = (name: string) => MONTHS.findIndex((names) => names.test(name)) + 1;
/** Monday is 0; -1 for no weekday. */
export const weekdayNamed = (name: string) => WEEKDAYS.findIndex((names) => names.test(name));
/** Spring is 0; -1 for no season. */
export const seasonOf = (name: string) => SEASONS.findIndex((names) => names.test(name));
/** 0 for no number up to twelve. */
export const numberOf = (text: string) =>
  Number(text) || NUMBERS.findIndex((names) => names.test(text)) + 1;
/** Null for no unit of the calendar. */
export const unitNamed = (name: string): Unit | null =>
  UNITS.find(([, names]) => names.test(name))?.[0] ?? null;

/** `names` as words of their own, for scripts that write spaces. */
export const word = (names: string) => `(?<![\\p{L}\\p{N}_])(?:${names})(?![\\p{L}\\p{N}_])`;
