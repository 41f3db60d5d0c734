import type { Span } from '../../types.ts';
import type { Tier } from '../types.ts';
import { align } from './align.ts';
import { otherValue, otherWord } from './cover-rules.ts';
import { guardedTier, type SentenceContext } from './guards.ts';
import { denial, deniedPredicate, deniedSynonyms, deniedWords } from './negation-rules.ts';
import type { Pair, Rule } from './rule.ts';
import type { Sentence } from './sentence.ts';
import { isInSubject } from './slot-context.ts';
import { changedWord, changedWordAndMore } from './slot-rules.ts';

/** Two sentences that cannot both be true. Spans are offsets into the sentences' texts. */
export interface SentenceClash {
  readonly tier: Tier;
  /** Name of the rule, for people and for the evaluation. */
  readonly rule: string;
  /** The words that differ. */
  readonly a: Span;
  readonly b: Span;
  /** Those words as written. */
  readonly valueA: string;
  readonly valueB: string;
  /** True when formats or rounding may explain the difference. */
  readonly possible: boolean;
}

/** Best first: the first rule that fires decides. */
const RULES: readonly Rule[] = [
  denial,
  changedWord,
  deniedPredicate,
  changedWordAndMore,
  otherValue,
  deniedWords,
  deniedSynonyms,
  otherWord,
];

/**
 * Says whether two sentences contradict each other in so many words: the same statement denied, or equal
 * but for a value, an opposite or a member of a closed class. Null when they do not, and also when they
 * do in a way that words do not show (another event, an inference). Two sentences about differently named
 * subjects never clash. Symmetric. At most 80 tokens of each are read.
 */
export function compareSentences(
  a: Sentence,
  b: Sentence,
  context: SentenceContext,
): SentenceClash | null {
  if (a.text === b.text) return null;
  const pair: Pair = { a, b, alignment: align(a, b), isOneThing: context.sameEntity };
  if (isOtherSubject(pair)) return null;
  for (const rule of RULES) {
    const found = rule(pair);
    if (found === null) continue;
    const [left, right] = [spanOf(a, found.a), spanOf(b, found.b)];
    return {
      tier: guardedTier(pair, found, context),
      rule: found.rule,
      a: left,
      b: right,
      valueA: a.text.slice(left.start, left.end),
      valueB: b.text.slice(right.start, right.end),
      possible: found.possible,
    };
  }
  return null;
}

/** Another name in the subject: another thing. */
function isOtherSubject(pair: Pair): boolean {
  const { a, b, alignment } = pair;
  return alignment.slots.some(
    (slot) =>
      slot.kind !== 'number' &&
      slot.kind !== 'possible' &&
      !(pair.isOneThing && (slot.kind === 'closed' || slot.kind === 'antonym')) &&
      isInSubject(pair, slot) &&
      (slot.a.some((index) => mayName(a, index)) || slot.b.some((index) => mayName(b, index))),
  );
}

/** A name, or an opening word that may be one: "Alice" but not "Dogs". */
function mayName({ tokens }: Sentence, index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  return token.isName || (index === 0 && token.value === null && !token.word.endsWith('s'));
}

function spanOf({ tokens }: Sentence, indices: readonly number[]): Span {
  const found = indices.flatMap((index) => tokens[index] ?? []);
  const start = Math.min(...found.map((token) => token.start));
  const end = Math.max(...found.map((token) => token.end));
  return found.length === 0 ? { start: 0, end: 0 } : { start, end };
}
