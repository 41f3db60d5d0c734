import { NUMBER_DIGITS, NUMBER_WORDS } from '../words/lexicon.ts';
import { relate } from '../words/relate.ts';
import { isCode } from './fingerprint.ts';
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
  | 'order';

const NEGATIONS = wordSet(
  'cannot neither never no nobody none noone nor not nothing nowhere without nicht kein keine nie ni sin nunca pas jamais не нет',
);
const MODALS = wordSet(
  'may might must shall should could would can will needs ought optional required mandatory if unless except only until allegedly reportedly supposedly probably possibly',
);
/** Words that change what is said when one stands in place of another, and that a copy may leave out. */
const RELATIONS = wordSet(
  'before after both each every all some any most few on off up down over under out within beyond above below since',
);
/** Words that say nothing by themselves: a copy may have others of them. */
const STOP = wordSet(
  "'s a also an and any as at be been being by do does did for from had has have having he her hers him his i in into is are was were it its just me my of on or our ours she so such than that the their them then there these they this those to too us very we which while who whom with you your",
);
const CONTRACTED_NEGATION = /\b(?:can't|won't|\w+n't)|(?<=\s)n't\b/giu;
/** What carries a value as a whole: anything with a digit, addresses, paths. */
const VALUE = /\p{N}|@|:\/\/|\/[^/]*\//u;
/** Values in which small and capital letters are different ones: paths, and ids that mix them with digits. */
const CASED_VALUE = /\/|(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\p{N})/u;
/** What small and capital letters tell apart after a number: bits and bytes, milli and mega. Or a question. */
const CASED_UNIT =
  /(?<=\p{N} ?)([kKMGTP]i?[bB](?:ps|\/s|it\/s)?|[mM](?:W|V|A|Hz|g|l|Pa)?)(?![\p{L}\p{N}])|[?？](?=["'”’»)\]]*(?:\s|$))/gu;
const EDGES = /^[\p{Ps}\p{Pi}"'`*_]+|[\p{Pe}\p{Pf}"'`*_.,:;!?]+$/gu;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’]*/gu;
/** Up to this many content words, another order of the same words is another statement. */
const ORDERED_WORDS = 40;

/** Nouns that a name follows, also one in small letters; without endings, as words are compared. */
const NAMING = new Set(
  'account app application branch bucket bundle channel client cluster company customer database department depot device domain employee endpoint env environment file folder function host hostname image index instance item job key machine model module node office order package pipeline plan pod product project queue region repo repository route sensor server service session site sku store team tenant user vendor warehouse worker zone'
    .split(' ')
    .map(withoutEnding),
);

/**
 * The guard before every merge: says why two texts that look alike must both stay, or null when one
 * of them only says what the other says too. Both need a counterpart for every value (number, date,
 * id, path) of the other, as many negations and the same modals; no name may stand in place of another
 * name, no word in place of its opposite or of another member of its class (weekdays, colours, states,
 * countries); and a short text may not have its names in another order. What may differ: case,
 * punctuation, function words, endings, synonyms, and words that only one of the two has on top.
 */
export function mergeBlock(a: string, b: string): BlockReason | null {
  if (a === b) return null;
  if (isCode(a) || isCode(b)) return 'code';
  const left = readings.get(a, read);
  const right = readings.get(b, read);
  if (!sameBag(left.values, right.values)) return 'value';
  if (left.negations !== right.negations) return 'negation';
  if (!sameBag(left.modals, right.modals)) return 'modal';
  if (isReplaced(left.relations, right.relations)) return 'modal';
  const onlyLeft = extra(left.words, right.words);
  const onlyRight = extra(right.words, left.words);
  if (onlyLeft.length > 0 && onlyRight.length > 0) {
    const reason = excluded(onlyLeft, left, onlyRight, right);
    if (reason !== null) return reason;
    return (named(onlyLeft, left) && named(onlyRight, right)) || isOtherThing(left, right, onlyLeft)
      ? 'name'
      : null;
  }
  const same = onlyLeft.length === 0 && onlyRight.length === 0;
  const [one, other] = [left.capitals.join(' '), right.capitals.join(' ')];
  const reordered =
    one !== other && left.capitals.toSorted().join(' ') === right.capitals.toSorted().join(' ');
  return same && reordered && left.sequence.length <= ORDERED_WORDS ? 'order' : null;
}

/**
 * Whether a word that is only here follows a word that names things ("user alice", "host beta"), where
 * the other text has another one: one template, two things.
 */
function isOtherThing(a: Reading, b: Reading, onlyA: readonly string[]): boolean {
  return a.sequence.some((word, index) => {
    const before = a.sequence[index - 1];
    if (before === undefined || !NAMING.has(before) || !onlyA.includes(word)) return false;
    const after = b.sequence[b.sequence.indexOf(before) + 1];
    return after !== undefined && after !== word && !a.words.has(after);
  });
}

/** Whether one of these words stands in place of another. */
function isReplaced(a: Bag, b: Bag): boolean {
  return extra(a, b).length > 0 && extra(b, a).length > 0;
}

type Bag = ReadonlyMap<string, number>;

interface Reading {
  readonly values: Bag;
  readonly negations: number;
  readonly modals: Bag;
  readonly relations: Bag;
  /** Content words without endings. */
  readonly words: Bag;
  readonly sequence: readonly string[];
  /** Those that are written with a capital, in order: who does what to whom. */
  readonly capitals: readonly string[];
  /** One written form of each content word, for the dictionary. */
  readonly forms: ReadonlyMap<string, string>;
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
      const value = token.replace(EDGES, '');
      count(values, CASED_VALUE.test(value) ? value : value.toLowerCase());
      return '0';
    })
    .join('');
  // "10 Mb" is an eighth of "10 MB", and a question is no statement.
  for (const [, unit = '?'] of clean.matchAll(CASED_UNIT)) count(values, unit);
  let negations = (plain.match(CONTRACTED_NEGATION) ?? []).length;
  const modals = new Map<string, number>();
  const relations = new Map<string, number>();
  const capitals: string[] = [];
  const forms = new Map<string, string>();
  const words = new Map<string, number>();
  const sequence: string[] = [];
  const names = new Set<string>();
  for (const match of plain.replace(CONTRACTED_NEGATION, ' ').matchAll(WORD)) {
    const [written] = match;
    const word = written.toLowerCase().replace(/'s?$/, '');
    if (NEGATIONS.has(word)) negations += 1;
    else if (MODALS.has(word)) count(modals, word);
    else if (RELATIONS.has(word)) count(relations, word);
    else if (NUMBER_WORDS.has(word)) {
      // "One man" at the start of a sentence is "a man".
      if (word !== 'one' || !opensSentence(plain, match.index)) {
        count(values, NUMBER_DIGITS.get(word) ?? word);
      }
    } else if (!STOP.has(word)) {
      const base = withoutEnding(word);
      count(words, base);
      sequence.push(base);
      forms.set(base, word);
      if (written !== written.toLowerCase()) capitals.push(base);
      if (written !== written.toLowerCase() && !opensSentence(plain, match.index)) names.add(base);
    }
  }
  return { values, negations, modals, relations, words, sequence, capitals, forms, names };
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

function excluded(
  onlyLeft: readonly string[],
  left: Reading,
  onlyRight: readonly string[],
  right: Reading,
): BlockReason | null {
  for (const word of onlyLeft.slice(0, MAX_COMPARED_WORDS)) {
    for (const other of onlyRight.slice(0, MAX_COMPARED_WORDS)) {
      const reason = related(left.forms.get(word), right.forms.get(other));
      if (reason !== null) return reason;
    }
  }
  return null;
}

/** What the dictionary says of two words that stand on one side each. */
function related(a: string | undefined, b: string | undefined): BlockReason | null {
  const relation = a === undefined || b === undefined ? 'none' : relate(a, b);
  if (relation === 'antonym') return 'antonym';
  return relation.startsWith('closed:') ? 'closed_class' : null;
}

/** Words of one side that are compared with the other's; texts with more differences are no copies. */
const MAX_COMPARED_WORDS = 40;

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
