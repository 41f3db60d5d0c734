import { readable } from './read-text.ts';
import { type Reading, replaceIn } from './reading.ts';

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([nrtbfv0"'`\\/]))/g;
const NESTED = /\\(?:\\|n|"|')/g;
const CONTROL: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', ''],
  ['t', ' '],
  ['b', ''],
  ['f', '\n'],
  ['v', '\n'],
  ['0', ''],
]);
/** A path of Windows has backslashes that stand for themselves. */
const WINDOWS_PATH = /\b[A-Za-z]:\\/;
/** Fewer are a regular expression or a path rather than escaped text. */
const MIN_ESCAPES = 2;

/** Undoes one level of string escapes (JSON, Python, JavaScript). Unknown escapes stay. Linear time. */
export function unescapeOnce(reading: Reading): Reading {
  if (!reading.text.includes('\\')) return reading;
  return replaceIn(reading, ESCAPE, (match) => {
    const hex = match[1] ?? match[2];
    if (hex !== undefined) return fromHex(hex);
    const letter = match[3] ?? '';
    return CONTROL.get(letter) ?? letter;
  });
}

/** Half a surrogate pair stays as it is: its other half follows. */
function fromHex(hex: string): string {
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  return character.isWellFormed() ? readable(character) : character;
}

/** True when text still holds escapes of line breaks and quotes: it was escaped more than once. */
export function isEscaped(text: string): boolean {
  if (!text.includes('\\') || WINDOWS_PATH.test(text)) return false;
  let count = 0;
  for (const match of text.matchAll(NESTED)) {
    if (match[0] === '\\n' || match[0] === '\\"' || match[0] === '\\\\') count += 1;
    if (count >= MIN_ESCAPES) return true;
  }
  return false;
}
