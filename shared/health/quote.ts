/** Longest stretch of a text that a reason quotes, in characters. */
const MAX_QUOTED_CHARS = 100;

/** A text as a reason quotes it: on one line, cut where it is long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_QUOTED_CHARS
    ? line
    : `${line.slice(0, MAX_QUOTED_CHARS).toWellFormed()}…`;
}
