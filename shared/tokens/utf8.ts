const FIRST_NON_ASCII = 0x80;
const FIRST_THREE_BYTES = 0x800;
const FIRST_FOUR_BYTES = 0x10000;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const REPLACEMENT = 0xfffd;
/** Bytes converted per call of `String.fromCharCode`; spreading many more overflows the stack. */
const BATCH_BYTES = 8192;

/** True when every UTF-16 unit is below 0x80, so that the text is its own byte string. True for "". */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) >= FIRST_NON_ASCII) return false;
  }
  return true;
}

/**
 * The UTF-8 bytes of `text` as a string with one character (0–255) per byte. BPE works on bytes, and
 * such strings are cheap keys for a Map. Lone surrogates become U+FFFD, as in `TextEncoder`.
 */
export function toByteString(text: string): string {
  let out = '';
  let batch: number[] = [];
  for (let index = 0; index < text.length; index++) {
    let code = text.codePointAt(index) ?? REPLACEMENT;
    if (code >= FIRST_FOUR_BYTES) index++;
    else if (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) code = REPLACEMENT;
    if (code < FIRST_NON_ASCII) {
      batch.push(code);
    } else if (code < FIRST_THREE_BYTES) {
      batch.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    } else if (code < FIRST_FOUR_BYTES) {
      batch.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    } else {
      batch.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 0x3f),
        0x80 | ((code >> 6) & 0x3f),
        0x80 | (code & 0x3f),
      );
    }
    if (batch.length >= BATCH_BYTES) {
      out += String.fromCharCode(...batch);
      batch = [];
    }
  }
  return out + String.fromCharCode(...batch);
}
