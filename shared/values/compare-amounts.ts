import type { Relation } from '../clash/types.ts';
import type { Amount, Interval } from './types.ts';
import { isKnownDimension, PER } from './units.ts';

/** Two fractions are the same within this share: only rounding of the machine. */
const SAME_SHARE = 1e-9;
/** Conversions of these dimensions are often rounded, and by how much (share). */
const ROUNDED: ReadonlyMap<string, number> = new Map([
  ['length', 0.02],
  ['mass', 0.02],
  ['volume', 0.02],
  ['area', 0.02],
  ['speed', 0.02],
  ['temperature', 0.02],
  // GB is written for GiB.
  ['bytes', 0.1],
]);
/** An approximate number may lie this share beyond its range and still be meant. */
const ABOUT_SLACK = 0.25;

/**
 * How two numbers, ranges or approximate numbers relate. The usual readings decide; when only another
 * reading of a separator agrees, they are possible.
 */
export function compareAmounts(a: Amount, b: Amount): Relation {
  if (a.dimension !== b.dimension) return dimensions(a.dimension, b.dimension);
  const [first, other] = [a.readings[0], b.readings[0]];
  if (first === undefined || other === undefined) return 'possible';
  const preferred = intervals(first, other, a, b);
  if (preferred === 'same' || preferred === 'compatible') return preferred;
  const all = a.readings.flatMap((x) => b.readings.map((y) => intervals(x, y, a, b)));
  return all.every((relation) => relation === 'clash') ? 'clash' : 'possible';
}

/**
 * Different currencies and different known dimensions cannot agree; a unit nobody knows may, and so may
 * what is left out on one side ("5" beside "5 GB", "$40" beside "$40 a month").
 */
function dimensions(a: string, b: string): Relation {
  const [[base, per], [other, otherPer]] = [split(a), split(b)];
  if (base === other) return 'possible';
  if (base.startsWith('money:') && other.startsWith('money:')) {
    const codes = new Set(base.slice('money:'.length).split('|'));
    const isShared = other
      .slice('money:'.length)
      .split('|')
      .some((code) => codes.has(code));
    return isShared ? 'possible' : 'clash';
  }
  if (base === '' || other === '' || per !== otherPer) return 'possible';
  return isKnownDimension(base) && isKnownDimension(other) ? 'clash' : 'possible';
}

/** What is counted, and per what. */
function split(dimension: string): readonly [string, string] {
  const [base = '', per = ''] = dimension.split(PER);
  return [base, per];
}

function intervals(a: Interval, b: Interval, left: Amount, right: Amount): Relation {
  const isExact = left.form === 'exact' && right.form === 'exact';
  const distance = gap(a, b);
  const scale = Math.max(finite(a), finite(b));
  // Whole numbers are not rounded: two ids or times in seconds differ by one.
  const isWhole = Number.isInteger(a.low) && Number.isInteger(b.low);
  const tolerance = isWhole ? 0 : scale * SAME_SHARE;
  if (distance === null || (isExact && distance <= tolerance)) {
    const isEqual =
      a.low === b.low &&
      a.high === b.high &&
      a.isLowOpen === b.isLowOpen &&
      a.isHighOpen === b.isHighOpen &&
      left.form === right.form;
    return isExact || isEqual ? 'same' : 'compatible';
  }
  if (!isExact && (left.form === 'about' || right.form === 'about')) {
    return distance <= scale * ABOUT_SLACK ? 'possible' : 'clash';
  }
  const rounding = ROUNDED.get(left.dimension);
  return isExact && rounding !== undefined && distance <= scale * rounding ? 'possible' : 'clash';
}

/** How far two ranges lie apart: null when they share a number, 0 when they only touch at an open end. */
function gap(a: Interval, b: Interval): number | null {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  if (low > high) return low - high;
  if (low < high) return null;
  const isOpen = [a, b].some(
    (range) => (range.low === low && range.isLowOpen) || (range.high === high && range.isHighOpen),
  );
  return isOpen ? 0 : null;
}

/** The size of a range's finite end, for shares. */
function finite({ low, high }: Interval): number {
  return Math.max(...[low, high].map((end) => (Number.isFinite(end) ? Math.abs(end) : 0)));
}
