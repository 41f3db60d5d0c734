import { isCode } from './fingerprint.ts';
import { ANTONYMS, CLOSED_CLASSES, CLOSED_SYNONYMS } from './lexicon.ts';
import { TextCache } from './text-cache.ts';

/** Why two similar texts must not be merged. */
export type BlockReason =
  | 'code'
  | 'value'
  | 'negation'
  | 'modal'
  | 'name'
  | 'antonym'
  | 'closed_class';

const NEGATIONS = new Set(
  'cannot neither never no nobody none noone nor not nothing nowhere without nicht kein keine nie ni sin nunca pas jamais не нет'.split(
    ' ',
  ),
);
const MODALS = new Set(
  'may might must shall should could would can will needs ought optional required mandatory if unless except only until before after allegedly reportedly supposedly probably possibly'.split(
    ' ',
  ),
);
const IRREGULAR_NEGATION = /\b(?:can't|cannot|won't|\w+n't)\b/giu;
/** What carries a value as a whole: anything with a digit, addresses, paths. */
const VALUE = /\p{N}|@|:\/\/|\/[^/]*\//u;
const EDGES = /^[\p{Ps}\p{Pi}"'`*_]+|[\p{Pe}\p{Pf}"'`*_.,:;!?]+$/gu;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu;

const EXCLUDES = exclusions();

/**
 * The guard before every merge: says why two texts that look alike must both stay, or null when
 * nothing in them differs that could change their meaning. Both texts need a counterpart for every
 * value (number, date, id, path) of the other, as many negations, the same modals; no name or
 * antonym or member of a closed class (weekdays, colours, states) may stand against another. When in
 * doubt it blocks: an extra copy costs tokens, a merged contradiction costs the truth.
 */
export function mergeBlock(a: string, b: string): BlockReason | null {
  if (a === b) return null;
  if (isCode(a) || isCode(b)) return 'code';
  const left = readings.get(a, read);
  const right = readings.get(b, read);
  if (!sameSet(left.values, right.values)) return 'value';
  if (left.negations !== right.negations) return 'negation';
  if (!sameSet(left.modals, right.modals)) return 'modal';
  const onlyLeft = [...left.words.keys()].filter((word) => !right.words.has(word));
  const onlyRight = [...right.words.keys()].filter((word) => !left.words.has(word));
  for (const word of onlyLeft) {
    for (const other of onlyRight) {
      const excluded = EXCLUDES.get(word)?.get(other);
      if (excluded !== undefined) return excluded;
    }
  }
  if (named(onlyLeft, left.words) && named(onlyRight, right.words)) return 'name';
  return null;
}

interface Reading {
  readonly values: ReadonlySet<string>;
  readonly negations: number;
  readonly modals: ReadonlySet<string>;
  /** Words in lower case; true when written with a capital inside a sentence or throughout. */
  readonly words: ReadonlyMap<string, boolean>;
}

const readings = new TextCache<Reading>();

function read(text: string): Reading {
  // NFC, not NFKC: 10² is not 102.
  const clean = text.normalize('NFC').replace(/’/g, "'");
  const values = new Set<string>();
  const plain = clean
    .split(/(\s+)/)
    .map((token) => {
      if (!VALUE.test(token)) return token;
      values.add(token.replace(EDGES, '').toLowerCase());
      return '0';
    })
    .join('');
  let negations = (plain.match(IRREGULAR_NEGATION) ?? []).length;
  const modals = new Set<string>();
  const words = new Map<string, boolean>();
  for (const match of plain.replace(IRREGULAR_NEGATION, ' ').matchAll(WORD)) {
    const [written] = match;
    const word = written.toLowerCase();
    if (NEGATIONS.has(word)) negations += 1;
    if (MODALS.has(word)) modals.add(word);
    const capital = written !== word && !opensSentence(plain, match.index);
    words.set(word, capital || (words.get(word) ?? false));
  }
  return { values, negations, modals, words };
}

function opensSentence(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 4), index).trimEnd();
  return before === '' || /[.!?:\n"“>*#-]$/u.test(before);
}

function named(words: readonly string[], all: ReadonlyMap<string, boolean>): boolean {
  return words.some((word) => all.get(word) === true);
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((entry) => b.has(entry));
}

function exclusions(): ReadonlyMap<string, ReadonlyMap<string, BlockReason>> {
  const table = new Map<string, Map<string, BlockReason>>();
  const put = (a: string, b: string, reason: BlockReason) => {
    for (const [x, y] of [[a, b] as const, [b, a] as const]) {
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
