import { fail, ok, type Result } from '../../../shared/result.ts';

const LINE_FEED = 0x0a;

/** One line of a body: its number from 1, and its bytes without the line feed. */
export interface Line {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Why a body is read no further. */
export interface LineTooLong {
  readonly line: number;
  readonly maxBytes: number;
}

/**
 * The lines of a body as they arrive, blank ones as well; the last one needs no line feed. Holds one
 * line and one piece of the body at a time. Ends with a failure at a line that is longer than
 * `maxBytes`, which is never held as a whole. Gives nothing for an empty body.
 */
export async function* readLines(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Result<Line, LineTooLong>, void> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    let start = 0;
    while (start < piece.length) {
      const end = piece.indexOf(LINE_FEED, start);
      const part = piece.subarray(start, end === -1 ? piece.length : end);
      size += part.length;
      if (size > maxBytes) return yield fail({ line: number, maxBytes });
      // A copy: what a stream gave may be overwritten by its next piece.
      parts.push(part.slice());
      if (end === -1) break;
      yield ok({ number, bytes: joined(parts, size) });
      number += 1;
      parts = [];
      size = 0;
      start = end + 1;
    }
  }
  if (size > 0) yield ok({ number, bytes: joined(parts, size) });
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
