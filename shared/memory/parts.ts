import { passages } from '../score/passages.ts';
import type { Span } from '../types.ts';
import { lengthInWords } from './length.ts';
import { spokenText } from './speaker.ts';

/** Up to this many words a turn is embedded with the one before it: it rarely says what it is about. */
const MAX_SHORT_WORDS = 40;
/** Words of the turn before; more would push the turn itself out of the 128 tokens that are read. */
const MAX_PREVIOUS_WORDS = 40;
/** Parts of one memory; 50,000 characters of English are 93. */
const MAX_PARTS = 128;

/** One part of a memory, for one vector. */
export interface Part extends Span {
  /** What is embedded: the part with its speaker, and what was said before it, in front. */
  readonly text: string;
}

/**
 * The parts of a memory that are embedded, in order and without gaps: a short text as a whole, behind
 * the turn before it in its session (`previous`, "Name: …" where somebody said it), a longer one as
 * passages of about 80 words. At most 128, by joining neighbours; then an encoder reads only the
 * beginning of each. `[]` for blank text. Linear time.
 */
export function partsOf(
  text: string,
  previous: string | null,
  speaker: string | null,
): readonly Part[] {
  if (text.trim() === '') return [];
  if (lengthInWords(text) <= MAX_SHORT_WORDS) {
    const spoken = spokenText(text, speaker);
    const before = previous === null ? '' : `${lastWords(previous)} `;
    return [{ text: `${before}${spoken}`, start: 0, end: text.length }];
  }
  const spans = joined(passages(text));
  return spans.flatMap(({ start, end }, i) => {
    const passage = text.slice(start, end).trim();
    // A passage of white space has no meaning to embed.
    if (passage === '') return [];
    const isNamed = i === 0 ? spokenText(passage, speaker) : withName(passage, speaker);
    return [{ text: isNamed, start, end }];
  });
}

function withName(passage: string, speaker: string | null): string {
  return speaker === null ? passage : `${speaker}: ${passage}`;
}

/** The end of a long turn, which the next one answers, behind the name in front of it. */
function lastWords(turn: string): string {
  const words = turn.trim().split(/\s+/);
  if (words.length <= MAX_PREVIOUS_WORDS) return turn.trim();
  const [name = ''] = words;
  const tail = words.slice(-MAX_PREVIOUS_WORDS).join(' ');
  return /[:：]$/.test(name) ? `${name} ${tail}` : tail;
}

function joined(spans: readonly Span[]): readonly Span[] {
  if (spans.length <= MAX_PARTS) return spans;
  const out: Span[] = [];
  for (let i = 0; i < MAX_PARTS; i++) {
    const first = spans[Math.floor((i * spans.length) / MAX_PARTS)];
    const last = spans[Math.floor(((i + 1) * spans.length) / MAX_PARTS) - 1];
    if (first !== undefined && last !== undefined) out.push({ start: first.start, end: last.end });
  }
  return out;
}
