import type { Slot } from './align.ts';
import { PREPOSITIONS } from './lexicon/function-words.ts';
import { isMultiValuedVerb, isVerb } from './lexicon/verbs.ts';
import type { Pair } from './rule.ts';
import { isPeriod, type Sentence } from './sentence.ts';

/** Words between "is" and a date. */
const DATE_PREPOSITIONS = new Set(['in', 'on', 'at', 'by', 'the', 'of', 'from', 'a', 'an']);

/** Whether a slot stands in the subject of a side: then two things may be spoken of. */
export function isInSubject({ a, b }: Pair, slot: Slot): boolean {
  return slot.a[0] < a.subjectEnd || slot.b[0] < b.subjectEnd;
}

/** Whether the slot is the object of a verb that takes many: who likes tea may like coffee. */
export function isMultiValued({ a, b }: Pair, slot: Slot): boolean {
  return isObjectOfMany(a, slot.a[0]) || isObjectOfMany(b, slot.b[0]);
}

/** Whether a token is the object of such a verb; up to the next auxiliary or preposition. */
export function isObjectOfMany({ tokens }: Sentence, index: number): boolean {
  for (let at = index - 1; at > 0; at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'auxiliary' || PREPOSITIONS.has(token.word))
      return false;
    if (isMultiValuedVerb(token.lemma)) return true;
    if (token.kind === 'content' && isVerb(token.lemma)) return false;
  }
  return false;
}

/**
 * Whether the values are the time at which something holds, and not what is said: "rose 5 % in 2019". What
 * happens once, and what stands right behind "is", has one date.
 */
export function isWhenOnly({ a, b }: Pair, slot: Slot): boolean {
  return isWhen(a, slot.a[0]) && isWhen(b, slot.b[0]);
}

/** The same for one value of one sentence. */
export function isWhen({ tokens, happensOnce }: Sentence, index: number): boolean {
  const token = tokens[index];
  if (token === undefined || happensOnce || !isPeriod(token)) return false;
  const before = tokens
    .slice(0, index)
    .findLast(({ kind, word }) => kind !== 'stop' || !DATE_PREPOSITIONS.has(word));
  return before?.kind !== 'auxiliary';
}
