const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS_PER_CHAR = 5;
const BITS_PER_BYTE = 8;
const CHAR_MASK = 31;

/**
 * Lowercase base32 (RFC 4648 alphabet, no padding). The last character is filled with zero bits.
 * "" for no bytes.
 */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << BITS_PER_BYTE) | byte;
    bits += BITS_PER_BYTE;
    while (bits >= BITS_PER_CHAR) {
      bits -= BITS_PER_CHAR;
      text += ALPHABET[(buffer >> bits) & CHAR_MASK] ?? '';
    }
    // Keep only the bits that are not written yet, so that the buffer stays within 32 bits.
    buffer &= (1 << bits) - 1;
  }
  if (bits > 0) text += ALPHABET[(buffer << (BITS_PER_CHAR - bits)) & CHAR_MASK] ?? '';
  return text;
}
