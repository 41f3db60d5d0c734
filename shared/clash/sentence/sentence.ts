import { TextCache } from '../../compare/text-cache.ts';
import { isIrregularVerbForm } from '../../words/lemma.ts';
import {
  DEFINITE_OPENINGS,
  IDENTIFYING,
  INDEFINITE_OPENINGS,
  LIST,
  MODALITY,
  ONE_OF,
  ONE_TIME,
  PARTIAL_NEGATION,
  PRONOUNS,
  QUANTIFIERS,
  SOFT_NEGATIONS,
  TEMPORAL,
  UNIVERSAL_NEGATIONS,
} from './lexicon/function-words.ts';
import { isVerb } from './lexicon/verbs.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A sentence, read for comparison with others. Indices are into `tokens`. */
export interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Indices of the content tokens. */
  readonly content: readonly number[];
  /** Indices of the negation words. */
  readonly negations: readonly number[];
  /** Index of the first token behind the subject. */
  readonly subjectEnd: number;
  /** It speaks of a thing that both speakers know. */
  readonly isDefinite: boolean;
  /** It introduces what it speaks of: "A man …" does not say which man. */
  readonly isIndefinite: boolean;
  /** "There is", "there are". */
  readonly isExistential: boolean;
  /** "hardly", "rarely": neither denied nor affirmed. */
  readonly isSoft: boolean;
  /** "No …", "nobody …" at its start. */
  readonly deniesAll: boolean;
  readonly hasQuantifier: boolean;
  readonly isTemporal: boolean;
  readonly isOneOf: boolean;
  readonly isList: boolean;
  readonly hasPartialNegation: boolean;
  /** It says where a thing is or what it is called: of that there is one. */
  readonly isIdentifying: boolean;
  /** It tells of what happens to a thing once: a birth, a release, a deadline. */
  readonly happensOnce: boolean;
  /** Words that make it a guess, a condition, a report or a plan; sorted and joined. */
  readonly modality: string;
  /** Years and dates in it; sorted and joined. "" without any. */
  readonly period: string;
}

/** "No", "nobody" among so many first tokens deny all. */
const OPENING_TOKENS = 4;
const YEARS = { least: 1000, most: 2099 } as const;

const cache = new TextCache<Sentence>();

/**
 * Reads one English sentence: tokens with their bases and values, what it denies, where its subject ends,
 * whether it speaks of a known thing. Cached by text. At most 80 tokens are read; "" has none. Linear.
 */
export function prepareSentence(text: string): Sentence {
  return cache.get(text, read);
}

function read(text: string): Sentence {
  const tokens = tokensOf(text);
  const indices = (kind: Token['kind']) =>
    tokens.flatMap((token, index) => (token.kind === kind ? [index] : []));
  const head = tokens.at(-1)?.end ?? 0;
  const plain = text.slice(0, head + 1);
  const subjectEnd = endOfSubject(tokens);
  const [opening] = tokens.filter(({ kind }) => kind !== 'punctuation');
  const openingWord = opening?.word ?? '';
  const words = tokens.map(({ word }) => word);
  return {
    text,
    tokens,
    content: indices('content'),
    negations: indices('negation'),
    subjectEnd,
    isDefinite:
      DEFINITE_OPENINGS.has(openingWord) ||
      tokens.slice(0, subjectEnd).some(({ isName }) => isName),
    isIndefinite: INDEFINITE_OPENINGS.has(openingWord),
    isExistential: openingWord === 'there',
    isSoft: words.some((word) => SOFT_NEGATIONS.has(word)),
    deniesAll: words.slice(0, OPENING_TOKENS).some((word) => UNIVERSAL_NEGATIONS.has(word)),
    hasQuantifier: words.some((word) => QUANTIFIERS.has(word)),
    isTemporal: TEMPORAL.test(plain),
    isOneOf: ONE_OF.test(plain),
    isList: LIST.test(plain),
    hasPartialNegation: PARTIAL_NEGATION.test(plain),
    isIdentifying: IDENTIFYING.test(plain),
    happensOnce: ONE_TIME.test(plain),
    modality: distinct(plain.match(MODALITY)?.map((word) => word.toLowerCase()) ?? []),
    period: distinct(tokens.filter(isPeriod).map(({ lemma }) => lemma)),
  };
}

/** The first auxiliary; else the first other verb; else the first -ing form; else a third. */
function endOfSubject(tokens: readonly Token[]): number {
  const auxiliary = tokens.findIndex(({ kind }) => kind === 'auxiliary');
  if (auxiliary >= 0) return auxiliary;
  const verb = tokens.findIndex((token, index) => isVerbBehind(token, tokens[index - 1]));
  if (verb >= 0) return verb;
  const ongoing = tokens.findIndex(({ word }, index) => index > 0 && /.{3}ing$/.test(word));
  return ongoing >= 0 ? ongoing : Math.ceil(tokens.length / 3);
}

/**
 * A form in -s or -ed or an irregular one, but right behind "the" that is an adjective or a noun; or a common
 * verb behind a plural or a pronoun: "clients retry", "I like".
 */
function isVerbBehind({ word, value, lemma }: Token, before: Token | undefined): boolean {
  if (value !== null || before === undefined) return false;
  const isPronoun = PRONOUNS.has(before.word);
  if (before.kind === 'stop' && !isPronoun) return false;
  if (isIrregularVerbForm(word) || /.{2}[^e]ed$/.test(word)) return true;
  if (!isVerb(lemma)) return false;
  const isPlural = before.word !== before.lemma && before.word !== `${before.lemma}e`;
  return word.endsWith('s') || isPlural || isPronoun;
}

/** Whether a token is a year or a date. */
export function isPeriod({ value }: Token): boolean {
  if (value?.type === 'date' || value?.type === 'instant') return true;
  if (value?.type !== 'amount' || value.dimension !== '') return false;
  const [only] = value.readings;
  return (
    only !== undefined &&
    only.low >= YEARS.least &&
    only.low <= YEARS.most &&
    only.low === only.high
  );
}

function distinct(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(' ');
}
