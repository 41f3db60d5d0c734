import type { Span } from '../../types.ts';
import { valueTokens } from '../../values/tokens.ts';
import type { Value } from '../../values/types.ts';
import { lemma } from '../../words/lemma.ts';
import { AUXILIARIES, NEGATIONS, STOP_WORDS, UNDENIED } from './lexicon/function-words.ts';

/** What a token does in its sentence. */
export type TokenKind = 'content' | 'stop' | 'auxiliary' | 'negation' | 'punctuation';

/** A word, a whole value ("8 February 1900", "at least 3 GB") or a mark. Offsets are into the text. */
export interface Token extends Span {
  readonly kind: TokenKind;
  /** Lower case, NFC; contractions and short forms written out. */
  readonly word: string;
  /** What two sentences are aligned by: the base of a word, a value as written. */
  readonly lemma: string;
  /** Null for words. */
  readonly value: Value | null;
  /** Written as a name: a capital inside a sentence, or letters with digits ("db-2"). */
  readonly isName: boolean;
}

/** A sentence of more tokens is cut: what stands behind is another thought. */
const MAX_TOKENS = 80;
/** Characters in which that many tokens are found. */
const MAX_CHARS = 2_000;

/** Brackets of tokenised text with what they hold; removed, unless a digit stands in them. */
const BRACKETS = /-L[RS]B-[^-]{0,200}(?:-(?!R[RS]B-)[^-]{0,200}){0,20}-R[RS]B-/gu;
const BRACKET_MARK = /-[LR][RSC]B-/gu;
const WORD =
  /(?:U\.S\.(?:A\.)?|U\.K\.|United States(?: of America)?|United Kingdom)(?![\p{L}\p{N}])|n['’]t(?![\p{L}])|['’](?:s|re|m|ve|ll|d)(?![\p{L}])|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[-.'’/+#](?=[\p{L}\p{N}]))*[+#]*|[^\s\p{L}\p{N}]/giu;
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['u.s.', 'usa'],
  ['u.s.a.', 'usa'],
  ['united states', 'usa'],
  ['united states of america', 'usa'],
  ['u.k.', 'uk'],
  ['united kingdom', 'uk'],
]);
/** "can't" is "ca" + "n't", "won't" is "wo" + "n't", "cannot" is one word for two. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
  ['sha', 'shall'],
  ["n't", 'not'],
  ['no-one', 'nobody'],
]);
const CONTRACTION = /^(.+?)(n['’]t|['’](?:s|re|m|ve|ll|d))$/iu;
const ORDINALS: readonly string[] =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['zero', 0],
  ['one', 1],
]);
/** "one" beside these is a pronoun: "no one", "one of", "this one". */
const NOT_COUNTING_BEFORE = /^(?:no|the|this|that|which|each|every|any|another|some|only)$/;
const NOT_COUNTING_AFTER = /^(?:of|another|can|should|would|might|may|must|who|\W)$/;

/** The tokens of a sentence in order, at most 80. [] for "". Linear. */
export function tokensOf(text: string): readonly Token[] {
  const plain = withoutBrackets(text.slice(0, MAX_CHARS));
  const raw: RawToken[] = [];
  let from = 0;
  const values = valueTokens(plain);
  for (const { start, end, value } of [
    ...values,
    { start: plain.length, end: plain.length, value: null },
  ]) {
    raw.push(...wordsIn(plain, from, start));
    if (value !== null) raw.push({ start, end, written: plain.slice(start, end), value });
    from = end;
    if (raw.length > MAX_TOKENS) break;
  }
  return joined(raw)
    .slice(0, MAX_TOKENS)
    .map((token, index, all) => finished(token, all[index - 1], all[index + 1]));
}

interface RawToken extends Span {
  readonly written: string;
  readonly value: Value | null;
}

/** The text with brackets blanked out, so that offsets stay. */
function withoutBrackets(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length);
  return text
    .replace(BRACKETS, (found) => (/\d/.test(found) ? found : blank(found)))
    .replace(BRACKET_MARK, blank);
}

function wordsIn(text: string, start: number, end: number): readonly RawToken[] {
  const found: RawToken[] = [];
  for (const match of text.slice(start, end).matchAll(WORD)) {
    const at = start + match.index;
    const [written] = match;
    const contracted = COUNTRIES.has(written.toLowerCase()) ? null : CONTRACTION.exec(written);
    if (contracted === null) {
      found.push({ start: at, end: at + written.length, written, value: null });
      continue;
    }
    const [, head = '', tail = ''] = contracted;
    const middle = at + head.length;
    found.push({ start: at, end: middle, written: head, value: null });
    found.push({ start: middle, end: middle + tail.length, written: tail, value: null });
  }
  return found;
}

