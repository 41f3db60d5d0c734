import type { RelatedWord, RelatedWords } from '../../../shared/score/related.ts';

// related.bin, little-endian: the number of stems (u32); the bytes of the vocabulary (u32); the
// vocabulary, stems in UTF-8 joined by line feeds; per stem the number of its related words (u8);
// then for each related word its index in the vocabulary (u16) and 100 × its weight (u8).
const HEADER_BYTES = 8;
const PAIR_BYTES = 3;
const WEIGHT_STEPS = 100;

/**
 * Reads the related-word table that the install step makes from the encoder's input vectors: up to
 * 16 words for each of about 3,900 English stems. Throws if the file is not whole.
 */
export function loadRelated(file: ArrayBuffer): RelatedWords {
  const view = new DataView(file);
  const stems = view.getUint32(0, true);
  const countsAt = HEADER_BYTES + view.getUint32(4, true);
  const names = new TextDecoder().decode(
    new Uint8Array(file, HEADER_BYTES, countsAt - HEADER_BYTES),
  );
  const vocabulary = names.split('\n');
  const counts = new Uint8Array(file, countsAt, stems);
  const starts = new Map<string, number>();
  let end = countsAt + stems;
  for (const [index, count] of counts.entries()) {
    starts.set(vocabulary[index] ?? '', end);
    end += count * PAIR_BYTES;
  }
  if (vocabulary.length !== stems || end !== file.byteLength) {
    throw new Error('Cannot read related words: the file is not whole');
  }
  const ids = new Map(vocabulary.map((stem, index) => [stem, index]));
  const known = new Map<string, readonly RelatedWord[]>();
  const read = (stem: string): readonly RelatedWord[] => {
    const start = starts.get(stem) ?? 0;
    return Array.from({ length: counts[ids.get(stem) ?? 0] ?? 0 }, (_, at) => {
      const pair = start + at * PAIR_BYTES;
      return {
        stem: vocabulary[view.getUint16(pair, true)] ?? '',
        weight: view.getUint8(pair + 2) / WEIGHT_STEPS,
      };
    });
  };
  return {
    of(stem) {
      if (!starts.has(stem)) return [];
      const related = known.get(stem) ?? read(stem);
      known.set(stem, related);
      return related;
    },
  };
}

/** Writes the file that `loadRelated` reads. At most 65,536 stems and 255 related words each. */
export function packRelated(
  stems: readonly string[],
  related: readonly (readonly { readonly index: number; readonly weight: number }[])[],
): Uint8Array {
  const vocabulary = new TextEncoder().encode(stems.join('\n'));
  const pairs = related.reduce((sum, words) => sum + words.length, 0);
  const countsAt = HEADER_BYTES + vocabulary.length;
  const file = new Uint8Array(countsAt + stems.length + pairs * PAIR_BYTES);
  const view = new DataView(file.buffer);
  view.setUint32(0, stems.length, true);
  view.setUint32(4, vocabulary.length, true);
  file.set(vocabulary, HEADER_BYTES);
  let at = countsAt + stems.length;
  for (const [index, words] of related.entries()) {
    view.setUint8(countsAt + index, words.length);
    for (const word of words) {
      view.setUint16(at, word.index, true);
      view.setUint8(at + 2, Math.round(word.weight * WEIGHT_STEPS));
      at += PAIR_BYTES;
    }
  }
  return file;
}
