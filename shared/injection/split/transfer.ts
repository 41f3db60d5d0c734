import { utf8Length } from '../../text/utf8.ts';
import { readable } from './read-text.ts';
import { type Reading, Rewriter, replaceIn } from './reading.ts';

const SOFT_BREAK = /=[ \t]{0,8}\n/g;
const ESCAPED_BYTES = /(?:=[0-9A-Fa-f]{2})+/g;
/** Characters of "=41". */
const BYTE_CHARS = 3;
const ENCODED_WORD = /=\?([\w-]{1,40})\?([bBqQ])\?([^?\s]{0,400})\?=/g;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Base64 digits that make three bytes. */
const GROUP_DIGITS = 4;
const BITS_PER_DIGIT = 6;

/** Decodes quoted-printable (RFC 2045); bytes are read as UTF-8, or else as Latin-1. Linear time. */
export function decodeQuotedPrintable(reading: Reading): Reading {
  const joined = replaceIn(reading, SOFT_BREAK, () => '');
  const writer = new Rewriter(joined);
  let last = 0;
  for (const match of joined.text.matchAll(ESCAPED_BYTES)) {
    writer.keep(last, match.index);
    const hex = match[0].slice(1).split('=');
    const bytes = Uint8Array.from(hex, (pair) => Number.parseInt(pair, 16));
    let at = match.index;
    for (const piece of characters(bytes)) {
      const end = at + piece.bytes * BYTE_CHARS;
      writer.put(readable(piece.text), at, end);
      at = end;
    }
    last = match.index + match[0].length;
  }
  writer.keep(last, joined.text.length);
  return writer.build();
}

/**
 * Decodes base64 that holds text. A character stands for the whole group of four digits that its bytes
 * are in, so that what is cut out leaves whole groups. Linear time.
 */
export function decodeBase64(reading: Reading): Reading {
  const bytes: number[] = [];
  const groups: number[] = [];
  const positions: number[] = [];
  let bits = 0;
  let count = 0;
  for (let i = 0; i < reading.text.length; i++) {
    const value = ALPHABET.indexOf(reading.text.charAt(i));
    if (value < 0) continue;
    if (count % GROUP_DIGITS === 0) positions.push(i);
    bits = ((bits << BITS_PER_DIGIT) | value) & 0xffffff;
    const digit = count % GROUP_DIGITS;
    if (digit > 0) {
      const spare = (GROUP_DIGITS - 1 - digit) * 2;
      bytes.push((bits >> spare) & 0xff);
      groups.push(positions.length - 1);
    }
    count += 1;
  }
  const writer = new Rewriter(reading);
  let at = 0;
  for (const piece of characters(Uint8Array.from(bytes))) {
    const from = positions[groups[at] ?? 0] ?? 0;
    const next = positions[(groups[at + piece.bytes - 1] ?? 0) + 1];
    writer.put(readable(piece.text), from, next ?? reading.text.trimEnd().length);
    at += piece.bytes;
  }
  return writer.build();
}

/** Decodes the encoded words of a mail header (RFC 2047); each stands for the whole encoded word. */
export function decodeHeader(reading: Reading): Reading {
  if (!reading.text.includes('=?')) return reading;
  return replaceIn(reading, ENCODED_WORD, (match) => {
    const content = match[3] ?? '';
    const plain = {
      text: content,
      starts: new Int32Array(content.length),
      ends: new Int32Array(content.length),
    };
    if ((match[2] ?? '').toLowerCase() === 'b') return decodeBase64(plain).text;
    return decodeQuotedPrintable(plain).text.replaceAll('_', ' ');
  });
}

/** The characters of UTF-8 bytes with the number of bytes each takes; a wrong byte is Latin-1. */
function* characters(bytes: Uint8Array): Generator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] ?? 0;
    const length = Math.min(utf8Length(lead), bytes.length - i);
    let text = String.fromCharCode(lead);
    let used = 1;
    if (length > 1) {
      try {
        text = decoder.decode(bytes.subarray(i, i + length));
        used = length;
      } catch {
        // Not UTF-8: the byte is a character of Latin-1, as older mail programs write it.
        used = 1;
      }
    }
    yield { text, bytes: used };
    i += used;
  }
}
