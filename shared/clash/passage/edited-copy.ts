import { TextCache } from '../../compare/text-cache.ts';
import { type Opcode, opcodes } from '../diff.ts';
import { type Edit, type EditKind, kindOf } from './edit-kind.ts';
import { textWords, type Word } from './words.ts';

/** Two texts of which one is a copy of the other with words changed. */
export interface EditedCopy {
  /** Share of the shorter text that stands in the other in runs of five words or more, 0–1. */
  readonly copied: number;
  /** The same share of the longer text: when high, neither says much that the other does not. */
  readonly copiedOfLonger: number;
  readonly edits: readonly Edit[];
}

/** Shorter texts are sentences, in which one other word is no edit but another statement. */
const MIN_WORDS = 20;
/** Equal words in a row that count as copied. */
const RUN_WORDS = 5;
/** Least share copied for two texts to be called copies at all. */
const MIN_COPIED = 0.6;
/** Least share of three-word runs in common before two texts are aligned: cheap to count. */
const MIN_SHINGLES = 0.2;
const SHINGLE_WORDS = 3;
/** An edit replaces few words, and stands between words that did not change. */
const MAX_EDIT_WORDS = 8;
const MIN_EQUAL_BOTH_SIDES = 3;
const MIN_EQUAL_ONE_SIDE = 10;
/** With more edits than this it is another text about something alike. */
const MAX_EDITS = 8;
/** A negation put in or taken out comes with at most this many words ("does not"). */
const MAX_INSERTED_WORDS = 3;
/** An edit so near the start of a text changes what it is about. */
const TITLE_WORDS = 12;
/** So near the start of a sentence it changes the sentence's subject. */
const SUBJECT_WORDS = 3;

/**
 * Reads one text as an edited copy of the other. Null when it is none: too short, too little in common,
 * too many edits, another period (a year and another number changed), or another thing (the words by
 * which the text names what it is about changed). `isSameEntity` is the caller's word that both are about
 * one thing. Near-linear; texts without common runs are told apart without aligning them.
 */
export function editedCopy(a: string, b: string, isSameEntity: boolean): EditedCopy | null {
  const [left, right] = [textWords(a), textWords(b)];
  const [shorter, longer] = [left, right].toSorted((x, y) => x.length - y.length);
  if (shorter === undefined || longer === undefined || shorter.length < MIN_WORDS) return null;
  if (sharedShingles(a, b) < MIN_SHINGLES) return null;
  const steps = opcodes(keysOf(left), keysOf(right));
  const equal = steps.reduce((sum, step) => sum + (runOf(step) >= RUN_WORDS ? runOf(step) : 0), 0);
  const copied = equal / shorter.length;
  if (copied < MIN_COPIED) return null;
  const found = steps.flatMap((_, index) => editAt(steps, index, left, right) ?? []);
  const replaced = steps.map(({ a0, a1, b0, b1 }) =>
    nameOf(left.slice(a0, a1), right.slice(b0, b1)),
  );
  const edits = withoutSwaps(found, new Set(replaced));
  if (distinct(edits) > MAX_EDITS || isOtherPeriod(edits)) return null;
  if (!isSameEntity && isOtherThing(edits, left, right)) return null;
  return { copied, copiedOfLonger: equal / longer.length, edits };
}

const shingleSets = new TextCache<ReadonlySet<string>>();

function sharedShingles(a: string, b: string): number {
  const [few, many] = [shingleSets.get(a, shingles), shingleSets.get(b, shingles)].toSorted(
    (x, y) => x.size - y.size,
  );
  if (few === undefined || many === undefined || few.size === 0) return 0;
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared += 1;
  return shared / few.size;
}

function shingles(text: string): ReadonlySet<string> {
  const keys = keysOf(textWords(text));
  return new Set(keys.map((_, index) => keys.slice(index, index + SHINGLE_WORDS).join(' ')));
}

function keysOf(words: readonly Word[]): readonly string[] {
  return words.map(({ key }) => key);
}

function runOf({ tag, a0, a1 }: Opcode): number {
  return tag === 'equal' ? a1 - a0 : 0;
}

function editAt(
  steps: readonly Opcode[],
  index: number,
  left: readonly Word[],
  right: readonly Word[],
): Edit | null {
  const step = steps[index];
  if (step === undefined || step.tag === 'equal') return null;
  const [a, b] = [left.slice(step.a0, step.a1), right.slice(step.b0, step.b1)];
  const most = step.tag === 'replace' ? MAX_EDIT_WORDS : MAX_INSERTED_WORDS;
  if (a.length > most || b.length > most) return null;
  const [before, after] = [steps[index - 1], steps[index + 1]].map((near) =>
    near === undefined ? 0 : runOf(near),
  );
  const [least, longest] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)];
  if (least < MIN_EQUAL_BOTH_SIDES && longest < MIN_EQUAL_ONE_SIDE) return null;
  const kind = kindOf(a, b);
  if (kind === null) return null;
  const [afterA, afterB] = [left[step.a1], right[step.b1]];
  return { kind, a, b, a0: step.a0, b0: step.b0, afterA, afterB };
}

/** Names a replacement by its words. */
function nameOf(a: readonly Word[], b: readonly Word[]): string {
  return `${keysOf(a).join(' ')}\n${keysOf(b).join(' ')}`;
}

function distinct(edits: readonly Edit[]): number {
  return new Set(edits.map(({ a, b }) => nameOf(a, b))).size;
}

/** Edits but for words that only changed places: x → y here and y → x there. */
function withoutSwaps(edits: readonly Edit[], replaced: ReadonlySet<string>): readonly Edit[] {
  return edits.filter(({ a, b }) => !replaced.has(nameOf(b, a)));
}

/** A year changed and a number that is no year did too: the same figure of another year. */
function isOtherPeriod(edits: readonly Edit[]): boolean {
  const numbers = edits.filter(({ kind }) => kind === 'num');
  return numbers.some(isYear) && numbers.some((edit) => !isYear(edit));
}

function isYear({ a, b }: Edit): boolean {
  return [...a, ...b].every(
    ({ value, key }) => value !== null && /(?:^|\D)(?:1\d|20)\d{2}$/.test(key),
  );
}

const NAMING: ReadonlySet<EditKind> = new Set(['name', 'closed', 'other', 'reworded']);

/**
 * Words that name what a text is about were replaced: in its first words, at the start of a sentence in
 * which something else changed too, or the same words throughout.
 */
function isOtherThing(
  edits: readonly Edit[],
  left: readonly Word[],
  right: readonly Word[],
): boolean {
  const naming = edits.filter(({ kind }) => NAMING.has(kind));
  if (distinct(naming) < naming.length) return true;
  return naming.some(
    ({ a0, b0 }) =>
      Math.min(a0, b0) < TITLE_WORDS ||
      (edits.length > 1 &&
        Math.min(sinceOpening(left, a0), sinceOpening(right, b0)) < SUBJECT_WORDS),
  );
}

/** Words between the start of a sentence and a place in it; bounded, as only small answers matter. */
function sinceOpening(words: readonly Word[], at: number): number {
  for (let back = 0; back < SUBJECT_WORDS; back += 1) if (words[at - back]?.opens) return back;
  return SUBJECT_WORDS;
}
