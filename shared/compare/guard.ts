import { isCode } from './fingerprint.ts';
import {
  ANTONYMS,
  CLOSED_CLASSES,
  CLOSED_SYNONYMS,
  NUMBER_DIGITS,
  NUMBER_WORDS,
} from './lexicon.ts';
import { TextCache } from './text-cache.ts';

/** Why two similar texts must not be merged. */
export type BlockReason =
  | 'code'
  | 'value'
  | 'negation'
  | 'modal'
  | 'name'
  | 'antonym'
  | 'closed_class'
  | 'replaced'
  | 'order';

const NEGATIONS = wordSet(
  'cannot neither never no nobody none noone nor not nothing nowhere without nicht kein keine nie ni sin nunca pas jamais не нет',
);
const MODALS = wordSet(
  'may might must shall should could would can will needs ought optional required mandatory if unless except only until before after allegedly reportedly supposedly probably possibly both each every all some any most few on off up down over under out within beyond above below since',
);
/** Words that say nothing by themselves: a copy may have others of them. */
const STOP = wordSet(
  "'s a also an and any as at be been being by do does did for from had has have having he her hers him his i in into is are was were it its just me my of on or our ours she so such than that the their them then there these they this those to too us very we which while who whom with you your",
);
const CONTRACTED_NEGATION = /\b(?:can't|won't|\w+n't)|(?<=\s)n't\b/giu;
/** What carries a value as a whole: anything with a digit, addresses, paths. */
const VALUE = /\p{N}|@|:\/\/|\/[^/]*\//u;
const EDGES = /^[\p{Ps}\p{Pi}"'`*_]+|[\p{Pe}\p{Pf}"'`*_.,:;!?]+$/gu;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’]*/gu;
/** Up to this many content words, another order of the same words is another statement. */
const ORDERED_WORDS = 40;

const EXCLUDES = exclusions();

/**
 * The guard before every merge: says why two texts that look alike must both stay, or null when one
 * of them only says what the other says too. Both need a counterpart for every value (number, date,
 * id, path) of the other, as many negations and the same modals; no content word may stand in place
 * of another, least of all a name, an opposite or a member of a closed class (weekdays, colours,
 * states); and a short text may not have the same words in another order. What may differ: case,
 * punctuation, function words, endings, and words that only one of the two has on top. When in doubt
 * it blocks: an extra copy costs tokens, a merged contradiction costs the truth.
 */
export function mergeBlock(a: string, b: string): BlockReason | null {
  if (a === b) return null;
  if (isCode(a) || isCode(b)) return 'code';
  const left = readings.get(a, read);
  const right = readings.get(b, read);
  if (!sameBag(left.values, right.values)) return 'value';
  if (left.negations !== right.negations) return 'negation';
  if (!sameBag(left.modals, right.modals)) return 'modal';
  const onlyLeft = extra(left.words, right.words);
  const onlyRight = extra(right.words, left.words);
  if (onlyLeft.length > 0 && onlyRight.length > 0) {
    return (
      excluded(onlyLeft, onlyRight) ??
      (named(onlyLeft, left) && named(onlyRight, right) ? 'name' : 'replaced')
    );
  }
  const same = onlyLeft.length === 0 && onlyRight.length === 0;
  const reordered = left.sequence.join(' ') !== right.sequence.join(' ');
  return same && reordered && left.sequence.length <= ORDERED_WORDS ? 'order' : null;
}

type Bag = ReadonlyMap<string, number>;

interface Reading {
  readonly values: Bag;
  readonly negations: number;
  readonly modals: Bag;
  /** Content words without endings. */
  readonly words: Bag;
  readonly sequence: readonly string[];
  /** Those that are written as a name. */
  readonly names: ReadonlySet<string>;
}

const readings = new TextCache<Reading>();

function read(text: string): Reading {
  // NFC, not NFKC: 10² is not 102.
  const clean = text
    .normalize('NFC')
    .replace(/’/g, "'")
    .replace(/\bno one\b/gi, 'nobody');
  const values = new Map<string, number>();
  const plain = clean
    .split(/(\s+)/)
    .map((token) => {
      if (!VALUE.test(token)) return token;
      count(values, token.replace(EDGES, '').toLowerCase());
      return '0';
    })
    .join('');
  let negations = (plain.match(CONTRACTED_NEGATION) ?? []).length;
  const modals = new Map<string, number>();
  const words = new Map<string, number>();
  const sequence: string[] = [];
  const names = new Set<string>();
  for (const match of plain.replace(CONTRACTED_NEGATION, ' ').matchAll(WORD)) {
    const [written] = match;
    const word = written.toLowerCase().replace(/'s?$/, '');
    if (NEGATIONS.has(word)) negations += 1;
    else if (MODALS.has(word)) count(modals, word);
    else if (NUMBER_WORDS.has(word)) {
      // "One man" at the start of a sentence is "a man".
      if (word !== 'one' || !opensSentence(plain, match.index)) {
        count(values, NUMBER_DIGITS.get(word) ?? word);
      }
    } else if (!STOP.has(word)) {
      const base = withoutEnding(word);
      count(words, base);
      sequence.push(base);
      if (written !== written.toLowerCase() && !opensSentence(plain, match.index)) names.add(base);
    }
  }
  return { values, negations, modals, words, sequence, names };
}

/** The word without the ending of a plural or a verb form; short words are left alone. */
function withoutEnding(word: string): string {
  if (word.length <= 4 || /ss$/.test(word))
    return word.length === 4 ? word.replace(/s$/, '') : word;
  const base = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s)$/, '');
  return base.replace(/([^aeiouls])\1$/, '$1').replace(/e$/, '');
}

function opensSentence(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 4), index).trimEnd();
  return before === '' || /[.!?:\n"“>*#-]$/u.test(before);
}

/** Words that the first has more often than the second. */
function extra(a: Bag, b: Bag): readonly string[] {
  return [...a].filter(([word, times]) => times > (b.get(word) ?? 0)).map(([word]) => word);
}

function excluded(onlyLeft: readonly string[], onlyRight: readonly string[]): BlockReason | null {
  for (const word of onlyLeft) {
    const row = EXCLUDES.get(word);
    for (const other of onlyRight) {
      const reason = row?.get(other);
      if (reason !== undefined) return reason;
    }
  }
  return null;
}

function named(words: readonly string[], reading: Reading): boolean {
  return words.some((word) => reading.names.has(word));
}

function sameBag(a: Bag, b: Bag): boolean {
  return a.size === b.size && [...a].every(([entry, times]) => b.get(entry) === times);
}

function count(bag: Map<string, number>, word: string): void {
  bag.set(word, (bag.get(word) ?? 0) + 1);
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function exclusions(): ReadonlyMap<string, ReadonlyMap<string, BlockReason>> {
  const table = new Map<string, Map<string, BlockReason>>();
  const put = (a: string, b: string, reason: BlockReason) => {
    const [left, right] = [withoutEnding(a), withoutEnding(b)];
    for (const [x, y] of [[left, right] as const, [right, left] as const]) {
      const row = table.get(x) ?? new Map<string, BlockReason>();
      row.set(y, reason);
      table.set(x, row);
    }
  };
  const same = new Set(CLOSED_SYNONYMS.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  for (const members of Object.values(CLOSED_CLASSES)) {
    for (const a of members) {
      for (const b of members) if (a < b && !same.has(`${a} ${b}`)) put(a, b, 'closed_class');
    }
  }
  for (const [a, b] of ANTONYMS) put(a, b, 'antonym');
  return table;
}
