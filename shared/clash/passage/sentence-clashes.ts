import { compareSentences, type SentenceClash } from '../sentence/compare-sentences.ts';
import type { SentenceContext } from '../sentence/guards.ts';
import { prepareSentence } from '../sentence/sentence.ts';
import type { Clash, ClashSide, Tier } from '../types.ts';
import { alignSentences, type SentencePair } from './align.ts';
import { claimsOf } from './claims.ts';
import { compareClaims } from './compare-claims.ts';
import { proseSentences, type Sentence } from './prose.ts';
import { headEntity, isOtherBearer, namesIn, opensWithPronoun } from './subjects.ts';
import { textWords } from './words.ts';

/** Sentences inside passages say too little with fewer content words. */
const MIN_CONTENT_WORDS = 3;
/** Least share of the smaller passage's names that the other one has too. */
const MIN_NAME_OVERLAP = 0.35;
/** The rules by which a sentence denies another, and the surest of them. */
const DENIAL = /^NEG/;
const SURE_DENIAL = 'NEG';

/**
 * Sentences of two texts that deny or replace each other. Two single sentences are compared as they are.
 * In passages a sentence may be about something else of the same name, so that only the denial of a whole
 * sentence stays sure there, unless the caller says that both are about one thing or both name its
 * identifier; other words are shown when both sentences name what both passages speak of.
 */
export function sentenceClashes(a: string, b: string, context: SentenceContext): readonly Clash[] {
  const [left, right] = [proseSentences(a), proseSentences(b)];
  const [first, second] = [left[0], right[0]];
  if (first === undefined || second === undefined) return [];
  if (left.length === 1 && right.length === 1) {
    const pair = { a: first, b: second };
    return [...byRules(pair, context), ...byClaims(pair)];
  }
  const isOther = isOtherBearer(headEntity(a), headEntity(b));
  const shared = sharedNames(a, b);
  return alignSentences(a, b).flatMap((pair) => {
    if (Math.min(contentWords(pair.a), contentWords(pair.b)) < MIN_CONTENT_WORDS) return [];
    const isVouched = context.sameEntity || context.oneOwner || shareIdentifiers(pair);
    return byRules(pair, context).flatMap((clash) => {
      const tier = isVouched ? clash.tier : passageTier(clash, pair, shared, isOther);
      return tier === null ? [] : [{ ...clash, tier }];
    });
  });
}

function contentWords({ text }: Sentence): number {
  return prepareSentence(text).content.length;
}

function byRules(pair: SentencePair, context: SentenceContext): readonly Clash[] {
  const [a, b] = [prepareSentence(pair.a.text), prepareSentence(pair.b.text)];
  const sameEntity = context.sameEntity || shareIdentifiers(pair);
  const found: SentenceClash | null = compareSentences(a, b, { ...context, sameEntity });
  if (found === null) return [];
  const { tier, rule, possible, valueA, valueB } = found;
  return [clashOf(pair, { tier, rule, possible }, valueA, valueB)];
}

/** Both sentences name the same identifiers ("db-2"): they are about one thing, whoever says so. */
function shareIdentifiers({ a, b }: SentencePair): boolean {
  const [left, right] = [identifiersOf(a), identifiersOf(b)];
  return left !== '' && left === right;
}

function identifiersOf({ text }: Sentence): string {
  const found = textWords(text).flatMap(({ isIdentifier, key }) => (isIdentifier ? [key] : []));
  return [...new Set(found)].toSorted().join(' ');
}

/** What is left of a clash of sentences when nobody says that their passages are about one thing. */
function passageTier(
  { tier, rule }: Clash,
  pair: SentencePair,
  shared: ReadonlySet<string>,
  isOther: boolean,
): Tier | null {
  if (DENIAL.test(rule)) return rule === SURE_DENIAL ? tier : 'flag';
  if (tier === 'flag' || isOther) return null;
  return namesOne(pair.a, shared) && namesOne(pair.b, shared) ? 'flag' : null;
}

/** The names that two passages share, when those are many of the names of the smaller one; else none. */
function sharedNames(a: string, b: string): ReadonlySet<string> {
  const [few, many] = [namesIn(a), namesIn(b)].toSorted((x, y) => x.size - y.size);
  const shared = new Set([...(few ?? [])].filter((name) => many?.has(name)));
  return shared.size < MIN_NAME_OVERLAP * (few?.size ?? 0) ? new Set() : shared;
}

function namesOne({ text }: Sentence, names: ReadonlySet<string>): boolean {
  return [...namesIn(text)].some((name) => names.has(name)) || names.has(firstWord(text));
}

function firstWord(text: string): string {
  return textWords(text)[0]?.key ?? '';
}

/** Claims of two single sentences about one subject. A nation or a pronoun leaves room for both. */
function byClaims(pair: SentencePair): readonly Clash[] {
  const [a, b] = [prepareSentence(pair.a.text), prepareSentence(pair.b.text)];
  if (subjectOf(pair.a) === '' || subjectOf(pair.a) !== subjectOf(pair.b)) return [];
  const isGuess = a.modality !== b.modality || opensWithPronoun(pair.a.text);
  return compareClaims(claimsOf(pair.a), claimsOf(pair.b)).map((found) => {
    const isOpen = isGuess || found.isDated || found.a.attribute === 'nation';
    const verdict = { tier: isOpen ? 'flag' : 'high', rule: 'CLM', possible: isOpen } as const;
    return clashOf(pair, verdict, found.a.raw, found.b.raw);
  });
}

/** The words of a sentence's subject, in order. */
function subjectOf({ text }: Sentence): string {
  const { tokens, content, subjectEnd } = prepareSentence(text);
  return content
    .filter((index) => index < subjectEnd)
    .map((index) => tokens[index]?.lemma)
    .join(' ');
}

function clashOf(
  pair: SentencePair,
  verdict: Pick<Clash, 'tier' | 'rule' | 'possible'>,
  valueA: string,
  valueB: string,
): Clash {
  return {
    ...verdict,
    subject: '',
    a: side(pair.a, valueA),
    b: side(pair.b, valueB),
    extent: 'statement',
  };
}

function side({ start, end, text }: Sentence, value: string): ClashSide {
  return { start, end, text, value };
}
