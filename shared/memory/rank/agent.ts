import { isStopWord } from '../../score/words.ts';

/** A name with an ending of its language has at most this many further letters ("Анна" → "Анны"). */
const MAX_ENDING_CHARS = 3;
/** What is left of a name before its ending; shorter stems are the beginning of too many words. */
const MIN_STEM_CHARS = 3;

/** "Anna and Bob", in the languages of the dialogues that were tried. */
const AND =
  'and|&|\\+|und|y|e|et|i|a|en|og|och|ja|ve|и|та|й|і|και|و|और|dan|và|和|与|與|跟|及|と|과|와|하고|랑';
/** Both are meant. */
const TOGETHER = new RegExp(
  '(?<!\\p{L})(?:both|together|beide[nr]?|zusammen|gemeinsam|ambos|ambas|juntos|juntas|ensemble|' +
    'les deux|entrambi|insieme|os dois|as duas|samen|oba|obie|razem|birlikte|ikisi|bersama|cùng nhau|' +
    'оба|обе|вместе|обоих|разом|обидва|μαζί|και οι δύο|كلاهما|معا|दोनों)(?!\\p{L})|' +
    '一起|两人|兩人|二人|一緒|둘 ?다|둘이|함께|같이',
  'iu',
);
/** People of whom a name is only a role speak of themselves. */
const OWN_ROLES: ReadonlySet<string> = new Set(['user', 'human', 'customer', 'client']);
const FIRST_PERSON = /(?<![\p{L}'’])(?:I|I['’]\p{L}+|my|me|mine|myself)(?![\p{L}'’])/iu;
const SECOND_PERSON = /(?<![\p{L}'’])(?:you|your|yours)(?![\p{L}])/iu;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Scripts whose words join particles to a name in front ("وآنا", "לאנה"). */
const PREFIXED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const MAX_PREFIX_CHARS = 2;
const CAPITAL = /\p{Lu}/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const ENDING_VOWEL = /[aeiouyаеёиоуыэюяійїαεηιουωάέήίόύώς]$/u;

interface QuestionWord {
  /** Without accents, lower-case. */
  readonly plain: string;
  readonly isCapital: boolean;
  readonly at: number;
  readonly length: number;
}

interface Mention {
  readonly speaker: string;
  readonly start: number;
  readonly end: number;
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function hasCase(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase();
}

function wordsOf(text: string): readonly QuestionWord[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const first = word.charAt(0);
    return {
      plain: plain(word),
      isCapital: !hasCase(first) || first !== first.toLowerCase(),
      at: index,
      length: word.length,
    };
  });
}

/** Whether `word` is `name` with another ending, as names are declined ("Анна" → "Анне"). */
function isDeclined(word: string, name: string): boolean {
  const stem = name.replace(ENDING_VOWEL, '');
  if (stem.length < MIN_STEM_CHARS || !word.startsWith(stem)) return false;
  return word.length - stem.length <= MAX_ENDING_CHARS;
}

function isPrefixed(word: string, name: string): boolean {
  return (
    PREFIXED.test(name) && word.endsWith(name) && word.length - name.length <= MAX_PREFIX_CHARS
  );
}

/**
 * Finds a name, or its first word, in a question. A name that is a common word as well ("Will") has to
 * have a capital there, unless nothing in the question has.
 */
function findName(speaker: string, text: string, words: readonly QuestionWord[]): Mention | null {
  if (UNSPACED.test(speaker)) {
    const start = text.indexOf(speaker);
    return start < 0 ? null : { speaker, start, end: start + speaker.length };
  }
  const name = wordsOf(speaker)[0]?.plain ?? '';
  const needsCapital = isStopWord(name) && CAPITAL.test(text);
  return mentionAt(
    speaker,
    words.find((word) => {
      if (needsCapital && !word.isCapital) return false;
      return word.plain === name || isPrefixed(word.plain, name);
    }),
  );
}

/** Finds a declined name; with a capital where the script has them, or "Anna" would be in "annals". */
function findDeclined(speaker: string, words: readonly QuestionWord[]): Mention | null {
  const name = wordsOf(speaker)[0]?.plain ?? '';
  return mentionAt(
    speaker,
    words.find((word) => word.isCapital && isDeclined(word.plain, name)),
  );
}

function mentionAt(speaker: string, word: QuestionWord | undefined): Mention | null {
  return word === undefined ? null : { speaker, start: word.at, end: word.at + word.length };
}

function mentions(text: string, speakers: readonly string[]): readonly Mention[] {
  const words = wordsOf(text);
  // Per speaker, so that "Anna and Boris" is two people although only one of them is declined.
  const exact = speakers.map((speaker) => findName(speaker, text, words));
  const taken = new Set(exact.map((mention) => mention?.start));
  const found = speakers.map((speaker, i) => {
    const declined = exact[i] ?? findDeclined(speaker, words);
    // "Annas" is Annas, where there is somebody of that name.
    return exact[i] === null && taken.has(declined?.start) ? null : declined;
  });
  return found
    .filter((mention) => mention !== null)
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The speaker that "I" or "you" means in a conversation of a user and an assistant; null elsewhere. */
function roleMeant(text: string, speakers: readonly string[]): string | null {
  const own = speakers.find((speaker) => OWN_ROLES.has(speaker.toLowerCase()));
  if (own === undefined || !FIRST_PERSON.test(text) || SECOND_PERSON.test(text)) return null;
  return own;
}

/**
 * Whom a question is about: the first of the known speakers that it names, in the nominative or declined,
 * or the user where they speak of themselves. Null when it names none, or two at once ("Anna and Bob",
 * "both", "together").
 */
export function agentOf(question: string, speakers: readonly string[]): string | null {
  const text = question.normalize('NFC');
  const [first, second] = mentions(text, speakers);
  if (first === undefined) return roleMeant(text, speakers);
  if (TOGETHER.test(text)) return null;
  if (second === undefined) return first.speaker;
  const between = text.slice(first.end, second.start);
  const isJoined = new RegExp(`^['’]?s?\\s*(?:${AND})\\s*$`, 'iu').test(between);
  return isJoined ? null : first.speaker;
}
