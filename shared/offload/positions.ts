const LINE_FEED = '\n';
const FIRST_TWO_BYTES = 0x80;
const FIRST_THREE_BYTES = 0x800;
const FIRST_HIGH = 0xd800;
const FIRST_LOW = 0xdc00;
const LAST_LOW = 0xdfff;

/** True when a cut at `index` would split a surrogate pair. */
function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= FIRST_HIGH && before < FIRST_LOW && after >= FIRST_LOW && after <= LAST_LOW;
}

/** The code-point boundary at or before `index` (UTF-16 units, within the text). */
export function boundaryBefore(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index;
}

/** The code-point boundary at or after `index` (UTF-16 units, within the text). */
export function boundaryAfter(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index;
}

/** UTF-8 bytes of one UTF-16 unit; the two halves of a pair count two each. */
function unitBytes(unit: number): number {
  if (unit < FIRST_TWO_BYTES) return 1;
  if (unit < FIRST_THREE_BYTES || (unit >= FIRST_HIGH && unit <= LAST_LOW)) return 2;
  return 3;
}

/** UTF-8 bytes of `text` within [start, end), in UTF-16 units on code-point boundaries. Needs well-formed text. */
export function utf8Bytes(text: string, start = 0, end = text.length): number {
  let bytes = 0;
  for (let at = start; at < end; at += 1) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

/**
 * The first code-point boundary (UTF-16 units) whose UTF-8 offset is at least `byte`; null when the
 * text has fewer bytes. Linear in the text before it.
 */
export function offsetOfByte(text: string, byte: number): number | null {
  let bytes = 0;
  let at = 0;
  while (bytes < byte && at < text.length) {
    const next = boundaryAfter(text, at + 1);
    bytes += utf8Bytes(text, at, next);
    at = next;
  }
  return bytes >= byte ? at : null;
}

/** Lines of `text`: one for each line feed, and one more when text follows the last. 0 for "". */
export function countLines(text: string): number {
  let lines = 0;
  let at = 0;
  for (let feed = text.indexOf(LINE_FEED); feed !== -1; feed = text.indexOf(LINE_FEED, at)) {
    lines += 1;
    at = feed + 1;
  }
  return at < text.length ? lines + 1 : lines;
}

/** The line (1-based) that the unit at `offset` belongs to. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf(LINE_FEED); at !== -1 && at < offset; line += 1) {
    at = text.indexOf(LINE_FEED, at + 1);
  }
  return line;
}

/** The end of the line that starts at or contains `offset`, after its line feed, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf(LINE_FEED, offset);
  return feed === -1 ? text.length : feed + 1;
}

/** The start of the line that the unit before `offset` belongs to; 0 for 0. */
export function lineStartBefore(text: string, offset: number): number {
  // The line feed at offset − 1 ends the wanted line, so the search begins before it.
  return offset < 2 ? 0 : text.lastIndexOf(LINE_FEED, offset - 2) + 1;
}

/** `lines` lines forward from `offset`; the end of the text when there are fewer. */
export function skipLines(text: string, offset: number, lines: number): number {
  let at = offset;
  for (let skipped = 0; skipped < lines && at < text.length; skipped += 1) at = lineEnd(text, at);
  return at;
}

/** `lines` lines back from `offset`; 0 when there are fewer. */
export function rewindLines(text: string, offset: number, lines: number): number {
  let at = offset;
  for (let back = 0; back < lines && at > 0; back += 1) at = lineStartBefore(text, at);
  return at;
}
