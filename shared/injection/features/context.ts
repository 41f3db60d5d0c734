import { GENRES } from '../types.ts';
import { type Block, CROWDED, NO_OVERLAP, tally, valueAt } from './blocks.ts';
import { countStems } from './content.ts';
import type { OwnValue } from './own.ts';

/** Names of the features of a unit among its neighbours, in the order of their values. */
export const CONTEXT_NAMES: readonly string[] = [
  'd_imp',
  'd_req',
  'd_you',
  'd_q',
  'd_code',
  'd_my',
  'd_imp_n',
  'd_n',
  'imp_lonely',
  'req_lonely',
  'first',
  'last',
  'edge',
  'pos',
  'only',
  'nb_imp',
  'nb_req',
  'nb_kind',
  'ov_doc',
  'ov_none',
  'ov_nb',
  'ov_first',
  'off_imp',
  'off_lonely',
  'len_dev',
  'len_up',
  'kind_rare',
  ...GENRES.map((genre) => `g_${genre}`),
];

/** Features whose density among the other units is a feature. */
const DENSITIES = ['order', 'request', 'you', 'question', 'code', 'my'] as const;

const LOG_ORDERS_SCALE = 3;
const LOG_UNITS_SCALE = 4;
const MAX_DEVIATION = 2;
const LONG_FACTOR = 2.5;
const LONG_LENGTH = 0.25;
const MIN_STEMS = 2;

/** The context features of every unit of a block. No units: none. Linear in the words of the block. */
export function contextFeatures(block: Block): readonly (readonly number[])[] {
  const { own, units, stems, overlaps } = block;
  const count = units.length;
  const others = Math.max(1, count - 1);
  const at = (index: number, name: OwnValue) => valueAt(block, index, name);
  const sums = DENSITIES.map((feature) => own.reduce((sum, _, i) => sum + at(i, feature), 0));
  const median = medianOf(own.map((_, i) => at(i, 'length')));
  const kinds = tally([units.map(({ kind }) => kind)]);
  const genres = GENRES.map((genre) => Number(block.genre === genre));
  const first = stems[0] ?? new Set();

  return units.map((unit, i) => {
    const densities = DENSITIES.map((feature, n) => ((sums[n] ?? 0) - at(i, feature)) / others);
    const [orders = 0, requests = 0] = densities;
    const imp = at(i, 'order');
    const request = at(i, 'request');
    const near = [i - 1, i + 1].filter((index) => index >= 0 && index < count);
    const set = stems[i] ?? new Set();
    const overlap = overlaps[i] ?? NO_OVERLAP;
    const lonely = request * (1 - Math.min(1, CROWDED * requests));
    const length = at(i, 'length');
    return [
      ...densities,
      Math.log1p(orders * others) / LOG_ORDERS_SCALE,
      Math.log1p(count) / LOG_UNITS_SCALE,
      imp * (1 - Math.min(1, CROWDED * orders)),
      lonely,
      Number(i === 0),
      Number(i === count - 1),
      Number(Math.min(i, count - 1 - i) <= 1),
      i / others,
      Number(count === 1),
      Math.max(0, ...near.map((n) => at(n, 'order'))),
      Math.max(0, ...near.map((n) => at(n, 'request'))),
      Number(near.some((n) => units[n]?.kind !== unit.kind)),
      overlap.all,
      Number(set.size >= MIN_STEMS && overlap.shared === 0),
      overlap.near,
      i === 0 ? 0 : countStems(set, (stem) => first.has(stem)) / Math.max(1, set.size),
      request * (1 - overlap.all),
      lonely * (1 - overlap.all),
      Math.min(MAX_DEVIATION, Math.abs(length - median)),
      Number(length > LONG_FACTOR * median && length > LONG_LENGTH),
      1 - (kinds.get(unit.kind) ?? 0) / count,
      ...genres,
    ];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
