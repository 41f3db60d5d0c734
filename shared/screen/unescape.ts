import { entityCharacter, numberedCharacter } from '../text/entities.ts';
import { utf8Length } from '../text/utf8.ts';

/** A piece of text that an escape stands for, and where the escape is written. */
interface Unescaped {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const AMPERSAND = 38;
const PERCENT = 37;
const BACKSLASH = 92;

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy;

/** Several backslashes: text that was escaped more than once. */
const BACKSLASHED = /\\{1,8}(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([nrt"'\\/]))/iy;
const CONTROL: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\n'],
  ['t', '\t'],
]);

const PERCENT_RUN = /(?:%[0-9a-f]{2})+/iy;
/** Characters of "%41". */
const PERCENT_CHARS = 3;

/**
 * Decodes the HTML entity, backslash escape or run of percent escapes that starts at `at`; null when
 * there is none or it names no character. A run of percent escapes is decoded as UTF-8, character by
 * character, so that each maps to its own bytes.
 */
export function unescapeAt(text: string, at: number): readonly Unescaped[] | null {
  const unit = text.charCodeAt(at);
  if (unit === PERCENT) return percentAt(text, at);
  if (unit === AMPERSAND) {
    const match = matchAt(ENTITY, text, at);
    if (match === null) return null;
    const [whole, decimal, hex, name] = match;
    return one(entityCharacter({ decimal, hex, name }), at, whole.length);
  }
  if (unit !== BACKSLASH) return null;
  const match = matchAt(BACKSLASHED, text, at);
  if (match === null) return null;
  const letter = match[4];
  if (letter !== undefined) return one(CONTROL.get(letter) ?? letter, at, match[0].length);
  const hex = match[1] ?? match[2] ?? match[3] ?? '';
  return one(numberedCharacter(Number.parseInt(hex, 16)), at, match[0].length);
}

function one(text: string, start: number, length: number): readonly Unescaped[] | null {
  return text === '' ? null : [{ text, start, end: start + length }];
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function percentAt(text: string, at: number): readonly Unescaped[] | null {
  const match = matchAt(PERCENT_RUN, text, at);
  if (match === null) return null;
  const bytes = Uint8Array.from(match[0].slice(1).split('%'), (pair) => Number.parseInt(pair, 16));
  const decoder = new TextDecoder();
  const pieces: Unescaped[] = [];
  for (let i = 0; i < bytes.length; ) {
    const length = Math.min(utf8Length(bytes[i] ?? 0), bytes.length - i);
    const start = at + i * PERCENT_CHARS;
    const decoded = decoder.decode(bytes.subarray(i, i + length));
    // A NUL or a broken sequence is one unit of white space: it separates, and says nothing.
    const character = decoded === '\0' || decoded === '' ? ' ' : decoded;
    for (const single of character) {
      pieces.push({ text: single, start, end: start + length * PERCENT_CHARS });
    }
    i += length;
  }
  return pieces;
}
