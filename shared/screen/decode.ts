import type { Span } from '../types.ts';

/** Text that was found encoded in another text. */
interface Decoded extends Span {
  readonly text: string;
}

/** Fewer characters or bytes cannot hold an instruction. */
const MIN_BASE64_CHARS = 20;
const MIN_HEX_BYTES = 12;
/** Share of readable characters (0–1) from which decoded bytes count as text. */
const MIN_READABLE = 0.9;

/** Lines of base64 as mail wraps them: full lines, then a shorter one. */
const BASE64 = new RegExp(
  `[A-Za-z0-9+/_-]{${MIN_BASE64_CHARS},}(?:\\r?\\n[A-Za-z0-9+/_-]{4,})*`,
  'g',
);
const HEX = new RegExp(`(?<![0-9a-f])(?:[0-9a-f]{2}[ :]?){${MIN_HEX_BYTES},}(?![0-9a-f])`, 'gi');
/** What stands before binary content that is declared as such. */
const BINARY_DATA_URI = /data:(?:image|audio|video|font)\/[\w.+-]{1,40}(?:;[\w=.-]{1,40}){0,4},$/i;
/** Longest `data:` prefix looked at. */
const DATA_URI_CHARS = 120;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES: ReadonlyMap<number, number> = new Map([
  ...[...ALPHABET].map((letter, value) => [letter.charCodeAt(0), value] as const),
  ['-'.charCodeAt(0), 62],
  ['_'.charCodeAt(0), 63],
]);

/**
 * The stretches of `text` that decode to readable text from base64 (standard, URL-safe, wrapped) or
 * hex. Hashes, ids, keys and images do not: their bytes are not text. Linear time.
 */
export function decodeRuns(text: string): readonly Decoded[] {
  const found: Decoded[] = [];
  for (const run of text.matchAll(HEX)) {
    const decoded = readable(hexBytes(run[0]));
    if (decoded !== null) {
      found.push({ start: run.index, end: run.index + run[0].length, text: decoded });
    }
  }
  for (const run of text.matchAll(BASE64)) {
    if (isBinaryDataUri(text, run.index)) continue;
    const decoded = decodeBase64(run[0]);
    if (decoded !== null) {
      found.push({ start: run.index, end: run.index + run[0].length, text: decoded });
    }
  }
  return found;
}

/** Decodes from the first character or one of the next three: a path or a word may be glued to the front. */
function decodeBase64(run: string): string | null {
  for (let skip = 0; skip < 4; skip++) {
    const decoded = readable(base64Bytes(run, skip));
    if (decoded !== null) return decoded;
  }
  return null;
}

function isBinaryDataUri(text: string, at: number): boolean {
  return BINARY_DATA_URI.test(text.slice(Math.max(0, at - DATA_URI_CHARS), at));
}

function base64Bytes(run: string, skip: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((run.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let buffer = 0;
  for (let i = skip; i < run.length; i++) {
    const value = VALUES.get(run.charCodeAt(i));
    if (value === undefined) continue;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (buffer >> bits) & 0xff;
    }
  }
  return bytes.subarray(0, length);
}

function hexBytes(run: string): Uint8Array {
  const digits = run.replaceAll(/[ :]/g, '');
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  }
  return bytes;
}

/** The bytes as text, or null when they are not. UTF-16LE (every second byte NUL) is recognised. */
function readable(bytes: Uint8Array): string | null {
  const isWide = bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0;
  const decoded = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
  let good = 0;
  for (let i = 0; i < decoded.length; i++) {
    const code = decoded.charCodeAt(i);
    if (code === 9 || code === 10 || code === 13 || (code >= 32 && code < 127)) good++;
    else if (code > 0xa0 && code < 0xfff0) good++;
  }
  return decoded.length > 0 && good >= decoded.length * MIN_READABLE ? decoded : null;
}
