import { isHeading } from '../sentences.ts';
import { bestFirst, distinct, endsInwards } from './order.ts';

/** What a neighbour of a matching sentence is worth, by distance: it says what "it" and "there" are. */
const NEIGHBOUR_SHARES = [1, 0.5, 0.25];
/** A heading is worth nearly as much as the best sentence under it. */
const HEADING_SHARE = 0.9;
const MAX_TITLE_CHARS = 120;

function isTitle(unit: string): boolean {
  const line = unit.trim();
  return isHeading(line) || (line.length <= MAX_TITLE_CHARS && !/[.!?:;,。！？]$/.test(line));
}

/** Spreads the scores to the neighbours and up to the headings. */
function withContext(units: readonly string[], scores: Float64Array): Float64Array {
  const worth = new Float64Array(units.length);
  for (const [index, score] of scores.entries()) {
    for (const [distance, share] of NEIGHBOUR_SHARES.entries()) {
      for (const at of [index - distance, index + distance]) {
        if (at >= 0 && at < units.length) worth[at] = Math.max(worth[at] ?? 0, score * share);
      }
    }
  }
  let best = 0;
  for (let index = units.length - 1; index >= 0; index -= 1) {
    best = Math.max(best, worth[index] ?? 0);
    if (!isHeading(units[index] ?? '')) continue;
    worth[index] = Math.max(worth[index] ?? 0, best * HEADING_SHARE);
    best = 0;
  }
  return worth;
}

/**
 * The order in which pieces of a text are worth keeping for a task: its title, the pieces that match,
 * their neighbours and headings, then the rest from both ends inwards. `scores` are the matches (0 or
 * more); all 0 gives head and tail.
 */
export function excerptOrder(units: readonly string[], scores: Float64Array): number[] {
  const title = units.length > 0 && isTitle(units[0] ?? '') ? [0] : [];
  return distinct([
    ...title,
    ...bestFirst(withContext(units, scores)),
    ...endsInwards(units.length),
  ]);
}
