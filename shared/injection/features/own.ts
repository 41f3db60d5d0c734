import { UNIT_KINDS, type Unit } from '../types.ts';
import { wordsIn } from './content.ts';
import { NOUN_VERBS, STOP_WORDS, VERBS } from './lexicon.ts';
import { nameIndex } from './name-index.ts';
import { objectsIn } from './objects.ts';
import { type Order, readOrder } from './order.ts';
import { PATTERNS } from './patterns.ts';

const ORDER_NAMES = [
  'imp',
  'imp_late',
  'imp_poly',
  'imp_tool',
  'imp_out',
  'imp_info',
  'imp_meta',
  'imp_gen',
  'imp_please',
  'imp_any',
  'imp_anytool',
  'imp_anyout',
] as const;
const SHAPE_NAMES = [
  'n_tool',
  'n_out',
  'n_stop',
  'len',
  'short',
  'cap',
  'term',
  'excl',
  'up',
  'dig',
  'sym',
  'nonascii',
  'allcaps',
] as const;

/** Names of the features of a unit on its own, in the order of their values. */
export const OWN_NAMES: readonly string[] = [
  ...ORDER_NAMES,
  ...PATTERNS.map(([name]) => `rx_${name}`),
  'imp_my',
  'imp_resp',
  'imp_q',
  'request',
  'o_url',
  'o_email',
  'o_money',
  'o_id',
  'o_path',
  'o_quoted',
  'req_obj',
  ...SHAPE_NAMES,
  ...UNIT_KINDS.map((kind) => `k_${kind}`),
  'key_txt',
];

/** Where the values stand that the features among neighbours are made of, by what they tell. */
export const OWN_INDEX = {
  order: ownIndex('imp'),
  request: ownIndex('request'),
  length: ownIndex('len'),
  foreign: ownIndex('nonascii'),
  stop: ownIndex('n_stop'),
  code: ownIndex('k_code'),
  question: ownIndex('rx_qmark'),
  you: ownIndex('rx_you'),
  my: ownIndex('rx_my'),
  me: ownIndex('rx_me'),
  forMe: ownIndex('rx_for_me'),
  objectMy: ownIndex('rx_obj_my'),
} as const;

/** A value that the features among neighbours are made of. */
export type OwnValue = keyof typeof OWN_INDEX;

const PATTERN_NAMES = PATTERNS.map(([name]) => name);
/** Patterns any of which makes a unit a request. */
const REQUESTS = [
  'can_you',
  'want_you',
  'you_must',
  'please_verb',
  'i_want',
  'make_sure',
  'override',
].map(patternAt);
const MY = patternAt('my');
const OBJ_MY = patternAt('obj_my');
const YOUR_RESPONSE = patternAt('your_resp');

/** Names of fields that hold free text. */
const TEXT_KEY =
  /desc|content|body|review|comment|note|bio|title|message|text|summary|snippet|subject|caption|about|name|reason|instruction|feedback|detail|abstract|transcript|post|tweet|status|query|answer|question/i;

/** Scales that bring counts and shares to about 0–1. */
const MAX_VERBS = 4;
const MAX_WORDS = 60;
const WORDS_SCALE = 30;
const SHARE_SCALE = 3;
const SHORT_WORDS = 5;

/** What other features are made of. */
export interface OwnFeatures {
  readonly values: readonly number[];
  readonly order: Order;
  /** The text in lower case, and its words. */
  readonly lower: string;
  readonly words: readonly string[];
}

