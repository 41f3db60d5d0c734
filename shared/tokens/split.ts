import type { Encoding } from '../types.ts';
import {
  CASELESS,
  type CharClasses,
  charClasses,
  HIGH,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
} from './char-classes.ts';

/** Reads a text piece by piece: the units that merges never cross. */
export interface Splitter {
  /** Starts at the beginning of `text`. */
  reset(text: string): void;
  /** The end of the piece that starts at `start`, which must be below the length of the text. */
  next(start: number): number;
}

/** The splitter of an encoding; each holds a text, so it is not to be shared by interleaved readers. */
export function createSplitter(encoding: Encoding): Splitter {
  switch (encoding) {
    case 'o200k_base':
      return new O200kSplitter(charClasses());
    case 'cl100k_base':
      return new Cl100kSplitter(charClasses());
    case 'claude':
      return new ClaudeSplitter(charClasses());
  }
}

const SPACE_CODE = 0x20;
const SLASH_CODE = 0x2f;
const APOSTROPHE_CODE = 0x27;
/** Sets the bit that tells a lower-case ASCII letter from its capital. */
const LOWER_BIT = 0x20;
const MAX_DIGITS = 3;
const LOW_SURROGATE_FIRST = 0xdc00;
const LOW_SURROGATE_LAST = 0xdfff;
const NONE = -1;

/**
 * The published patterns, written out as scanners: each reads every character a bounded number of
 * times, makes no match object, and cannot overflow the stack of a regular expression. The comments
 * quote the alternatives of the patterns in their order.
 */
abstract class Scanner implements Splitter {
  protected text = '';
  readonly #units: Uint8Array;
  readonly #classes: CharClasses;

  constructor(classes: CharClasses) {
    this.#classes = classes;
    this.#units = classes.units;
  }

  abstract next(start: number): number;

  reset(text: string): void {
    this.text = text;
  }

  /** Class of the character at `at`; `HIGH` is resolved. `NONE` at the end of the text. */
  protected classAt(at: number): number {
    if (at >= this.text.length) return NONE;
    const found = this.#units[this.text.charCodeAt(at)] ?? OTHER;
    return found === HIGH ? this.#pairClass(at) : found;
  }

  #pairClass(at: number): number {
    const low = this.text.charCodeAt(at + 1);
    if (!(low >= LOW_SURROGATE_FIRST && low <= LOW_SURROGATE_LAST)) return OTHER;
    return this.#classes.upper(this.text.codePointAt(at) ?? 0);
  }

  /** Where the character at `at` ends. */
  protected after(at: number): number {
    if (this.#units[this.text.charCodeAt(at)] !== HIGH) return at + 1;
    const low = this.text.charCodeAt(at + 1);
    return low >= LOW_SURROGATE_FIRST && low <= LOW_SURROGATE_LAST ? at + 2 : at + 1;
  }

  /** `\p{L}*` from `at`. */
  protected letters(at: number): number {
    let end = at;
    while (this.classAt(end) >= UPPER) end = this.after(end);
    return end;
  }

  /** `\p{N}{0,max}` from `at`. */
  protected numbers(at: number, max: number): number {
    let end = at;
    for (let count = 0; count < max && this.classAt(end) === NUMBER; count++) end = this.after(end);
    return end;
  }

  /** `[^\s\p{L}\p{N}]*` from `at`. */
  protected symbols(at: number): number {
    let end = at;
    for (;;) {
      const found = this.classAt(end);
      if (found !== OTHER && found !== MARK) return end;
      end = this.after(end);
    }
  }

  /** `'(?:s|d|m|t|ll|ve|re)` from `at`, in any case when `anyCase`; `at` when there is none. */
  protected contraction(at: number, anyCase: boolean): number {
    if (this.text.charCodeAt(at) !== APOSTROPHE_CODE) return at;
    const mask = anyCase ? LOWER_BIT : 0;
    switch (this.text.charCodeAt(at + 1) | mask) {
      case 0x73: // s
      case 0x64: // d
      case 0x6d: // m
      case 0x74: // t
        return at + 2;
      case 0x6c: // ll
        return (this.text.charCodeAt(at + 2) | mask) === 0x6c ? at + 3 : at;
      case 0x76: // ve
      case 0x72: // re
        return (this.text.charCodeAt(at + 2) | mask) === 0x65 ? at + 3 : at;
      default:
        return at;
    }
  }

  /** A stretch of blanks from `at`: `\s*[\r\n]+|\s+(?!\S)|\s+` when `lines`, else without the first. */
  protected blanks(at: number, lines: boolean): number {
    let end = at;
    let lineEnd = at;
    for (;;) {
      const found = this.classAt(end);
      if (found === NEWLINE) lineEnd = end + 1;
      else if (found !== SPACE) break;
      end++;
    }
    if (lines && lineEnd > at) return lineEnd;
    // The last blank goes with the word that follows, unless it is the only one.
    return end === this.text.length || end - at === 1 ? end : end - 1;
  }
}

