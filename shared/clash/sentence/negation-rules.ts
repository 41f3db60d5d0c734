import { predicateOf, sameContent, subjectOf, uncovered, unequal } from './cover.ts';
import { CLAUSE_OPENINGS, QUANTIFIERS } from './lexicon/function-words.ts';
import { isOtherPeriod, isOtherTime, type Pair, type Rule, type RuleHit } from './rule.ts';
import type { Sentence } from './sentence.ts';

/** Share of content in equal runs from which on a denied sentence is the other one, denied. */
const MIN_RATIO = 0.75;
/** Fewer content words say too little to be denied. */
const MIN_WORDS = 2;
/** The same where the other side may say much more. */
const MIN_LOOSE_WORDS = 3;
/** A negation reaches so many tokens at most. */
const SCOPE_TOKENS = 8;
/** "and" ends the reach of a negation once so many content words stand in it. */
const WORDS_BEFORE_AND = 2;
/** Share of what the other side states that the denial must take up. */
const MIN_TAKEN_UP = 0.5;

/** A pair of which one side denies and the other does not. */
interface Denial {
  readonly denied: Sentence;
  readonly other: Sentence;
  readonly hasEqualSubjects: boolean;
  /** "both", "all" on a side: denying all is not denying each. */
  readonly isMixed: boolean;
}

/** One sentence says what the other one denies, in the same words. */
export const denial: Rule = (pair) => {
  const found = denialOf(pair);
  if (found === null || found.isMixed || isOtherTime(pair) || isOtherPeriod(pair)) return null;
  const { denied, other, hasEqualSubjects } = found;
  const isSame =
    denied.content.length >= MIN_WORDS &&
    pair.alignment.ratio >= MIN_RATIO &&
    (hasEqualSubjects || denied.deniesAll) &&
    unequal(denied, denied.content, other).length === 0;
  return isSame ? hit(pair, found, 'NEG', 'drop') : null;
};

/** What the negation reaches is what the other side states of its subject. */
export const deniedPredicate: Rule = (pair) => {
  const found = denialOf(pair);
  if (found === null || found.isMixed || isOtherTime(pair)) return null;
  const { denied, other, hasEqualSubjects } = found;
  const scope = scopeOf(denied);
  const stated = predicateOf(other);
  if (scope.length === 0 || uncovered(denied, scope, other, stated).length > 0) return null;
  const taken = stated.length - uncovered(other, stated, denied, scope).length;
  if (taken < stated.length * MIN_TAKEN_UP) return null;
  return hasEqualSubjects ? hit(pair, found, 'NEG3s', 'high') : hit(pair, found, 'NEG3a', 'flag');
};

/** All that the denying side speaks of is said on the other one. */
export const deniedWords: Rule = (pair) => {
  const found = denialOf(pair);
  if (found === null || found.denied.content.length < MIN_LOOSE_WORDS || isOtherTime(pair)) {
    return null;
  }
  const { denied, other } = found;
  if (uncovered(denied, denied.content, other, other.content).length > 0) return null;
  return hit(pair, found, 'NEG1', 'flag');
};

/** The same sentence in synonyms, denied on one side. */
export const deniedSynonyms: Rule = (pair) => {
  const found = denialOf(pair);
  const { slots, onlyA, onlyB } = pair.alignment;
  if (found === null || found.denied.content.length < MIN_WORDS) return null;
  if (isOtherTime(pair) || slots.length + onlyA.length + onlyB.length > 0) return null;
  return found.hasEqualSubjects ? hit(pair, found, 'NEGsyn', 'flag') : null;
};

/** Null when both deny, none does, or one half denies. */
function denialOf({ a, b }: Pair): Denial | null {
  if (a.negations.length > 0 === b.negations.length > 0 || a.isSoft || b.isSoft) return null;
  const [denied, other] = a.negations.length > 0 ? [a, b] : [b, a];
  return {
    denied,
    other,
    hasEqualSubjects: sameContent(denied, subjectOf(denied), other, subjectOf(other)),
    isMixed:
      !denied.deniesAll &&
      !deniesQuantifier(denied) &&
      (denied.hasQuantifier || other.hasQuantifier),
  };
}

/** "Not all" denies "all". */
function deniesQuantifier({ tokens, negations }: Sentence): boolean {
  return QUANTIFIERS.has(tokens[(negations[0] ?? tokens.length) + 1]?.word ?? '');
}

/** Content tokens that the first negation reaches: up to the end of its clause, at most eight tokens on. */
function scopeOf({ tokens, negations }: Sentence): readonly number[] {
  const from = (negations[0] ?? tokens.length) + 1;
  const scope: number[] = [];
  for (const [offset, { word, kind }] of tokens.slice(from, from + SCOPE_TOKENS).entries()) {
    if (word === ',' || word === ';' || CLAUSE_OPENINGS.has(word)) break;
    if (word === 'and' && scope.length >= WORDS_BEFORE_AND) break;
    if (kind === 'content') scope.push(from + offset);
  }
  return scope;
}

/** The negation words against the first word of what the other side states. */
function hit(pair: Pair, { denied, other }: Denial, rule: string, tier: RuleHit['tier']): RuleHit {
  const stated = predicateOf(other)[0] ?? other.content[0] ?? 0;
  const sides = [denied.negations.slice(0, 1), [stated]] as const;
  const [a, b] = denied === pair.a ? sides : [sides[1], sides[0]];
  return { rule, tier, a, b, possible: false };
}