/** The features of a unit on its own: mood, wording, objects, shape, where it stands. */
export function ownFeatures(unit: Unit): OwnFeatures {
  const { text } = unit;
  const lower = text.toLowerCase();
  const order = readOrder(text);
  const flags = PATTERNS.map(([, pattern]) => (pattern.test(lower) ? 1 : 0));
  const flag = (index: number) => flags[index] ?? 0;
  const words = wordsIn(lower);
  const objects = objectsIn(text);
  const isOrder = order.verb === '' ? 0 : 1;
  const request =
    isOrder === 1 || order.labelled !== '' || REQUESTS.some((index) => flag(index) === 1) ? 1 : 0;
  const { url, email, money, id, path, quoted } = objects;
  const values = [
    ...orderValues(order),
    ...flags,
    isOrder * Math.max(flag(MY), flag(OBJ_MY)),
    isOrder * flag(YOUR_RESPONSE),
    isOrder * Number(quoted),
    request,
    ...[url, email, money, id, path, quoted].map(Number),
    request * Number(url || email || money || id || path),
    ...shapeValues(text, words),
    ...UNIT_KINDS.map((kind) => Number(unit.kind === kind)),
    Number(unit.key !== '' && TEXT_KEY.test(unit.key)),
  ];
  return { values, order, lower, words };
}

function ownIndex(name: string): number {
  return nameIndex(OWN_NAMES, name);
}

function patternAt(name: string): number {
  return nameIndex(PATTERN_NAMES, name);
}

function orderValues({ verb, isLate, isPolite, labelled }: Order): number[] {
  const isOrder = verb !== '';
  const isKnown =
    VERBS.tool.has(verb) ||
    VERBS.output.has(verb) ||
    VERBS.information.has(verb) ||
    VERBS.meta.has(verb);
  return [
    isOrder,
    isLate,
    NOUN_VERBS.has(verb),
    VERBS.tool.has(verb),
    VERBS.output.has(verb),
    VERBS.information.has(verb),
    VERBS.meta.has(verb),
    isOrder && !isKnown,
    isOrder && isPolite,
    labelled !== '',
    VERBS.tool.has(labelled),
    VERBS.output.has(labelled) || VERBS.information.has(labelled),
  ].map(Number);
}

const CAPITAL = /^\p{Lu}/u;
const SHOUTED = /(?<!\p{L})[A-Z][A-Z']{2,}(?!\p{L})/gu;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const UPPER = /^\p{Lu}$/u;
const SPACE = /^\s$/;

function shapeValues(text: string, words: readonly string[]): number[] {
  const count = words.length;
  let tool = 0;
  let output = 0;
  let stop = 0;
  for (const word of words) {
    if (VERBS.tool.has(word)) tool += 1;
    if (VERBS.output.has(word)) output += 1;
    if (STOP_WORDS.has(word)) stop += 1;
  }
  const shares = characterShares(text);
  return [
    Math.min(tool, MAX_VERBS) / MAX_VERBS,
    Math.min(output, MAX_VERBS) / MAX_VERBS,
    stop / Math.max(1, count),
    Math.min(count, MAX_WORDS) / WORDS_SCALE,
    Number(count < SHORT_WORDS),
    Number(CAPITAL.test(text)),
    Number(/[.!?]\s*$/.test(text.slice(-8))),
    Number(text.includes('!')),
    shares.upper,
    shares.digits,
    shares.symbols,
    shares.foreign,
    Number((text.match(SHOUTED)?.length ?? 0) >= 2),
  ];
}

/** Shares of kinds of characters, times 3. */
function characterShares(text: string) {
  let upper = 0;
  let digits = 0;
  let symbols = 0;
  let foreign = 0;
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += 1;
    if (code >= 0x80) {
      foreign += 1;
      if (UPPER.test(character)) upper += 1;
      else if (!LETTER_OR_DIGIT.test(character) && !SPACE.test(character)) symbols += 1;
    } else if (code >= 65 && code <= 90) upper += 1;
    else if (code >= 48 && code <= 57) digits += 1;
    else if (!(code >= 97 && code <= 122) && code > 32) symbols += 1;
  }
  const share = (part: number) => (part / Math.max(1, length)) * SHARE_SCALE;
  return {
    upper: share(upper),
    digits: share(digits),
    symbols: share(symbols),
    foreign: share(foreign),
  };
}
