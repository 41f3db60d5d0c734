import type { PrefixPiece } from '../fit/cache.ts';
import { renderGroups } from '../messages/render.ts';
import type { Item, Ordered } from '../stages.ts';
import type { Dialect, JsonObject } from '../types.ts';
import type { Layout } from './layout.ts';

/**
 * The window cut into the pieces that a provider's prefix cache sees, in the order in which it reads
 * them: tools, system prompt, then the blocks. The leading `stable` pieces are what should come back
 * byte-identical on the next call: tools, instructions and, when it stands first, the conversation.
 */
export function prefixPieces(
  ordered: Ordered,
  laidOut: Layout,
  tools: readonly JsonObject[],
  dialect: Dialect,
): { readonly pieces: readonly PrefixPiece[]; readonly stable: number } {
  const pieces: PrefixPiece[] = [];
  if (tools.length > 0) {
    pieces.push({ label: 'tools', text: JSON.stringify(tools), tokens: laidOut.bySection.tools });
  }
  const { text } = ordered.instructions;
  if (text !== '') {
    pieces.push({ label: 'system', text, tokens: laidOut.bySection.instructions });
  }
  let stable = pieces.length;
  let open = true;
  for (const block of ordered.blocks) {
    switch (block.type) {
      case 'context':
        pieces.push(
          ...block.pieces.map(({ item, text: wrapped, tokens }) => ({
            label: item.candidate.id,
            text: wrapped,
            tokens,
          })),
        );
        open = false;
        break;
      case 'marker':
        pieces.push({ label: 'history', text: block.marker.text, tokens: block.marker.tokens });
        if (open) stable = pieces.length;
        break;
      default:
        pieces.push(...block.items.map((item) => turnPiece(item, laidOut, dialect)));
        if (block.type === 'history' && open) stable = pieces.length;
        open = false;
    }
  }
  return { pieces, stable };
}

function turnPiece(item: Item, laidOut: Layout, dialect: Dialect): PrefixPiece {
  const { candidate, group, text } = item;
  return {
    label: candidate.id,
    // As it is sent, so that a task and the turn that it becomes on the next call compare equal.
    text: JSON.stringify(
      group === null ? [{ role: 'user', content: text }] : renderGroups([group], dialect),
    ),
    tokens: laidOut.tokensOut.get(candidate.id) ?? 0,
  };
}
