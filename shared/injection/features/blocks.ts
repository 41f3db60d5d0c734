import type { Unit } from '../types.ts';

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
