/** Letters that look like a Latin letter, by script; folded only where the word or text is Latin. */
const LOOK_ALIKES: readonly (readonly [from: string, to: string])[] = [
  // Cyrillic
  ['аеорсухіјѕһԁԛԝӏвнкмт', 'aeopcyxijshdqwlbhkmt'],
  ['АЕОРСУХІЈЅҺԀԚԜӀВНКМТ', 'aeopcyxijshdqwlbhkmt'],
  // Greek
  ['αβεικνορτυχγησ', 'abeikvoptuxyns'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'],
  // Armenian, Latin extensions, small capitals
  ['օոսցհ', 'onugh'],
  ['ıɑɡɩɪʟɴʀʏɢʜʙƖ', 'iagiilnryghbl'],
  ['ᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱ', 'acdejkmoptuvwzfs'],
];

const TO_LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.flatMap(([from, to]) =>
    [...from].map((letter, index) => [letter, to.charAt(index)] as const),
  ),
);

/** Punctuation that has one plain form, and letters that NFKD leaves alone. */
const PLAIN_FORMS: ReadonlyMap<string, string> = new Map([
  ...[...'“”„‟«»〝〞'].map((quote) => [quote, '"'] as const),
  ...[...'‘’‚‛`´′'].map((quote) => [quote, "'"] as const),
  ...[...'‐‑‒–—―−'].map((dash) => [dash, '-'] as const),
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ё', 'е'],
  ['Ё', 'е'],
]);

const MARK = /^\p{M}$/u;
const MARKS = /\p{M}+/gu;
/** Scripts whose vowel signs and accents carry no meaning for phrase matching. */
const ACCENT_FREE = /^[\p{Script=Latin}\p{Script=Arabic}]/u;

/** Ranges of code points that show nothing: zero-width, bidi controls, fillers, variation selectors. */
const INVISIBLE: readonly (readonly [first: number, last: number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x640, 0x640],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0100, 0xe01ef],
];

/** Invisible characters with an everyday use inside words: hyphenation and Arabic stretching. */
const EVERYDAY_INVISIBLE: ReadonlySet<number> = new Set([0xad, 0x640]);

/** Tag characters mirror ASCII at this offset and are never shown. */
export const TAG_OFFSET = 0xe0000;
/** A black flag opens the flag of a region, spelt in tag characters. */
export const BLACK_FLAG = 0x1f3f4;

/** True for a tag character (U+E0020–U+E007F). */
export function isTag(code: number): boolean {
  return code >= TAG_OFFSET + 0x20 && code <= TAG_OFFSET + 0x7f;
}

/** True for a code point that shows nothing and carries no meaning for matching. */
export function isInvisible(code: number): boolean {
  return INVISIBLE.some(([first, last]) => code >= first && code <= last);
}

/** True when an invisible code point inside a Latin word has no everyday use. */
export function isSuspicious(code: number): boolean {
  return !EVERYDAY_INVISIBLE.has(code);
}

/** True for a combining mark. */
export function isMark(character: string): boolean {
  return MARK.test(character);
}

/** The Latin letter that `character` looks like, lower case; "" when there is none. */
export function lookAlike(character: string): string {
  return TO_LATIN.get(character) ?? '';
}

/**
 * The plain, lower-case form of one character: NFKC, straight quotes and dashes, accents of Latin
 * and vowel signs of Arabic removed. May be longer than one character ("ﬃ") or "".
 */
export function plainForm(character: string): string {
  const known = PLAIN_FORMS.get(character);
  if (known !== undefined) return known;
  const composed = character.normalize('NFKC');
  const base = ACCENT_FREE.test(composed)
    ? composed.normalize('NFKD').replaceAll(MARKS, '')
    : composed;
  const lower = base.toLowerCase();
  return PLAIN_FORMS.get(lower) ?? lower;
}
