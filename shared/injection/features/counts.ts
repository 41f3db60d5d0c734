import { type Block, tally, valueAt } from './blocks.ts';
import { VERBS } from './lexicon.ts';
import type { OwnValue } from './own.ts';

/** What is counted over all units of a block. */
export interface Counts {
  /** Units but for the one that is looked at, at least 1. */
  readonly others: number;
  /** Sums of values over the units. */
  readonly personal: number;
  readonly totals: Readonly<Record<'you' | 'question' | 'foreign' | 'stop', number>>;
  /** The verb of each unit's order, "" for none, and how many orders there are by class. */
  readonly verbs: readonly string[];
  readonly classes: ReadonlyMap<number, number>;
  readonly orders: number;
  readonly addresses: readonly ReadonlySet<string>[];
  readonly names: readonly ReadonlySet<string>[];
  /** In how many units a word, address or name occurs. */
  readonly wordUnits: ReadonlyMap<string, number>;
  readonly addressUnits: ReadonlyMap<string, number>;
  readonly nameUnits: ReadonlyMap<string, number>;
  readonly requests: number;
  /** Requests by the stems they have and the kind of unit they are. */
  readonly requestStems: ReadonlyMap<string, number>;
  readonly requestKinds: ReadonlyMap<string, number>;
}

const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}|(?:https?:\/\/|www\.)[^\s"'<>)\]]{1,200}/g;
/** A capitalised word inside a sentence, or a word with digits: a name. */
const NAME = /(?<=[a-z,:"'] )[A-Z][A-Za-z]{2,30}|\b[A-Za-z]{0,10}\d[\w-]{2,30}/g;

const NONE: ReadonlySet<string> = new Set();

/** Counts what a block has. Linear in its characters. */
export function countsOf(block: Block): Counts {
  const { units, own, stems } = block;
  const at = (index: number, name: OwnValue) => valueAt(block, index, name);
  const total = (name: OwnValue) => sum(own.map((_, i) => at(i, name)));
  const verbs = own.map(({ order }) => order.verb || order.labelled);
  const given = verbs.filter((verb) => verb !== '');
  const asked = units.flatMap((_, i) => (at(i, 'request') === 1 ? [i] : []));
  const addresses = units.map(({ text }) => found(text, ADDRESS));
  const names = units.map(({ text }) => found(text, NAME));
  return {
    others: Math.max(1, units.length - 1),
    personal: sum(own.map((_, i) => Math.max(at(i, 'my'), at(i, 'me')))),
    totals: {
      you: total('you'),
      question: total('question'),
      foreign: total('foreign'),
      stop: total('stop'),
    },
    verbs,
    classes: tally([given.map(classOf)]),
    orders: given.length,
    addresses,
    names,
    wordUnits: tally(own.map(({ words }) => new Set(words))),
    addressUnits: tally(addresses),
    nameUnits: tally(names),
    requests: asked.length,
    requestStems: tally(asked.map((i) => stems[i] ?? NONE)),
    requestKinds: tally([asked.map((i) => units[i]?.kind ?? '')]),
  };
}

/** The verb classes of orders; a verb may be of several, the first counts. */
export function classOf(verb: string): number {
  if (VERBS.meta.has(verb)) return 1;
  if (VERBS.output.has(verb)) return 2;
  if (VERBS.information.has(verb)) return 3;
  return VERBS.tool.has(verb) ? 4 : 5;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function found(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set(text.match(pattern) ?? []);
}
