import { compareValues } from '../../values/compare.ts';
import { relate } from '../../words/relate.ts';
import { isLike } from './align.ts';
import { uncovered } from './cover.ts';
import {
  hasDenial,
  isOtherPeriod,
  isOtherTime,
  isUnknownThing,
  type Pair,
  type Rule,
  type RuleHit,
} from './rule.ts';
import type { Sentence } from './sentence.ts';
import { isObjectOfMany, isWhen } from './slot-context.ts';

/** A value stands at most so many tokens behind the word that it belongs to. */
const VALUE_REACH_TOKENS = 3;
/** Fewer content words agree by chance. */
const MIN_WORDS = 3;

/** The shorter sentence and the one token of it that the longer one does not say. */
interface OneLeft {
  readonly short: Sentence;
  readonly long: Sentence;
  readonly index: number;
}

/** A value of the shorter sentence stands otherwise in the longer one, behind the same word. */
export const otherValue: Rule = (pair) => {
  const left = oneLeft(pair);
  if (left === null || hasDenial(pair) || isOtherTime(pair) || pair.a.isOneOf || pair.b.isOneOf)
    return null;
  const { short, long, index } = left;
  const value = short.tokens[index]?.value ?? null;
  const word = short.tokens[short.content.findLast((at) => at < index) ?? -1]?.lemma;
  if (value === null || word === undefined || isWhen(short, index)) return null;
  const rivals = valuesBehind(long, word).filter((at) => {
    const other = long.tokens[at]?.value ?? null;
    return other !== null && isLike(value, other);
  });
  const clash = rivals.every((at) => {
    const other = long.tokens[at]?.value ?? null;
    return other !== null && compareValues(value, other) === 'clash';
  });
  const [rival] = rivals;
  if (rival === undefined || !clash) return null;
  const isDefinite = short.isDefinite && long.isDefinite;
  return hit(pair, left, rival, 'NUMC', isDefinite ? 'high' : 'flag');
};

/** The word that is left of the shorter sentence excludes a word that is left of the longer one. */
export const otherWord: Rule = (pair) => {
  const { a, b } = pair;
  const left = oneLeft(pair);
  if (left === null || hasDenial(pair) || isUnknownThing(pair) || isOtherTime(pair)) return null;
  const { short, long, index } = left;
  const token = short.tokens[index];
  if (token === undefined || token.value !== null || short.content.length < MIN_WORDS) return null;
  if (index < short.subjectEnd || a.isOneOf || b.isOneOf || isOtherPeriod(pair)) return null;
  const isMany = a.isList || b.isList || isObjectOfMany(short, index);
  for (const at of uncovered(long, long.content, short, short.content)) {
    const other = long.tokens[at];
    if (other === undefined || other.value !== null || at < long.subjectEnd) continue;
    const relation = relate(token.word, other.word);
    if (relation === 'antonym') return hit(pair, left, at, 'ANTC', 'flag');
    if (relation.startsWith('closed:') && !isMany) return hit(pair, left, at, 'CLOC', 'flag');
  }
  return null;
};

function oneLeft({ a, b }: Pair): OneLeft | null {
  const [short, long] = a.content.length <= b.content.length ? [a, b] : [b, a];
  const [index, ...others] = uncovered(short, short.content, long, long.content);
  return index === undefined || others.length > 0 ? null : { short, long, index };
}

/** Indices of the values that stand close behind a word, wherever it occurs. */
function valuesBehind({ tokens }: Sentence, lemma: string): readonly number[] {
  const found: number[] = [];
  let reach = -1;
  for (const [index, token] of tokens.entries()) {
    if (token.value !== null && index <= reach) found.push(index);
    if (token.lemma === lemma) reach = index + VALUE_REACH_TOKENS;
  }
  return found;
}

function hit(
  { a }: Pair,
  { short, index }: OneLeft,
  rival: number,
  rule: string,
  tier: RuleHit['tier'],
): RuleHit {
  const [left, right] = short === a ? [index, rival] : [rival, index];
  return { rule, tier, a: [left], b: [right], possible: false };
}
