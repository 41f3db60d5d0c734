import type { Genre, Unit } from '../types.ts';
import { contentOf, countStems } from './content.ts';
import { OWN_INDEX, type OwnFeatures, type OwnValue } from './own.ts';

/**
 * A long text is judged in consecutive blocks: what a request fits in with is the text around it, and
 * the work per unit stays bounded.
 */
const BLOCK_CHARS = 24_000;
const BLOCK_UNITS = 400;

/** The units in blocks of at most 400 units that start within 24,000 characters of each other. */
export function blocksOf(units: readonly Unit[]): readonly (readonly Unit[])[] {
  const blocks: Unit[][] = [];
  let block: Unit[] = [];
  for (const unit of units) {
    const start = block[0]?.start ?? unit.start;
    if (block.length >= BLOCK_UNITS || unit.start - start > BLOCK_CHARS) {
      blocks.push(block);
      block = [];
    }
    block.push(unit);
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/** The units that are read together, with what is known of each. */
export interface Block {
  readonly genre: Genre;
  readonly units: readonly Unit[];
  readonly own: readonly OwnFeatures[];
  readonly stems: readonly ReadonlySet<string>[];
  /** In how many units of the block a stem occurs. */
  readonly frequency: ReadonlyMap<string, number>;
  readonly overlaps: readonly Overlap[];
}

/** What a unit has in common with the others of its block. */
export interface Overlap {
  /** How many of its stems others have too. */
  readonly shared: number;
  /** Their share of its stems (0–1), and the share that a unit right beside it has; 0 without stems. */
  readonly all: number;
  readonly near: number;
}

/** Stands for a unit outside of the block. */
export const NO_OVERLAP: Overlap = { shared: 0, all: 0, near: 0 };

/** Puts units together as a block. */
export function blockOf(genre: Genre, units: readonly Unit[], own: readonly OwnFeatures[]): Block {
  const stems = own.map(({ words }) => contentOf(words));
  const frequency = tally(stems);
  const overlaps = stems.map((set, i) => {
    const size = Math.max(1, set.size);
    const shared = countStems(set, (stem) => (frequency.get(stem) ?? 0) > 1);
    const near = countStems(
      set,
      (stem) => stems[i - 1]?.has(stem) === true || stems[i + 1]?.has(stem) === true,
    );
    return { shared, all: shared / size, near: near / size };
  });
  return { genre, units, own, stems, frequency, overlaps };
}

/** In how many of the lists each item occurs; a list that names an item twice counts twice. */
export function tally<T>(lists: readonly Iterable<T>[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const list of lists) {
    for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

/** The value of a feature of one unit of a block; 0 for a unit outside of it. */
export function valueAt({ own }: Block, index: number, name: OwnValue): number {
  return own[index]?.values[OWN_INDEX[name]] ?? 0;
}

/** Factor of the share (0–1) of the other units that have something: what a third has is the style of the text. */
export const CROWDED = 3;
