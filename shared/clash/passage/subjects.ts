import { TextCache } from '../../compare/text-cache.ts';
import { proseSentences } from './prose.ts';
import { textWords } from './words.ts';

/** What a text is about: its first name, and what tells it from others of that name. */
export interface HeadEntity {
  readonly name: string;
  /** Lower-case words after a comma or in brackets behind the name; "" without any. */
  readonly qualifier: string;
}

/** The start of a text in which its head entity is looked for. */
const HEAD_WORDS = 25;
const HEAD_CHARS = 400;
const CAPITAL = "\\p{Lu}[\\p{L}\\p{M}\\p{N}.'’&-]*";
const RUN = new RegExp(
  `${CAPITAL}(?:\\s(?:(?:of|de|van|von|the|and|for)\\s)?${CAPITAL}){0,7}`,
  'gu',
);
const OPENING_RUN = new RegExp(`^(?:(?:The|A|An)\\s)?(${RUN.source})`, 'u');
/** "(footballer)" or ", Maharashtra" right behind a name. */
const QUALIFIER = new RegExp(`^\\s?(?:\\(([^()]{1,60})\\)|,\\s(${RUN.source}))`, 'u');
/** Words that open a sentence with a capital and name nothing. */
const NO_NAME =
  /^(?:The|A|An|In|On|At|By|For|From|It|He|She|They|We|I|You|This|That|These|Those|There|His|Her|Its|Their|Our|My|Your|When|While|After|Before|As|If|But|And|Or|So|However|Although|Since|Until|During|According|Who|What|Which|No|Not|All|Some|Many|Most|Each|Both|One|Two|Three|With|Without|Under|Also|Then|Later|Today|Born|Note)$/u;
const PRONOUN =
  /^(?:it|he|she|they|we|i|you|this|that|these|those|there|his|her|its|their|our|my|your)\b/i;
/** Dates of a life in brackets qualify nothing; a bare year does ("the 1981 film"). */
const LIFE_DATES = /\d{3,4}\s*[-–]|[-–]\s*\d|\bborn\b|\d{1,2}\s\p{L}+\s\d{4}|\p{L}+\s\d{1,2},/u;
/** Words of two letters or fewer are initials. */
const MIN_NAME_WORD_CHARS = 3;

const heads = new TextCache<HeadEntity | null>();
const names = new TextCache<ReadonlySet<string>>();

/** The head entity of a text, null when its opening names nothing. */
export function headEntity(text: string): HeadEntity | null {
  return heads.get(text, readHead);
}

function readHead(text: string): HeadEntity | null {
  const head = proseSentences(text)
    .slice(0, 2)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, HEAD_CHARS)
    .split(/\s+/, HEAD_WORDS)
    .join(' ');
  for (const match of head.matchAll(RUN)) {
    const name = withoutOpening(match[0]);
    if (name === '') continue;
    const behind = QUALIFIER.exec(head.slice(match.index + match[0].length));
    const said = (behind?.[1] ?? behind?.[2] ?? '').toLowerCase();
    const own = nameWords(name);
    const further = [...nameWords(said)].filter((word) => !own.has(word)).join(' ');
    return { name: name.toLowerCase(), qualifier: LIFE_DATES.test(said) ? '' : further };
  }
  return null;
}

/**
 * The name a sentence opens with, lower case; null when it opens with something else. Any word has a
 * capital there: one alone is a name when `known` has it, the words that are written so elsewhere.
 */
export function openingName(sentence: string, known: ReadonlySet<string>): string | null {
  const run = OPENING_RUN.exec(sentence)?.[1];
  const name = run === undefined ? '' : withoutOpening(run).toLowerCase();
  if (name === '' || (!name.includes(' ') && !known.has(name))) return null;
  return name;
}

/** The words of a text that are written as names inside its sentences, lower case. */
export function namesIn(text: string): ReadonlySet<string> {
  return names.get(text, readNames);
}

function readNames(text: string): ReadonlySet<string> {
  return new Set(textWords(text).flatMap(({ isName, key }) => (isName ? [key] : [])));
}

/** Whether a sentence opens with a pronoun or a determiner that points elsewhere. */
export function opensWithPronoun(sentence: string): boolean {
  return PRONOUN.test(sentence);
}

/** Two names mean the same when they are equal or one has all of at least two words of the other. */
export function isSameName(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [nameWords(a), nameWords(b)];
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  return few.size >= 2 && [...few].every((word) => many.has(word));
}

/**
 * Whether two texts with one head name may mean different bearers of it: one says which one it means and
 * the other does not say the same.
 */
export function isOtherBearer(a: HeadEntity | null, b: HeadEntity | null): boolean {
  if (a === null || b === null || (a.qualifier === '' && b.qualifier === '')) return false;
  const words = nameWords(a.qualifier);
  return ![...nameWords(b.qualifier)].some((word) => words.has(word));
}

function nameWords(name: string): ReadonlySet<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= MIN_NAME_WORD_CHARS));
}

function withoutOpening(run: string): string {
  const words = run.split(/\s/);
  while (words.length > 0 && NO_NAME.test(words[0] ?? '')) words.shift();
  while (words.length > 0 && /^\p{Ll}/u.test(words[0] ?? '')) words.shift();
  return words.join(' ').replace(/[.'’]+$/u, '');
}
