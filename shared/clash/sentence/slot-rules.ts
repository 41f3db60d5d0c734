import type { Slot, SlotKind } from './align.ts';
import { PREPOSITIONS } from './lexicon/function-words.ts';
import { isMultiValuedVerb, isVerb } from './lexicon/verbs.ts';
import { isOtherPeriod, isOtherTime, type Pair, type Rule, type RuleHit } from './rule.ts';
import type { Sentence } from './sentence.ts';

/** Share of content in equal runs from which on one changed word tells, with words on top on a side. */
const MIN_LOOSE_RATIO = 0.6;
/** Classes of which a statement names one member and no other. */
const EXCLUSIVE = new Set(
  'cloud colour compass compass_adj country db demonym direction drink env level marital material media month ordinal outcome planet proto season severity sport state weekday'.split(
    ' ',
  ),
);
const CLASHING: ReadonlySet<SlotKind> = new Set(['number', 'antonym', 'closed', 'name']);
/** Statements in which a thing has one place or name. */
const IDENTIFYING =
  /\b(?:is|was|are|were)\b.{0,200}\b(?:in|at|on)\b|\b(?:located|based|capital|born|named|called)\b/iu;

/** The sentences are equal but for one value or word. */
export const changedWord: Rule = (pair) => {
  const slot = onlySlot(pair);
  if (slot === null || hasExtra(pair) || isOtherTime(pair)) return null;
  const { a, b } = pair;
  const isIndefinite = a.isIndefinite || b.isIndefinite;
  const isList = a.isList || b.isList;
  const isOneOf = a.isOneOf || b.isOneOf;
  if (slot.kind === 'number') {
    if (isOneOf) return null;
    if (isInSubject(pair, slot)) return hit(slot, 'SUBnum-subj', 'high');
    return isIndefinite ? hit(slot, 'SUBnum-i', 'high') : hit(slot, 'SUBnum', 'drop');
  }
  if (isInSubject(pair, slot) || isIndefinite) return null;
  switch (slot.kind) {
    case 'possible':
      return isOneOf ? null : { ...hit(slot, 'SUBnum', 'flag'), possible: true };
    case 'antonym':
      if (isOtherPeriod(pair) || isOneOf) return null;
      return hit(slot, 'SUBant', isList ? 'flag' : 'drop');
    case 'closed': {
      if (isOneOf || isMultiValued(pair, slot)) return null;
      const isExclusive = EXCLUSIVE.has(slot.group);
      const tier = isExclusive ? 'drop' : 'high';
      return hit(slot, isExclusive ? 'SUBclosed' : 'SUBclosed-t', isList ? 'flag' : tier);
    }
    case 'name': {
      if (isOneOf || isList || isMultiValued(pair, slot)) return null;
      const isIdentifying = IDENTIFYING.test(a.text) && IDENTIFYING.test(b.text);
      return hit(slot, 'SUBname', isIdentifying ? 'high' : 'flag');
    }
    default:
      return null;
  }
};

/** One value or word differs, and one side says more. */
export const changedWordAndMore: Rule = (pair) => {
  const slot = onlySlot(pair);
  const { a, b, alignment } = pair;
  if (slot === null || alignment.ratio < MIN_LOOSE_RATIO || isOtherTime(pair)) return null;
  if (isInSubject(pair, slot) || a.isIndefinite || b.isIndefinite || a.isOneOf || b.isOneOf)
    return null;
  if (slot.kind === 'number') return hit(slot, 'SUBnum-l', 'high');
  const isTelling =
    slot.kind === 'antonym' || (slot.kind === 'closed' && !isMultiValued(pair, slot));
  if (!isTelling || isOtherPeriod(pair)) return null;
  return hit(slot, slot.kind === 'antonym' ? 'SUBant-l' : 'SUBclosed-l', 'flag');
};

/** The one slot that clashes, when no other difference stands beside it but words on top. */
function onlySlot({ alignment: { slots } }: Pair): Slot | null {
  const [slot] = slots;
  if (slot === undefined || slots.length > 1) return null;
  return CLASHING.has(slot.kind) || slot.kind === 'possible' ? slot : null;
}

function hasExtra({ alignment: { onlyA, onlyB } }: Pair): boolean {
  return onlyA.length + onlyB.length > 0;
}

/** Whether a slot stands in the subject of a side: then two things may be spoken of. */
export function isInSubject({ a, b }: Pair, slot: Slot): boolean {
  return slot.a[0] < a.subjectEnd || slot.b[0] < b.subjectEnd;
}

/** Whether the slot is the object of a verb that takes many: who likes tea may like coffee. */
export function isMultiValued({ a, b }: Pair, slot: Slot): boolean {
  return isObjectOfMany(a, slot.a[0]) || isObjectOfMany(b, slot.b[0]);
}

function isObjectOfMany({ tokens }: Sentence, index: number): boolean {
  for (let at = index - 1; at > 0; at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'auxiliary' || PREPOSITIONS.has(token.word))
      return false;
    if (isMultiValuedVerb(token.lemma)) return true;
    if (token.kind === 'content' && isVerb(token.lemma)) return false;
  }
  return false;
}

function hit(slot: Slot, rule: string, tier: RuleHit['tier']): RuleHit {
  return { rule, tier, a: slot.a, b: slot.b, possible: false };
}
