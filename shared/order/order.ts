import { byRank } from '../fit/strategy.ts';
import type { Block, Formatted, Ordered, Piece } from '../stages.ts';
import type { Order } from '../types.ts';

/**
 * Puts the window in reading order. Models read the edges of a long context best and its middle
 * worst (Liu et al. 2024, Lost in the Middle), so the best texts stand at the outer edges of the
 * context block. `standard`: context → notes → history → task. `cache_first`: history before the
 * context, so that the reusable prefix grows with the conversation. Both end with the task.
 */
export function order(formatted: Formatted, as: Order): Ordered {
  const pieces = [
    ...edgesFirst(formatted.pieces.filter((piece) => piece.item.candidate.kind !== 'notes')),
    ...formatted.pieces.filter((piece) => piece.item.candidate.kind === 'notes'),
  ];
  const context: Block[] = pieces.length === 0 ? [] : [{ type: 'context', pieces }];
  const marker: Block[] =
    formatted.historyMarker === null ? [] : [{ type: 'marker', marker: formatted.historyMarker }];
  const history: Block[] =
    formatted.history.length === 0 ? [] : [{ type: 'history', items: formatted.history }];
  const task: Block[] = [{ type: 'task', items: formatted.task }];
  const blocks =
    as === 'standard'
      ? [...context, ...marker, ...history, ...task]
      : [...marker, ...history, ...context, ...task];
  return { stage: 'ordered', instructions: formatted.instructions, blocks };
}

/** Best at both ends, weakest in the middle: 1st, 3rd, 5th … 6th, 4th, 2nd by rank. */
function edgesFirst(pieces: readonly Piece[]): readonly Piece[] {
  const ranked = [...pieces].sort((a, b) => byRank(a.item, b.item));
  const front = ranked.filter((_, rank) => rank % 2 === 0);
  const back = ranked.filter((_, rank) => rank % 2 === 1).reverse();
  return [...front, ...back];
}
