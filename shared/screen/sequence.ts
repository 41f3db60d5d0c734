import type { ScreenHit } from './screen.ts';
import { screen } from './screen.ts';

/** One text of a sequence, in the order the model reads them. */
interface SequenceItem {
  readonly id: string;
  readonly text: string;
}

/** A hit with its share in each text it touches: one part, or several when it crosses a border. */
export interface SequenceHit extends Pick<ScreenHit, 'family' | 'confidence' | 'layer' | 'quoted'> {
  readonly parts: readonly {
    /** Position in the sequence; ids may repeat. */
    readonly index: number;
    readonly id: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/** Characters of each text that are read on either side of a border; longer than any phrase. */
const BORDER_CHARS = 300;
/** Stands for the middle of a long text; no phrase reaches across it. */
const GAP = '\n\n\u241e\n\n';

/** A stretch of the joined text and where it comes from; null for gaps and glue. */
interface Piece {
  readonly at: number;
  readonly length: number;
  readonly index: number;
  readonly offset: number;
}

/**
 * Finds instructions in each text and across the borders of neighbouring texts, whether a word or a
 * phrase was split there. `[]` gives no hits. Linear in the total length.
 */
export function screenSequence(items: readonly SequenceItem[]): readonly SequenceHit[] {
  const within = items.flatMap((item, index) =>
    screen(item.text).map((hit) => ({
      ...describe(hit),
      parts: [{ index, id: item.id, start: hit.start, end: hit.end }],
    })),
  );
  if (items.length < 2) return within;
  const across = [...acrossBorders(items, ''), ...acrossBorders(items, ' ')];
  const known = new Set<string>();
  const isMadeAlone = withinFinder(within);
  const fresh = across.filter((hit) => {
    if (hit.parts.some((part) => isMadeAlone(hit, part))) return false;
    const key = `${hit.family} ${hit.parts.map((part) => part.index).join(' ')}`;
    return !known.has(key) && known.add(key);
  });
  return [...within, ...fresh];
}

/**
 * Tells hits across a border that one of the texts makes by itself: a blob or a link at the end of a text
 * runs on into the next one, which is no part of it. An order in words that runs on is one order.
 */
function withinFinder(
  within: readonly SequenceHit[],
): (hit: SequenceHit, part: SequenceHit['parts'][number]) => boolean {
  const byText = new Map<string, SequenceHit[]>();
  for (const hit of within) {
    const key = `${hit.family} ${hit.parts[0]?.index}`;
    const list = byText.get(key);
    if (list === undefined) byText.set(key, [hit]);
    else list.push(hit);
  }
  return ({ family, confidence, layer }, { index, start, end }) =>
    (layer === 'encoded' || family === 'exfiltration') &&
    (byText
      .get(`${family} ${index}`)
      ?.some(
        (hit) =>
          hit.confidence >= confidence &&
          hit.parts.some((own) => own.start <= start && end <= own.end),
      ) ??
      false);
}

function acrossBorders(items: readonly SequenceItem[], glue: string): SequenceHit[] {
  const pieces: Piece[] = [];
  let joined = '';
  const add = (index: number, offset: number, text: string): void => {
    pieces.push({ at: joined.length, length: text.length, index, offset });
    joined += text;
  };
  items.forEach((item, index) => {
    if (index > 0) joined += glue;
    const { text } = item;
    if (text.length <= 2 * BORDER_CHARS) {
      add(index, 0, text);
      return;
    }
    add(index, 0, text.slice(0, BORDER_CHARS));
    joined += GAP;
    add(index, text.length - BORDER_CHARS, text.slice(-BORDER_CHARS));
  });
  return screen(joined).flatMap((hit) => {
    const parts = partsOf(hit, pieces, items);
    return parts.length > 1 ? [{ ...describe(hit), parts }] : [];
  });
}

function partsOf(
  hit: ScreenHit,
  pieces: readonly Piece[],
  items: readonly SequenceItem[],
): SequenceHit['parts'] {
  let first = lowerBound(pieces, hit.start);
  const parts: SequenceHit['parts'][number][] = [];
  for (; first < pieces.length; first++) {
    const piece = pieces[first];
    if (piece === undefined || piece.at >= hit.end) break;
    const start = Math.max(hit.start, piece.at);
    const end = Math.min(hit.end, piece.at + piece.length);
    if (start >= end) continue;
    parts.push({
      index: piece.index,
      id: items[piece.index]?.id ?? '',
      start: start - piece.at + piece.offset,
      end: end - piece.at + piece.offset,
    });
  }
  return parts;
}

/** Index of the first piece that ends after `at`. */
function lowerBound(pieces: readonly Piece[], at: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && piece.at + piece.length <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function describe(hit: ScreenHit): Omit<SequenceHit, 'parts'> {
  const { family, confidence, layer, quoted } = hit;
  return { family, confidence, layer, quoted };
}
