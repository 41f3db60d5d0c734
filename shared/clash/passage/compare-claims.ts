import { compareValues } from '../../values/compare.ts';
import { CLASS_FAMILIES, CLASS_OVERLAPS } from './claim-patterns.ts';
import type { Claim } from './claims.ts';

/** Two claims of one attribute that cannot both hold. */
export interface ClaimClash {
  readonly a: Claim;
  readonly b: Claim;
  /** One side names a year and the other none: they may speak of different times. */
  readonly isDated: boolean;
}

/** Words shorter than this tell no two names apart. */
const MIN_NAME_WORD_CHARS = 3;
/** A name with one of these is a list of names. */
const LIST = /\band\b|&/;

/**
 * The attributes on which two lists of claims about one subject disagree, one clash each. A claim of the
 * same attribute that agrees cancels the clash: then the attribute has several values.
 */
export function compareClaims(a: readonly Claim[], b: readonly Claim[]): readonly ClaimClash[] {
  const clashes: ClaimClash[] = [];
  for (const attribute of new Set(a.map((claim) => claim.attribute))) {
    const left = a.filter((claim) => claim.attribute === attribute);
    const right = b.filter((claim) => claim.attribute === attribute);
    const relations = left.flatMap((x) => right.map((y) => ({ x, y, clash: isClash(x, y) })));
    if (relations.some(({ clash }) => !clash)) continue;
    const [first] = relations.filter(({ x, y }) => !isOtherPeriod(x, y));
    if (first === undefined) continue;
    const { x, y } = first;
    clashes.push({ a: x, b: y, isDated: (x.years.size === 0) !== (y.years.size === 0) });
  }
  return clashes;
}

function isClash(a: Claim, b: Claim): boolean {
  switch (a.kind) {
    case 'value':
      return compareValues(a.value, b.value) === 'clash';
    case 'name':
      return !sharesWord(a.raw, b.raw) && !LIST.test(a.raw) && !LIST.test(b.raw);
    case 'nation':
      return a.raw.toLowerCase() !== b.raw.toLowerCase();
    case 'class':
      return isOtherClass(headNoun(a.raw), headNoun(b.raw));
    default:
      return false;
  }
}

function isOtherPeriod(a: Claim, b: Claim): boolean {
  if (a.years.size === 0 || b.years.size === 0) return false;
  return [...a.years].every((year) => !b.years.has(year));
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(nameWords(a));
  return nameWords(b).some((word) => words.has(word));
}

function nameWords(name: string): readonly string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => word.length >= MIN_NAME_WORD_CHARS && word !== 'the');
}

function headNoun(phrase: string): string {
  return phrase.slice(phrase.lastIndexOf(' ') + 1).toLowerCase();
}

/** Head nouns of different families, or of one family whose members exclude each other. */
function isOtherClass(a: string, b: string): boolean {
  const [left, right] = [CLASS_FAMILIES.get(a), CLASS_FAMILIES.get(b)];
  if (a === b || left === undefined || right === undefined) return false;
  if (left !== right) return true;
  if (left !== 'work' && left !== 'place') return false;
  return !CLASS_OVERLAPS.some((members) => members.has(a) && members.has(b));
}
