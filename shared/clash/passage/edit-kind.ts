import { isStopWord, stem } from '../../score/words.ts';
import { compareValues } from '../../values/compare.ts';
import { relate } from '../../words/relate.ts';
import type { Word } from './words.ts';

/**
 * What an edit changed: a value, a negation, a word for its opposite or for another of a closed class
 * (`closed`), a name, a word for another; `reworded` changed words without a telling relation.
 */
export type EditKind = 'num' | 'neg' | 'closed' | 'name' | 'other' | 'reworded';

/** Words of one text that stand in place of words of the other; one side may be empty. */
export interface Edit {
  readonly kind: EditKind;
  readonly a: readonly Word[];
  readonly b: readonly Word[];
  /** Index of the first changed word on each side. */
  readonly a0: number;
  readonly b0: number;
  /** The first word behind the change on each side, undefined at the end of a text. */
  readonly afterA: Word | undefined;
  readonly afterB: Word | undefined;
}

const NEGATION =
  /^(?:not|never|no|cannot|none|nobody|nothing|nowhere|without|neither|nor)$|n['’]t$/;
/** Behind these a negation denies nothing: "not only", "no less than". */
const NO_DENIAL =
  /^(?:only|just|merely|less|fewer|more|later|longer|necessarily|always|all|every)$/;
/** Words that come and go with a negation. */
const AUXILIARY =
  /^(?:do|does|did|can|could|will|would|shall|should|may|might|must|is|are|was|were|has|have|had|be|been|ca|wo|any|some|an?|ever)$/;
/** More words a side are a phrase, whose words say little about each other. */
const MAX_OTHER_WORDS = 4;
/** Words that begin with this many equal letters are forms of one word. */
const SPELLING_CHARS = 4;

/** What replacing words `a` by words `b` changed; null when it changed nothing that is stated. */
export function kindOf(a: readonly Word[], b: readonly Word[]): EditKind | null {
  const [left, right] = [a.filter(isContent), b.filter(isContent)];
  if (isDenied(a) !== isDenied(b)) return sameWords(left, right) ? 'neg' : 'reworded';
  if (left.length === 0 || right.length === 0) {
    // A name with one more word is another name: "Gold Account", "Gold Plus Account".
    return [...left, ...right].some(({ isName }) => isName) ? 'reworded' : null;
  }
  const hasValues = [...left, ...right].some(({ value }) => value !== null);
  return hasValues ? valueKind(left, right) : wordKind(left, right);
}

function isContent({ key, value }: Word): boolean {
  return value !== null || !(isStopWord(key) || NEGATION.test(key) || AUXILIARY.test(key));
}

function isDenied(words: readonly Word[]): boolean {
  const count = words.filter(
    ({ key }, index) => NEGATION.test(key) && !NO_DENIAL.test(words[index + 1]?.key ?? ''),
  ).length;
  return count % 2 === 1;
}

function sameWords(a: readonly Word[], b: readonly Word[]): boolean {
  return a.map(stemOf).join(' ') === b.map(stemOf).join(' ');
}

function stemOf({ key }: Word): string {
  return stem(key);
}

/** A clash when every value of the one side clashes with its counterpart, beside the same words. */
function valueKind(a: readonly Word[], b: readonly Word[]): EditKind | null {
  const [left, right] = [valuesOf(a), valuesOf(b)];
  if (left.length !== right.length) return 'reworded';
  const relations = left.map((value, index) => {
    const other = right[index];
    return other === undefined ? 'possible' : compareValues(value, other);
  });
  if (relations.every((relation) => relation === 'same')) return null;
  const isBare = sameWords(a.filter(isWord), b.filter(isWord));
  return isBare && relations.every((relation) => relation === 'clash') ? 'num' : 'reworded';
}

function isWord({ value }: Word): boolean {
  return value === null;
}

function valuesOf(words: readonly Word[]) {
  return words.flatMap(({ value }) => (value === null ? [] : [value]));
}

function wordKind(a: readonly Word[], b: readonly Word[]): EditKind | null {
  const [left, right] = [without(a, b), without(b, a)];
  if (left.length === 0 || right.length === 0) return null;
  const [first, second] = [left[0], right[0]];
  if (left.length === 1 && right.length === 1 && first !== undefined && second !== undefined) {
    const relation = relate(first.key, second.key);
    if (relation === 'equal' || relation === 'synonym' || relation === 'part') return null;
    if (relation !== 'none') return 'closed';
  }
  if (left.length < a.length || right.length < b.length || isSpelling(left, right))
    return 'reworded';
  if (left.some(({ isName }) => isName) && right.some(({ isName }) => isName)) return 'name';
  return left.length <= MAX_OTHER_WORDS && right.length <= MAX_OTHER_WORDS ? 'other' : 'reworded';
}

/** One word, written in two ways or in two forms: they begin alike. */
function isSpelling(a: readonly Word[], b: readonly Word[]): boolean {
  const [left, right] = [a[0]?.key ?? '', b[0]?.key ?? ''];
  const most = Math.min(left.length, right.length, SPELLING_CHARS);
  return a.length === 1 && b.length === 1 && left.slice(0, most) === right.slice(0, most);
}

/** The words of the first that the second has not, whatever their endings. */
function without(words: readonly Word[], others: readonly Word[]): readonly Word[] {
  const stems = new Set(others.map(stemOf));
  return words.filter((word) => !stems.has(stemOf(word)));
}