class O200kSplitter extends Scanner {
  next(start: number): number {
    const first = this.classAt(start);
    // [^\r\n\p{L}\p{N}]?: a blank, symbol or mark may lead a word.
    const leads = first === SPACE || first === OTHER || first === MARK;
    const from = leads ? this.after(start) : start;
    let end = this.#lowerWord(from);
    if (end === NONE && first === MARK) end = this.#lowerWord(start);
    if (end === NONE) end = this.#upperWord(from);
    if (end !== NONE) return this.contraction(end, true);
    if (first === NUMBER) return this.numbers(start, MAX_DIGITS);
    // ` ?[^\s\p{L}\p{N}]+[\r\n/]*`
    const symbols = this.text.charCodeAt(start) === SPACE_CODE ? start + 1 : start;
    end = this.symbols(symbols);
    if (end === symbols) return this.blanks(start, true);
    while (this.classAt(end) === NEWLINE || this.text.charCodeAt(end) === SLASH_CODE) end++;
    return end;
  }

  /** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`, or `NONE`. */
  #lowerWord(start: number): number {
    let end = start;
    // Where the last character that is in both sets ends: how far the match can be given back.
    let both = NONE;
    for (;;) {
      const found = this.classAt(end);
      if (found === CASELESS || found === MARK) {
        end = this.after(end);
        both = end;
      } else if (found === UPPER) {
        end = this.after(end);
      } else if (found === LOWER) {
        return this.#lowerTail(end);
      } else {
        return both;
      }
    }
  }

  #lowerTail(start: number): number {
    let end = start;
    for (;;) {
      const found = this.classAt(end);
      if (found !== LOWER && found !== CASELESS && found !== MARK) return end;
      end = this.after(end);
    }
  }

  /** `[\p{Lu}…]+[\p{Ll}…]*` where no lower word is: capitals only. `NONE` when there is none. */
  #upperWord(start: number): number {
    let end = start;
    while (this.classAt(end) === UPPER) end = this.after(end);
    return end === start ? NONE : end;
  }
}

class Cl100kSplitter extends Scanner {
  next(start: number): number {
    const contracted = this.contraction(start, true);
    if (contracted > start) return contracted;
    const first = this.classAt(start);
    // [^\r\n\p{L}\p{N}]?\p{L}+
    const leads = first === SPACE || first === OTHER || first === MARK;
    const from = leads ? this.after(start) : start;
    let end = this.letters(from);
    if (end > from) return end;
    if (first === NUMBER) return this.numbers(start, MAX_DIGITS);
    // ` ?[^\s\p{L}\p{N}]+[\r\n]*`
    const symbols = this.text.charCodeAt(start) === SPACE_CODE ? start + 1 : start;
    end = this.symbols(symbols);
    if (end > symbols) {
      while (this.classAt(end) === NEWLINE) end++;
      return end;
    }
    // `\s+$` comes first: a stretch of blanks at the end of the text is one piece.
    end = this.#allBlanks(start);
    return end === this.text.length ? end : this.blanks(start, true);
  }

  #allBlanks(start: number): number {
    let end = start;
    while (this.classAt(end) === SPACE || this.classAt(end) === NEWLINE) end++;
    return end;
  }
}

class ClaudeSplitter extends Scanner {
  next(start: number): number {
    const contracted = this.contraction(start, false);
    if (contracted > start) return contracted;
    // ` ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+`
    const from = this.text.charCodeAt(start) === SPACE_CODE ? start + 1 : start;
    let end = this.letters(from);
    if (end === from) end = this.numbers(from, Number.POSITIVE_INFINITY);
    if (end === from) end = this.symbols(from);
    return end > from ? end : this.blanks(start, false);
  }
}
