import { type Block, CROWDED, valueAt } from './blocks.ts';
import { foreignRequest } from './foreign.ts';
import { STOP_WORDS, VERBS } from './lexicon.ts';
import type { OwnValue } from './own.ts';

/**
 * Names of further features: requests in other languages, short orders, orders unlike the other orders
 * of an instruction file, things named nowhere else, and requests that copy the words around them.
 */
export const EXTRA_NAMES: readonly string[] = [
  'x_foreign',
  'x_foreign_polite',
  'x_foreign_off',
  'x_short',
  'x_short_off',
  'x_nine',
  'x_far',
  'x_off_nb',
  'x_class_rare',
  'x_verb_new',
  'x_my_rare',
  'x_you_rare',
  'x_ask_my',
  'x_ask_rare',
  'x_copied',
  'x_address_new',
  'x_name_new',
  'x_quote_req',
  'x_hidden_req',
  'x_english_dev',
  'x_script_dev',
  'x_ov_req',
  'x_ov_common',
  'x_req_kind_rare',
  'x_second_person',
];

const SHORT_ORDER_WORDS = 8;
/** First-person words in a third of that many units are the style of the text. */
const PERSONAL = 5;
/** A stem in this many other units belongs to the subject of the text. */
const COMMON_UNITS = 2;
const MIN_COPIED = 0.5;

const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}|(?:https?:\/\/|www\.)[^\s"'<>)\]]{1,200}/g;
/** A capitalised word inside a sentence, or a word with digits: a name. */
const NAME = /(?<=[a-z,:"'] )[A-Z][A-Za-z]{2,30}|\b[A-Za-z]{0,10}\d[\w-]{2,30}/g;

/** The verb classes of orders; a verb may be of several, the first counts. */
function classOf(verb: string): number {
  if (VERBS.meta.has(verb)) return 1;
  if (VERBS.output.has(verb)) return 2;
  if (VERBS.information.has(verb)) return 3;
  return VERBS.tool.has(verb) ? 4 : 5;
}

/** The further features of every unit of a block. Linear in the characters of the block. */
export function extraFeatures(block: Block): readonly (readonly number[])[] {
  const { units, own, stems, frequency } = block;
  const count = units.length;
  const others = Math.max(1, count - 1);
  const at = (index: number, name: OwnValue) => valueAt(block, index, name);
  const totals = {
    my: sum(own.map((_, i) => Math.max(at(i, 'my'), at(i, 'me')))),
    you: sum(own.map((_, i) => at(i, 'you'))),
    question: sum(own.map((_, i) => at(i, 'question'))),
    foreign: sum(own.map((_, i) => at(i, 'foreign'))),
    stop: sum(own.map(({ words }) => stopShare(words))),
  };
  const verbs = own.map(({ order }) => order.verb || order.labelled);
  const classes = new Map<number, number>();
  for (const verb of verbs) if (verb !== '') add(classes, classOf(verb));
  const orders = verbs.filter((verb) => verb !== '').length;
  const wordUnits = new Map<string, number>();
  for (const { words } of own) for (const word of new Set(words)) add(wordUnits, word);
  const requestStems = new Map<string, number>();
  stems.forEach((set, i) => {
    if (at(i, 'request') === 1) for (const stem of set) add(requestStems, stem);
  });
  const requestKinds = new Map<string, number>();
  units.forEach(({ kind }, i) => {
    if (at(i, 'request') === 1) add(requestKinds, kind);
  });
  const requests = sum([...requestKinds.values()]);
  const addresses = units.map(({ text }) => found(text, ADDRESS));
  const names = units.map(({ text }) => found(text, NAME));
  const addressUnits = new Map<string, number>();
  const nameUnits = new Map<string, number>();
  for (const set of addresses) for (const item of set) add(addressUnits, item);
  for (const set of names) for (const item of set) add(nameUnits, item);

  return units.map((unit, i) => {
    const words = own[i]?.words ?? [];
    const set = stems[i] ?? new Set<string>();
    const size = Math.max(1, set.size);
    const request = at(i, 'request');
    const imp = at(i, 'order');
    const foreign = foreignRequest(unit.text.toLowerCase());
    const overlap = share(set, size, (stem) => (frequency.get(stem) ?? 0) > 1);
    const near = share(
      set,
      size,
      (stem) => stems[i - 1]?.has(stem) === true || stems[i + 1]?.has(stem) === true,
    );
    const isShort = Number(words.length > 0 && words.length <= SHORT_ORDER_WORDS);
    const personal = Math.max(at(i, 'my'), at(i, 'me'));
    const personalRare = 1 - Math.min(1, (PERSONAL * (totals.my - personal)) / others);
    const youRare = 1 - Math.min(1, (CROWDED * (totals.you - at(i, 'you'))) / others);
    const asksMe = Math.max(at(i, 'forMe'), at(i, 'objectMy'), personal);
    const verb = verbs[i] ?? '';
    const ownClass = verb === '' ? 0 : (classes.get(classOf(verb)) ?? 0);
    const newShare = (items: ReadonlySet<string>, known: ReadonlyMap<string, number>) =>
      Number([...items].some((item) => (known.get(item) ?? 0) <= 1));
    const question = at(i, 'question');
    const stop = stopShare(words);
    return [
      Number(foreign.starts),
      Number(foreign.polite),
      Number(foreign.starts || foreign.polite) * (1 - overlap),
      request * isShort,
      request * isShort * (1 - overlap),
      isShort,
      overlap - near,
      request * (1 - near),
      verb === '' || orders < 2 ? 0 : 1 - (ownClass - 1) / (orders - 1),
      verb === '' ? 0 : Number((wordUnits.get(verb) ?? 0) <= 1),
      personal * personalRare,
      at(i, 'you') * youRare,
      request * asksMe * personalRare,
      question *
        (1 - Math.min(1, (CROWDED * (totals.question - question)) / others)) *
        (1 - overlap),
      request *
        Number(overlap >= MIN_COPIED) *
        Math.max(at(i, 'you') * youRare, asksMe * personalRare),
      request * newShare(addresses[i] ?? NONE, addressUnits),
      request * newShare(names[i] ?? NONE, nameUnits),
      request * Number(unit.kind === 'quote' || unit.kind === 'cell' || unit.kind === 'logline'),
      request * Number(unit.kind === 'comment' || unit.kind === 'json_out'),
      (totals.stop - stop) / others - stop,
      at(i, 'foreign') - (totals.foreign - at(i, 'foreign')) / others,
      share(set, size, (stem) => (requestStems.get(stem) ?? 0) > request),
      share(set, size, (stem) => (frequency.get(stem) ?? 0) > COMMON_UNITS),
      request * (1 - ((requestKinds.get(unit.kind) ?? 1) - 1) / Math.max(1, requests - 1)),
      imp * at(i, 'you'),
    ];
  });
}

const NONE: ReadonlySet<string> = new Set();

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function stopShare(words: readonly string[]): number {
  return words.filter((word) => STOP_WORDS.has(word)).length / Math.max(1, words.length);
}

function share(stems: ReadonlySet<string>, size: number, test: (stem: string) => boolean): number {
  let count = 0;
  for (const stem of stems) if (test(stem)) count += 1;
  return count / size;
}

function found(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set(text.match(pattern) ?? []);
}