/** Joins what is one word: "no one" is nobody, "No. 5" is number 5. */
function joined(tokens: readonly RawToken[]): readonly RawToken[] {
  const done: RawToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, next, third] = tokens.slice(index, index + 3);
    if (token === undefined) break;
    const word = token.written.toLowerCase();
    if (word === 'no' && next?.written.toLowerCase() === 'one') {
      done.push({ ...token, end: next.end, written: 'nobody' });
      index += 1;
    } else if (word === 'no' && next?.written === '.' && isNumber(third)) {
      done.push({ ...token, end: next.end, written: 'number' });
      index += 1;
    } else if (token.written === 'No' && isDigits(next)) {
      done.push({ ...token, written: 'number' });
    } else {
      done.push(token);
    }
  }
  return done;
}

function isNumber(token: RawToken | undefined): boolean {
  return token !== undefined && /^\d/.test(token.written);
}

/** "No 5 is alive" names a thing; "No 5 dogs" would be odd English. */
function isDigits(token: RawToken | undefined): boolean {
  return token !== undefined && /^\d+$/.test(token.written);
}

function finished(
  token: RawToken,
  before: RawToken | undefined,
  after: RawToken | undefined,
): Token {
  const { start, end, written } = token;
  const lower = written.normalize('NFC').toLowerCase().replaceAll('’', "'");
  const value = token.value ?? countOf(lower, before, after);
  const word = written === 'US' ? 'usa' : wordOf(lower);
  const isOpening = before === undefined || /^["'“‘(`]+$/u.test(before.written);
  return {
    start,
    end,
    word,
    value,
    lemma: value === null ? lemma(word) : word.replace(/\s+/g, ' '),
    kind: value === null ? kindOf(word, lower, after) : 'content',
    isName: value === null && isName(written, isOpening, after),
  };
}

function countOf(
  lower: string,
  before: RawToken | undefined,
  after: RawToken | undefined,
): Value | null {
  const count = SMALL_NUMBERS.get(lower);
  if (count === undefined || after === undefined) return null;
  if (NOT_COUNTING_BEFORE.test(before?.written.toLowerCase() ?? '')) return null;
  if (NOT_COUNTING_AFTER.test(after.written.toLowerCase())) return null;
  const reading = { low: count, high: count, isLowOpen: false, isHighOpen: false };
  return { type: 'amount', dimension: '', readings: [reading], form: 'exact' };
}

function wordOf(lower: string): string {
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(lower)?.[1];
  if (ordinal !== undefined) return ORDINALS[Number(ordinal) - 1] ?? lower;
  return COUNTRIES.get(lower) ?? WRITTEN_OUT.get(lower) ?? lower;
}

function kindOf(word: string, lower: string, after: RawToken | undefined): TokenKind {
  if (!/[\p{L}\p{N}]/u.test(word)) return 'punctuation';
  const next = after?.written.toLowerCase() ?? '.';
  if (NEGATIONS.has(word)) return denies(word, next) ? 'negation' : 'stop';
  // "The lamp is on" says something; "on the table" does not by itself.
  if (word === 'on' && !/[\p{L}\p{N}]/u.test(next)) return 'content';
  if (AUXILIARIES.has(word) && lower !== "'s") return 'auxiliary';
  return STOP_WORDS.has(word) ? 'stop' : 'content';
}

/** "No, we stay" answers; "no less than 5" bounds. */
function denies(word: string, next: string): boolean {
  if (word === 'no' && !/[\p{L}\p{N}]/u.test(next)) return false;
  return UNDENIED.get(word)?.has(next) !== true;
}

function isName(written: string, isOpening: boolean, after: RawToken | undefined): boolean {
  if (/^\p{L}/u.test(written) && /\d/.test(written)) return true;
  if (!/^\p{Lu}/u.test(written) || STOP_WORDS.has(written.toLowerCase())) return false;
  if (!isOpening || /^\p{Lu}[\p{L}\d]*\p{Lu}/u.test(written)) return true;
  // What opens a sentence has a capital anyway; a second one makes both a name.
  return after !== undefined && /^\p{Lu}\p{Ll}/u.test(after.written);
}
