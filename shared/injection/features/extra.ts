import { type Block, CROWDED, NO_OVERLAP, valueAt } from './blocks.ts';
import { countStems } from './content.ts';
import { type Counts, classOf, countsOf } from './counts.ts';
import { foreignRequest } from './foreign.ts';
import type { OwnValue } from './own.ts';

/** Features that belong together: their names, and the values of one unit in that order. */
interface Group {
  readonly names: readonly string[];
  readonly values: (unit: UnitInBlock) => readonly number[];
}

/** One unit, and what is counted in its block. */
interface UnitInBlock {
  readonly block: Block;
  readonly counts: Counts;
  readonly index: number;
  /** A value of the unit on its own. */
  readonly own: (name: OwnValue) => number;
  /** Share of its stems (0–1) that other units, and those right beside it, have too. */
  readonly overlap: number;
  readonly near: number;
}

const SHORT_ORDER_WORDS = 8;
/** First-person words in a fifth of the other units are the style of the text. */
const PERSONAL = 5;
/** A stem in more units than this belongs to the subject of the text. */
const COMMON_UNITS = 2;
const MIN_COPIED = 0.5;

/** Requests in other languages. */
const foreign: Group = {
  names: ['x_foreign', 'x_foreign_polite', 'x_foreign_off'],
  values: ({ block, index, overlap }) => {
    const { starts, polite } = foreignRequest(block.own[index]?.lower ?? '');
    return [Number(starts), Number(polite), Number(starts || polite) * (1 - overlap)];
  },
};

/** Short orders, and how far a unit is from those beside it. */
const short: Group = {
  names: ['x_short', 'x_short_off', 'x_nine', 'x_far', 'x_off_nb'],
  values: ({ block, index, own, overlap, near }) => {
    const words = block.own[index]?.words.length ?? 0;
    const isShort = Number(words > 0 && words <= SHORT_ORDER_WORDS);
    const request = own('request');
    return [
      request * isShort,
      request * isShort * (1 - overlap),
      isShort,
      overlap - near,
      request * (1 - near),
    ];
  },
};

/** Orders unlike the other orders of an instruction file. */
const verbs: Group = {
  names: ['x_class_rare', 'x_verb_new'],
  values: ({ counts, index }) => {
    const verb = counts.verbs[index] ?? '';
    if (verb === '') return [0, 0];
    const sameClass = counts.classes.get(classOf(verb)) ?? 0;
    return [
      counts.orders < 2 ? 0 : 1 - (sameClass - 1) / (counts.orders - 1),
      Number((counts.wordUnits.get(verb) ?? 0) <= 1),
    ];
  },
};

/** Words of the first and second person where the text has few, and requests that copy its words. */
const persons: Group = {
  names: ['x_my_rare', 'x_you_rare', 'x_ask_my', 'x_ask_rare', 'x_copied'],
  values: ({ counts, own, overlap }) => {
    const { others, totals } = counts;
    const personal = Math.max(own('my'), own('me'));
    const personalRare = 1 - Math.min(1, (PERSONAL * (counts.personal - personal)) / others);
    const rare = (name: 'you' | 'question') =>
      1 - Math.min(1, (CROWDED * (totals[name] - own(name))) / others);
    const request = own('request');
    const youRare = rare('you');
    const asksMe = Math.max(own('forMe'), own('objectMy'), personal);
    return [
      personal * personalRare,
      own('you') * youRare,
      request * asksMe * personalRare,
      own('question') * rare('question') * (1 - overlap),
      request *
        Number(overlap >= MIN_COPIED) *
        Math.max(own('you') * youRare, asksMe * personalRare),
    ];
  },
};

/** Requests that name what no other unit names. */
const named: Group = {
  names: ['x_address_new', 'x_name_new'],
  values: ({ counts, index, own }) => {
    const request = own('request');
    return [
      request * hasNew(counts.addresses[index] ?? NONE, counts.addressUnits),
      request * hasNew(counts.names[index] ?? NONE, counts.nameUnits),
    ];
  },
};

/** Requests in quotes, cells and logs, and in what readers do not see. */
const places: Group = {
  names: ['x_quote_req', 'x_hidden_req'],
  values: ({ block, index, own }) => {
    const kind = block.units[index]?.kind;
    const request = own('request');
    return [
      request * Number(kind === 'quote' || kind === 'cell' || kind === 'logline'),
      request * Number(kind === 'comment' || kind === 'json_out'),
    ];
  },
};

/** Another language or script than that of the text. */
const language: Group = {
  names: ['x_english_dev', 'x_script_dev'],
  values: ({ counts: { others, totals }, own }) => [
    (totals.stop - own('stop')) / others - own('stop'),
    own('foreign') - (totals.foreign - own('foreign')) / others,
  ],
};

/** A unit beside the requests of the text. */
const requests: Group = {
  names: ['x_ov_req', 'x_ov_common', 'x_req_kind_rare', 'x_second_person'],
  values: ({ block, counts, index, own }) => {
    const stems = block.stems[index] ?? NONE;
    const size = Math.max(1, stems.size);
    const request = own('request');
    const sameKind = counts.requestKinds.get(block.units[index]?.kind ?? '') ?? 1;
    return [
      countStems(stems, (stem) => (counts.requestStems.get(stem) ?? 0) > request) / size,
      countStems(stems, (stem) => (block.frequency.get(stem) ?? 0) > COMMON_UNITS) / size,
      request * (1 - (sameKind - 1) / Math.max(1, counts.requests - 1)),
      own('order') * own('you'),
    ];
  },
};

const GROUPS = [foreign, short, verbs, persons, named, places, language, requests];

/**
 * Names of further features: requests in other languages, short orders, orders unlike the other orders
 * of an instruction file, things named nowhere else, and requests that copy the words around them.
 */
export const EXTRA_NAMES: readonly string[] = GROUPS.flatMap(({ names }) => names);

/** The further features of every unit of a block. Linear in the characters of the block. */
export function extraFeatures(block: Block): readonly (readonly number[])[] {
  const counts = countsOf(block);
  return block.units.map((_, index) => {
    const { all, near } = block.overlaps[index] ?? NO_OVERLAP;
    const own = (name: OwnValue) => valueAt(block, index, name);
    const unit = { block, counts, index, own, overlap: all, near };
    return GROUPS.flatMap(({ values }) => values(unit));
  });
}

const NONE: ReadonlySet<string> = new Set();

/** 1 when one of the items occurs in no other unit, else 0. */
function hasNew(items: ReadonlySet<string>, units: ReadonlyMap<string, number>): number {
  return Number([...items].some((item) => (units.get(item) ?? 0) <= 1));
}
