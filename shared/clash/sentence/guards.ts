import type { Tier } from '../types.ts';
import { subjectOf } from './cover.ts';
import type { Pair, RuleHit } from './rule.ts';
import type { Sentence } from './sentence.ts';

/** What the caller knows of two sentences. */
export interface SentenceContext {
  /** Both are about the same thing, by an id or a key. */
  readonly sameEntity: boolean;
  /** Both stand in one document or come from one source. */
  readonly sameSource: boolean;
  /** Both are memories of one owner. */
  readonly oneOwner: boolean;
}

/** Rules on one changed word: two things of one kind may differ in it. */
const CHANGED_WORD = new Set(['SUBnum', 'SUBant', 'SUBclosed']);
/** Sentences of two documents that share so many words speak of the same thing. */
const MIN_SHARED_WORDS = 4;

/** The tier that is left of a hit when the sentences may speak of different things, or only may be meant so. */
export function guardedTier(pair: Pair, { rule, tier }: RuleHit, context: SentenceContext): Tier {
  const { a, b } = pair;
  if (tier === 'flag') return tier;
  if (a.modality !== b.modality || a.hasPartialNegation || b.hasPartialNegation) return 'flag';
  if (tier !== 'drop' || context.sameEntity || context.oneOwner) return tier;
  if (CHANGED_WORD.has(rule)) return context.sameSource && hasSameName(a, b) ? 'drop' : 'high';
  return context.sameSource || sharedWords(a, b) >= MIN_SHARED_WORDS ? 'drop' : 'high';
}

/** Whether the subjects name something, and the same. */
function hasSameName(a: Sentence, b: Sentence): boolean {
  const names = namesOf(a);
  return names !== '' && names === namesOf(b);
}

function namesOf(sentence: Sentence): string {
  const names = subjectOf(sentence).flatMap((index) => {
    const token = sentence.tokens[index];
    return token?.isName === true ? [token.lemma] : [];
  });
  return names.toSorted().join(' ');
}

function sharedWords(a: Sentence, b: Sentence): number {
  const words = new Set(a.content.map((index) => a.tokens[index]?.lemma));
  return new Set(b.content.map((index) => b.tokens[index]?.lemma).filter((word) => words.has(word)))
    .size;
}
