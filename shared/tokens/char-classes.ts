/**
 * The classes of characters that pre-tokenisers tell apart. Numbered so that ranges answer the usual
 * questions: letters are `UPPER` and above.
 */
export const OTHER = 0;
export const MARK = 1;
export const NUMBER = 2;
export const SPACE = 3;
export const NEWLINE = 4;
/** Upper and title case. */
export const UPPER = 5;
export const LOWER = 6;
/** Letters without case, as in most scripts. */
export const CASELESS = 7;

/** UTF-16 units that are a whole character, or half of one. */
const UNITS = 0x10000;
const FIRST_SURROGATE = 0xd800;
const LAST_HIGH_SURROGATE = 0xdbff;
const CODE_POINTS = 0x110000;
/** Marks a code point of the upper planes that was not classified yet. */
const UNKNOWN = 0xff;

/** First half of a pair: its class depends on the unit that follows. */
export const HIGH = 8;

/** Classes by UTF-16 unit, and by code point beyond U+FFFF. */
export interface CharClasses {
  /** Class by UTF-16 unit. */
  readonly units: Uint8Array;
  /** Class of a code point from U+10000. */
  upper(codePoint: number): number;
}

let classes: CharClasses | undefined;

/** The tables, built on first use (some 10 ms) and shared by all encodings. */
export function charClasses(): CharClasses {
  classes ??= build();
  return classes;
}

function build(): CharClasses {
  const units = new Uint8Array(UNITS);
  for (let unit = 0; unit < UNITS; unit++) {
    const high = unit >= FIRST_SURROGATE && unit <= LAST_HIGH_SURROGATE;
    units[unit] = high ? HIGH : classify(String.fromCharCode(unit));
  }
  // One byte per code point, filled as they occur: a Map would grow tenfold on hostile text.
  const planes = new Uint8Array(CODE_POINTS - UNITS).fill(UNKNOWN);
  return {
    units,
    upper(codePoint) {
      const known = planes[codePoint - UNITS] ?? UNKNOWN;
      if (known !== UNKNOWN) return known;
      const found = classify(String.fromCodePoint(codePoint));
      planes[codePoint - UNITS] = found;
      return found;
    },
  };
}

function classify(char: string): number {
  if (/\p{L}/u.test(char)) {
    if (/[\p{Lu}\p{Lt}]/u.test(char)) return UPPER;
    return /\p{Ll}/u.test(char) ? LOWER : CASELESS;
  }
  if (/\p{N}/u.test(char)) return NUMBER;
  if (/[\r\n]/.test(char)) return NEWLINE;
  if (/\s/u.test(char)) return SPACE;
  return /\p{M}/u.test(char) ? MARK : OTHER;
}
