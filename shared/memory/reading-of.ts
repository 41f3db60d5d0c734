import { normalise } from '../screen/normalise.ts';

/** Ends of sentences, which change nothing in what a text says. */
const CLOSING = ' \n.!?。！？';

/**
 * A text as it reads: case, accents, invisible characters, look-alike letters and the full stop at its
 * end make no difference. Two texts with one reading are the same text to a model. "" for a text
 * without anything to read. Linear time.
 */
export function readingOf(text: string): string {
  const reading = normalise(text).text;
  let start = 0;
  let end = reading.length;
  while (end > start && CLOSING.includes(reading.charAt(end - 1))) end--;
  while (start < end && CLOSING.includes(reading.charAt(start))) start++;
  return reading.slice(start, end);
}
