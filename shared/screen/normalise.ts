import {
  BLACK_FLAG,
  isInvisible,
  isMark,
  isSuspicious,
  isTag,
  lookAlike,
  plainForm,
  TAG_OFFSET,
} from './characters.ts';
import { foldWords } from './fold-words.ts';
import { unescapeAt } from './unescape.ts';

/** How a character of the normalised text came about. */
export const ORIGIN = { plain: 0, hidden: 1, encoded: 2 } as const;

/** Text as it is matched, with the way back to the text as it was written. */
export interface Normalised {
  readonly text: string;
  /** UTF-16 offset in the original where character i starts, and where it ends (exclusive). */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** One of `ORIGIN` per character. */
  readonly origins: Uint8Array;
}

const WHITESPACE = /^\s$/u;
const NEWLINE = 10;
const SPACE = 32;
const ASCII_END = 0x80;
/** Code units handed to String.fromCharCode at once; more could overflow the stack. */
const UNITS_PER_CALL = 8192;

/** The growing output: one entry per UTF-16 unit of the normalised text. */
class Output {
  readonly codes: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly origins: number[] = [];
  /** Look-alike Latin code of each unit; 0 when there is none. */
  readonly alternatives: number[] = [];

  push(code: number, start: number, end: number, origin: number, alternative = 0): void {
    this.codes.push(code);
    this.starts.push(start);
    this.ends.push(end);
    this.origins.push(origin);
    this.alternatives.push(alternative);
  }

  /** A run of white space becomes one space, or one newline when it holds one. */
  pushSpace(isNewline: boolean, start: number, end: number): void {
    const last = this.codes.length - 1;
    const previous = this.codes[last];
    if (previous !== SPACE && previous !== NEWLINE) {
      this.push(isNewline ? NEWLINE : SPACE, start, end, ORIGIN.plain);
      return;
    }
    if (isNewline) this.codes[last] = NEWLINE;
    this.ends[last] = end;
  }

  /** A combining mark joins the character before it, or is dropped. */
  joinMark(mark: string, end: number): void {
    const last = this.codes.length - 1;
    const previous = this.codes[last];
    if (previous === undefined) return;
    this.ends[last] = end;
    const composed = (String.fromCharCode(previous) + mark).normalize('NFC');
    const plain = composed.length === 1 ? plainForm(composed) : '';
    if (plain.length === 1) this.codes[last] = plain.charCodeAt(0);
  }
}

/**
 * Folds `text` to the form phrases are matched in: NFKC, lower case, no accents, no invisible
 * characters, tag characters and escapes decoded, look-alikes of Latin words folded to Latin, white
 * space collapsed. Words of other scripts keep their letters. Linear time; "" gives "".
 */
export function normalise(text: string): Normalised {
  const out = new Output();
  let hiddenBefore = false;
  let inFlag = false;
  for (let at = 0; at < text.length; ) {
    const pieces = unescapeAt(text, at);
    if (pieces !== null) {
      for (const piece of pieces) {
        hiddenBefore = write(out, piece.text, piece.start, piece.end, ORIGIN.encoded, false);
        at = piece.end;
      }
      inFlag = false;
      continue;
    }
    const unit = text.charCodeAt(at);
    if (unit < ASCII_END) {
      const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
      const origin = hiddenBefore && isLetter ? ORIGIN.hidden : ORIGIN.plain;
      if (unit > SPACE) out.push(lowerAscii(unit), at, at + 1, origin);
      else out.pushSpace(unit === NEWLINE, at, at + 1);
      hiddenBefore = false;
      inFlag = false;
      at += 1;
      continue;
    }
    const code = text.codePointAt(at) ?? unit;
    const end = at + (code > 0xffff ? 2 : 1);
    if (isTag(code)) {
      // The flags of England, Scotland and Wales are spelt in tags; only tags outside a flag are text.
      if (!inFlag)
        write(out, String.fromCharCode(code - TAG_OFFSET), at, end, ORIGIN.hidden, false);
    } else {
      inFlag = code === BLACK_FLAG;
      hiddenBefore = write(out, String.fromCodePoint(code), at, end, ORIGIN.plain, hiddenBefore);
    }
    at = end;
  }
  foldWords(out);
  return {
    text: toText(out.codes),
    starts: Int32Array.from(out.starts),
    ends: Int32Array.from(out.ends),
    origins: Uint8Array.from(out.origins),
  };
}

/** Writes one character in its plain form; true when it was a suspicious invisible inside a Latin word. */
function write(
  out: Output,
  character: string,
  start: number,
  end: number,
  origin: number,
  hiddenBefore: boolean,
): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (isInvisible(code)) return isSuspicious(code) && isLatinLetter(out.codes.at(-1));
  if (WHITESPACE.test(character)) {
    out.pushSpace(code === NEWLINE || code === 0x2028 || code === 0x2029, start, end);
    return false;
  }
  if (isMark(character)) {
    out.joinMark(character, end);
    return false;
  }
  const plain = plainForm(character);
  const latin = lookAlike(character);
  for (let i = 0; i < plain.length; i++) {
    const single = plain.charAt(i);
    if (isMark(single)) out.joinMark(single, end);
    else {
      const tagged = hiddenBefore && isLatinLetter(plain.charCodeAt(i)) ? ORIGIN.hidden : origin;
      out.push(plain.charCodeAt(i), start, end, tagged, latin === '' ? 0 : latin.charCodeAt(0));
    }
  }
  return false;
}

function lowerAscii(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isLatinLetter(code: number | undefined): boolean {
  return code !== undefined && code >= 97 && code <= 122;
}

function toText(codes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < codes.length; at += UNITS_PER_CALL) {
    text += String.fromCharCode(...codes.slice(at, at + UNITS_PER_CALL));
  }
  return text;
}
