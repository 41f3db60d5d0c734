import type { Slot, SlotKind } from './align.ts';
import {
  hasDenial,
  isOtherPeriod,
  isOtherTime,
  isUnknownThing,
  type Pair,
  type Rule,
  type RuleHit,
} from './rule.ts';
import { isInSubject, isMultiValued, isWhenOnly } from './slot-context.ts';

/** Share of content in equal runs from which on one changed word tells, with words on top on a side. */
const MIN_LOOSE_RATIO = 0.6;
/** Classes of which a statement names one member and no other. */
const EXCLUSIVE = new Set(
  'cloud colour compass compass_adj country db demonym direction drink env level marital material media month ordinal outcome planet proto season severity sport state weekday'.split(
    ' ',
  ),
);
const CLASHING: ReadonlySet<SlotKind> = new Set(['number', 'antonym', 'closed', 'name']);

/** The sentences are equal but for one value or word. */
export const changedWord: Rule = (pair) => {
  const slot = onlySlot(pair);
  if (slot === null || hasExtra(pair) || hasDenial(pair) || isOtherTime(pair)) return null;
  const { a, b } = pair;
  const isList = a.isList || b.isList;
  const isOneOf = a.isOneOf || b.isOneOf;
  if (slot.kind === 'number') {
    if (isOneOf || isWhenOnly(pair, slot)) return null;
    if (isInSubject(pair, slot)) return hit(slot, 'SUBnum-subj', 'high');
    // Who bought 3 may have bought 5 another time.
    if (isMultiValued(pair, slot)) return hit(slot, 'SUBnum-m', 'flag');
    if (!a.isIndefinite && !b.isIndefinite) return hit(slot, 'SUBnum', 'drop');
    // "There are 3" is true of 5, too.
    return hit(slot, 'SUBnum-i', a.isExistential || b.isExistential ? 'flag' : 'high');
  }
  if (isUnknownThing(pair) || isOneOf) return null;
  if (isInSubject(pair, slot)) return changedSubject(pair, slot);
  // One thing all the same, but perhaps with several of what is introduced.
  const isIndefinite = a.isIndefinite || b.isIndefinite;
  if (isIndefinite && isList) return null;
  const best = isIndefinite ? 'high' : 'drop';
  const suffix = isIndefinite ? '-i' : '';
  switch (slot.kind) {
    case 'possible':
      return { ...hit(slot, 'SUBnum', 'flag'), possible: true };
    case 'antonym':
      return isOtherPeriod(pair) ? null : hit(slot, `SUBant${suffix}`, isList ? 'flag' : best);
    case 'closed': {
      if (isMultiValued(pair, slot)) return null;
      if (isList) return hit(slot, 'SUBclosed', 'flag');
      return EXCLUSIVE.has(slot.group)
        ? hit(slot, `SUBclosed${suffix}`, best)
        : hit(slot, 'SUBclosed-t', 'high');
    }
    case 'name': {
      if (isList || isMultiValued(pair, slot)) return null;
      return hit(slot, 'SUBname', a.isIdentifying && b.isIdentifying ? 'high' : 'flag');
    }
    default:
      return null;
  }
};

/** Another word in the subject tells two things apart, unless the caller says that they are one. */
function changedSubject({ isOneThing }: Pair, slot: Slot): RuleHit | null {
  return isOneThing && slot.kind === 'closed' && EXCLUSIVE.has(slot.group)
    ? hit(slot, 'SUBclosed-subj', 'flag')
    : null;
}

/** One value or word differs, and one side says more. */
export const changedWordAndMore: Rule = (pair) => {
  const slot = onlySlot(pair);
  const { a, b, alignment } = pair;
  if (slot === null || alignment.ratio < MIN_LOOSE_RATIO) return null;
  if (hasDenial(pair) || isOtherTime(pair) || isUnknownThing(pair)) return null;
  if (isInSubject(pair, slot) || a.isOneOf || b.isOneOf) return null;
  if (slot.kind === 'number') return isWhenOnly(pair, slot) ? null : hit(slot, 'SUBnum-l', 'high');
  const isTelling =
    slot.kind === 'antonym' || (slot.kind === 'closed' && !isMultiValued(pair, slot));
  if (!isTelling || isOtherPeriod(pair) || a.isList || b.isList) return null;
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

function hit(slot: Slot, rule: string, tier: RuleHit['tier']): RuleHit {
  return { rule, tier, a: slot.a, b: slot.b, possible: false };
}
