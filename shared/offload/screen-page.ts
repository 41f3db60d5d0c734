import type { FetchFinding } from '../contracts/offload.ts';
import { EXCISED } from '../messages/edit.ts';
import { isActing, type ScreenHit, screen } from '../screen/screen.ts';
import { sentenceSpan } from '../screen/sentence.ts';
import { largestFitting } from '../text/fit-tokens.ts';
import { firstEndingAfter, uniteSpans } from '../text/spans.ts';
import type { Span } from '../types.ts';
import type { Content, CountTokens, Piece, Reading } from './content.ts';
import { boundaryAfter, boundaryBefore, utf8Bytes } from './positions.ts';

/**
 * Characters of the content around a page that are read with it: more than the longest sentence or
 * comment that is taken out, and than what decides whether a phrase is quoted.
 */
const MARGIN_CHARS = 4_000;
/** Findings shown on one page; more say nothing new. What is taken out is not limited by this. */
const MAX_FINDINGS = 100;

/** What a hit covers in the content, and whether it is taken out. */
interface Found extends Span {
  readonly hit: ScreenHit;
  readonly isCut: boolean;
}

/** The text of a page without instructions, and what was found. */
interface Screened {
  readonly text: string;
  readonly findings: readonly FetchFinding[];
}

/**
 * Takes instructions out of what a page shows of a content, sentence by sentence, by the phrase list
 * that also checks windows. They are looked for in the content around the page, so that one which is
 * split over two pages is found on both. A page without instructions keeps its text, and the marker is
 * left out where the page has no room for it. Content of the system's own trust is not read, as in a
 * window. Linear in the page and its margins.
 */
export function screenPage(content: Content, reading: Reading, count: CountTokens): Screened {
  if (content.provenance.trust === 'system') return { text: reading.text, findings: [] };
  const { text } = content;
  const shown = reading.pieces.filter(({ length }) => length > 0);
  const places = shown.map(({ start, length }) => ({ start, end: start + length }));
  const found = windowsOf(text, places)
    .flatMap((window) => search(text, window))
    .filter((one) => touches(places, one));
  if (found.length === 0) return { text: reading.text, findings: [] };
  const cuts = uniteSpans(found.filter(({ isCut }) => isCut));
  return { text: cutOut(reading, shown, cuts, count), findings: toFindings(text, found) };
}

/** Stretches of the content that hold the pieces and their margins, apart from each other. */
function windowsOf(text: string, places: readonly Span[]): readonly Span[] {
  return uniteSpans(
    places.map(({ start, end }) => ({
      start: boundaryBefore(text, Math.max(0, start - MARGIN_CHARS)),
      end: boundaryAfter(text, Math.min(text.length, end + MARGIN_CHARS)),
    })),
  );
}

function search(text: string, window: Span): readonly Found[] {
  return screen(text, [window]).map((hit) => {
    const isCut = isActing(hit);
    const { start, end } = isCut ? sentenceSpan(text, hit, { start: 0, end: text.length }) : hit;
    return { start, end, hit, isCut };
  });
}

/** Whether one of the shown spans (in order, apart) has a part of another. */
function touches(shown: readonly Span[], { start, end }: Span): boolean {
  const first = shown[firstEndingAfter(shown, start)];
  return first !== undefined && first.start < end;
}

/** The page without the cuts, within its tokens: with the usual marker, a short one, or none. */
function cutOut(
  { text, maxTokens }: Reading,
  pieces: readonly Piece[],
  cuts: readonly Span[],
  count: CountTokens,
): string {
  if (cuts.length === 0) return text;
  const inPage = pieces.flatMap((piece) => within(piece, cuts));
  for (const marker of [EXCISED, '…', '']) {
    const cut = replaceAll(text, inPage, marker);
    if (count(cut) <= maxTokens) return cut;
  }
  // Where a cut joins what was apart, the rest may have a token more than the page had.
  const rest = replaceAll(text, inPage, '');
  const fitting = largestFitting(
    rest.length,
    maxTokens,
    (chars) => count(rest.slice(0, boundaryBefore(rest, chars))),
    rest.length,
  );
  return rest.slice(0, boundaryBefore(rest, fitting));
}

/** The parts of cuts that a piece shows, as offsets into the page. */
function within(piece: Piece, cuts: readonly Span[]): Span[] {
  const end = piece.start + piece.length;
  const parts: Span[] = [];
  for (let i = firstEndingAfter(cuts, piece.start); i < cuts.length; i++) {
    const cut = cuts[i];
    if (cut === undefined || cut.start >= end) break;
    const from = Math.max(cut.start, piece.start);
    const to = Math.min(cut.end, end);
    const shift = piece.at - piece.start;
    parts.push({ start: from + shift, end: to + shift });
  }
  return parts;
}

function replaceAll(text: string, spans: readonly Span[], marker: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), marker);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The strongest findings, in order of the content, with their place in bytes. */
function toFindings(text: string, found: readonly Found[]): readonly FetchFinding[] {
  const strongest = found
    .toSorted((a, b) => b.hit.confidence - a.hit.confidence)
    .slice(0, MAX_FINDINGS)
    .toSorted((a, b) => a.start - b.start);
  let at = 0;
  let bytes = 0;
  return strongest.map(({ start, end, hit, isCut }) => {
    // From the last one on, so that the text before is read once.
    bytes += utf8Bytes(text, at, start);
    at = start;
    return {
      family: hit.family,
      confidence: hit.confidence,
      start: bytes,
      end: bytes + utf8Bytes(text, start, end),
      action: isCut ? ('excise' as const) : ('flag' as const),
    };
  });
}
