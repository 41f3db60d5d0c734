import { compareValues } from '../../values/compare.ts';
import type { Value } from '../../values/types.ts';
import { relate } from '../../words/relate.ts';
import { opcodes } from '../diff.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';

/**
 * What stands in place of what. `number`: values that cannot both hold; `antonym`, `closed`, `name`:
 * words that exclude each other; `possible`: values that formats or rounding may explain; `other`: words
 * that say nothing about each other.
 */
export type SlotKind = 'number' | 'antonym' | 'closed' | 'name' | 'possible' | 'other';

/** Tokens of one sentence in place of tokens of the other, as indices. */
export interface Slot {
  readonly kind: SlotKind;
  /** The class of a closed slot; "" for others. */
  readonly group: string;
  readonly a: readonly [number, ...number[]];
  readonly b: readonly [number, ...number[]];
}

/** How two sentences lie on each other, by their content tokens. */
export interface Alignment {
  /** Places where they differ, but for synonyms and equal values. */
  readonly slots: readonly Slot[];
  /** Tokens that only one of them has; words that it has elsewhere do not count. */
  readonly onlyA: readonly number[];
  readonly onlyB: readonly number[];
  /** Share of the content tokens in equal runs, 0–1. */
  readonly ratio: number;
}

/** Trust in a pair inside a longer replacement: the best pairs are taken first. */
const SCORES: Readonly<Record<SlotKind | 'same', number>> = {
  same: 9,
  antonym: 8,
  number: 8,
  possible: 8,
  closed: 7,
  name: 3,
  other: 0,
};
/** More words a side are pairs by chance. */
const MAX_PAIRED = 12;

/** Aligns the content tokens of two sentences by their longest common runs. */
export function align(a: Sentence, b: Sentence): Alignment {
  const left = a.content.map((index) => a.tokens[index]?.lemma ?? '');
  const right = b.content.map((index) => b.tokens[index]?.lemma ?? '');
  const slots: Slot[] = [];
  const onlyA: number[] = [];
  const onlyB: number[] = [];
  let matched = 0;
  for (const { tag, a0, a1, b0, b1 } of opcodes(left, right)) {
    if (tag === 'equal') {
      matched += a1 - a0;
      continue;
    }
    const replaced = replacement(a, b, a.content.slice(a0, a1), b.content.slice(b0, b1));
    slots.push(...replaced.slots);
    onlyA.push(...replaced.onlyA);
    onlyB.push(...replaced.onlyB);
  }
  const [inA, inB] = [new Set(left), new Set(right)];
  const total = left.length + right.length;
  return {
    slots,
    onlyA: onlyA.filter((index) => !inB.has(a.tokens[index]?.lemma ?? '')),
    onlyB: onlyB.filter((index) => !inA.has(b.tokens[index]?.lemma ?? '')),
    ratio: total === 0 ? 1 : (2 * matched) / total,
  };
}

interface Replacement {
  readonly slots: readonly Slot[];
  readonly onlyA: readonly number[];
  readonly onlyB: readonly number[];
}

function replacement(
  a: Sentence,
  b: Sentence,
  as: readonly number[],
  bs: readonly number[],
): Replacement {
  const whole = asNames(a, b, as, bs);
  if (whole !== null) return { slots: [whole], onlyA: [], onlyB: [] };
  const [openA, openB] = [new Set(as), new Set(bs)];
  const slots: Slot[] = [];
  for (const { x, y, kind, group } of candidates(a, b, as, bs)) {
    if (!openA.has(x) || !openB.has(y)) continue;
    openA.delete(x);
    openB.delete(y);
    if (kind !== 'same') slots.push({ kind, group, a: [x], b: [y] });
  }
  const [first, ...others] = openA;
  const [second, ...rest] = openB;
  if (first === undefined || second === undefined) {
    return { slots, onlyA: [...openA], onlyB: [...openB] };
  }
  slots.push({ kind: 'other', group: '', a: [first, ...others], b: [second, ...rest] });
  return { slots, onlyA: [], onlyB: [] };
}

/** One name for another, of however many words: "New York" and "Boston". */
function asNames(
  a: Sentence,
  b: Sentence,
  as: readonly number[],
  bs: readonly number[],
): Slot | null {
  const [first, ...others] = as;
  const [second, ...rest] = bs;
  if (first === undefined || second === undefined || as.length + bs.length === 2) return null;
  const areNames = [...as.map((index) => a.tokens[index]), ...bs.map((index) => b.tokens[index])];
  if (!areNames.every((token) => token?.isName === true)) return null;
  // The last word is the head: "North Korean" and "Chinese" are two peoples.
  const [left, right] = [a.tokens[as.at(-1) ?? first], b.tokens[bs.at(-1) ?? second]];
  const group = left === undefined || right === undefined ? '' : pairKind(left, right).group;
  const both = { a: [first, ...others], b: [second, ...rest] } as const;
  if (group !== '') return { kind: 'closed', group, ...both };
  return { kind: 'name', group: '', ...both };
}

interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly kind: SlotKind | 'same';
  readonly group: string;
}

/** Pairs that say something about each other, best first, then in order of the texts. */
function candidates(
  a: Sentence,
  b: Sentence,
  as: readonly number[],
  bs: readonly number[],
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const x of as.slice(0, MAX_PAIRED)) {
    for (const y of bs.slice(0, MAX_PAIRED)) {
      const [left, right] = [a.tokens[x], b.tokens[y]];
      if (left === undefined || right === undefined) continue;
      const pair = pairKind(left, right);
      if (pair.kind !== 'other') found.push({ x, y, ...pair });
    }
  }
  return found.toSorted((p, q) => SCORES[q.kind] - SCORES[p.kind]);
}

function pairKind(
  a: Token,
  b: Token,
): { readonly kind: SlotKind | 'same'; readonly group: string } {
  if (a.value !== null && b.value !== null) return { kind: valueKind(a.value, b.value), group: '' };
  if (a.value !== null || b.value !== null) return { kind: 'other', group: '' };
  const relation = relate(a.word, b.word);
  if (relation === 'equal' || relation === 'synonym') return { kind: 'same', group: '' };
  if (relation === 'antonym') return { kind: 'antonym', group: '' };
  if (relation.startsWith('closed:')) {
    return { kind: 'closed', group: relation.slice('closed:'.length) };
  }
  return { kind: a.isName && b.isName && relation === 'none' ? 'name' : 'other', group: '' };
}

/** Values of unlike kinds (5 km, 3 dogs; 30 days, 1 month; $5, 5 €) do not exclude each other. */
function valueKind(a: Value, b: Value): SlotKind | 'same' {
  const relation = compareValues(a, b);
  if (relation === 'same' || relation === 'compatible') return 'same';
  if (relation === 'possible') return isLike(a, b) ? 'possible' : 'other';
  return isLike(a, b) ? 'number' : 'other';
}

/** Whether two values measure the same; a year is like a date. */
export function isLike(a: Value, b: Value): boolean {
  if (a.type === 'amount' && b.type === 'amount') return a.dimension === b.dimension;
  const types = new Set([a.type, b.type]);
  return types.size === 1 || (types.has('date') && types.has('amount'));
}
