import type { ClashText } from '../clash/types.ts';
import type { Trust } from '../types.ts';
import type { InspectedChunk, Inspection } from './detector.ts';

/** A text of the window that states something, and who says it. */
export interface Statement extends ClashText {
  readonly chunk: InspectedChunk;
  /** Offset of `text` in the text of its chunk. */
  readonly start: number;
  readonly trust: Trust;
  /** True for what the model said or noted itself. */
  readonly isModel: boolean;
  /** True for a turn of the conversation: it is never cut for a disagreement. */
  readonly isTurn: boolean;
}

/**
 * What the texts of a window state: chunks whole, of the conversation its tool results and the
 * assistant's words. Examples, the task and the words of the user state nothing that is compared.
 */
export function statementsOf({ chunks }: Inspection): readonly Statement[] {
  return chunks.flatMap((chunk): readonly Statement[] => {
    if (chunk.kind === 'example' || chunk.kind === 'task') return [];
    if (chunk.kind !== 'history') {
      const whole = { start: 0, end: chunk.text.length };
      return [statement(chunk, whole, { trust: chunk.trust, isModel: chunk.trust === 'model' })];
    }
    return [
      ...chunk.dataSpans.map((span) =>
        statement(chunk, span, { trust: 'retrieved', isModel: false }),
      ),
      ...chunk.modelSpans.map((span) => statement(chunk, span, { trust: 'model', isModel: true })),
    ];
  });
}

function statement(
  chunk: InspectedChunk,
  { start, end }: { readonly start: number; readonly end: number },
  said: { readonly trust: Trust; readonly isModel: boolean },
): Statement {
  const { entity, source } = chunk;
  const text = chunk.text.slice(start, end);
  return { chunk, text, start, entity, source, ...said, isTurn: chunk.kind === 'history' };
}
