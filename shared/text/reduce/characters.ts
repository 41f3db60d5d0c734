import { sliceSafe } from '../cut.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { excerptOrder } from './excerpt.ts';
import { gapMarker } from './marker.ts';
import { selectUnits } from './select.ts';

/** Pieces are at most this long; a small budget needs smaller ones, a quarter of it each. */
const MAX_PIECE_CHARS = 240;
const MIN_PIECE_CHARS = 16;

/** Cuts `text` into pieces of about `size` characters, at white space where there is some. */
function pieces(text: string, size: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    // Only the second half of a piece is searched for a space, so that every piece moves on.
    const half = from + Math.floor(size / 2);
    const space = from + size < text.length ? text.slice(half, from + size).lastIndexOf(' ') : -1;
    const end = space >= 0 ? half + space + 1 : from + size;
    const piece = sliceSafe(text, from, end) || text.slice(from, end);
    parts.push(piece);
    from += piece.length;
  }
  return parts;
}

/** For text without lines or sentences, such as one giant line: pieces around what the task asks. */
export function reduceCharacters(input: ReduceInput): Draft | null {
  const { text, maxTokens, count, matcher, handle } = input;
  const size = Math.max(MIN_PIECE_CHARS, Math.min(MAX_PIECE_CHARS, maxTokens));
  const units = pieces(text, size);
  const ends: number[] = [];
  let chars = 0;
  for (const unit of units) {
    chars += unit.length;
    ends.push(chars);
  }
  const selected = selectUnits(
    {
      units,
      order: excerptOrder(units, matcher.scores(units)),
      always: [],
      requires: () => [],
      mark: ({ from, to, first }) => {
        const gap = (ends[to - 1] ?? 0) - (from === 0 ? 0 : (ends[from - 1] ?? 0));
        const of = text.length;
        return gapMarker({ count: gap, of, unit: 'characters', first, handle, note: '' });
      },
    },
    maxTokens,
    count,
  );
  if (selected === null) return null;
  const keptChars = selected.kept.reduce((sum, index) => sum + (units[index]?.length ?? 0), 0);
  const omitted = { unit: 'characters', count: text.length - keptChars, of: text.length } as const;
  return { text: selected.text, omitted, emptied: false };
}
