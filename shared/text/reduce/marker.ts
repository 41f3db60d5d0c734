import { formatCount } from '../amounts.ts';
import type { OmittedUnit } from './contract.ts';

const SINGULAR: Readonly<Record<OmittedUnit, string>> = {
  lines: 'line',
  rows: 'row',
  items: 'item',
  sentences: 'sentence',
  characters: 'character',
};

/** How a model gets the whole text: `fetch_offloaded handle "off_x"`. */
export function wayBack(handle: string): string {
  return `fetch_offloaded handle "${handle}"`;
}

/** The words of a cut: "1,398 of 1,400 lines omitted", or "12 lines omitted" when `of` is null. */
export function cutWords(count: number, of: number | null, unit: OmittedUnit): string {
  const noun = (of ?? count) === 1 ? SINGULAR[unit] : unit;
  const total = of === null ? '' : ` of ${formatCount(of)}`;
  return `${formatCount(count)}${total} ${noun} omitted`;
}

/**
 * The marker of one gap. The first gap of a text names the total and the way back, later ones only
 * their own count: the counts of all markers add up to what was omitted.
 */
export function gapMarker(gap: {
  readonly count: number;
  readonly of: number;
  readonly unit: OmittedUnit;
  readonly first: boolean;
  readonly handle: string | null;
  /** What the gap held, such as its patterns; "" for nothing. */
  readonly note: string;
}): string {
  const words = cutWords(gap.count, gap.first ? gap.of : null, gap.unit);
  const note = gap.note === '' ? '' : `: ${gap.note}`;
  const back = gap.first && gap.handle !== null ? `; whole text: ${wayBack(gap.handle)}` : '';
  return `[… ${words}${note}${back}]`;
}
