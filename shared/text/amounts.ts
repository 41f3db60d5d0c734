const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;

/** A count with thousands separators, the same in every locale: 1398 → "1,398". */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A number with its noun: (1, "line") → "1 line", (1400, "line") → "1,400 lines". */
export function formatAmount(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A size in bytes, KB (1,000 bytes) or MB, rounded: 240123 → "240 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < BYTES_PER_KB) return formatAmount(bytes, 'byte');
  if (bytes < BYTES_PER_MB) return `${formatCount(bytes / BYTES_PER_KB)} KB`;
  return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}

/** Bytes of `text` in UTF-8; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += 1;
    if (unit < 0x800) continue;
    const next = text.charCodeAt(index + 1);
    // A pair is 2 units and 4 bytes: one byte more for each unit.
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
      bytes += 1;
      index += 1;
    } else {
      bytes += 1;
    }
  }
  return bytes;
}

/** Lines of `text`: 0 for "", and a final line break starts no further line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
