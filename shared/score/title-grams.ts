import { findHits } from './hits.ts';
import { words } from './words.ts';

/** Character 4-grams catch typing errors, compounds and product names that stems miss. */
const GRAM_CHARS = 4;
/** BM25 parameters measured on titles of FAQ entries. */
const K1 = 1.2;
const LENGTH_WEIGHT = 0.3;
/** A question longer than this has nothing to gain from its 4-grams; only its beginning is used. */
const MAX_GRAM_SOURCE_CHARS = 2_000;

/** How often each 4-gram occurs in a text; `length` is their number. */
export interface Grams {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** The character 4-grams of a text's words, with a space around each word. Empty for blank text. */
export function titleGrams(text: string): Grams {
  const joined = words(text.slice(0, MAX_GRAM_SOURCE_CHARS)).join(' ');
  const padded = joined === '' ? '' : ` ${joined} `;
  const counts = new Map<string, number>();
  let length = 0;
  for (let i = 0; i + GRAM_CHARS <= padded.length; i++) {
    const gram = padded.slice(i, i + GRAM_CHARS);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
    length++;
  }
  return { counts, length };
}

/**
 * BM25 of each title's 4-grams for those of the query, divided by what the query's 4-grams weigh in
 * all: 0 for nothing in common, about 1 for equal texts. Zeros when either side is blank.
 */
export function scoreTitleGrams(query: Grams, titles: readonly Grams[]): readonly number[] {
  const titled = titles.filter((title) => title.length > 0);
  if (query.length === 0 || titled.length === 0) return titles.map(() => 0);
  const averageLength = titled.reduce((sum, title) => sum + title.length, 0) / titled.length;
  const positions = new Map([...query.counts.keys()].map((gram, position) => [gram, position]));
  const frequency = new Uint32Array(positions.size);
  const found = titles.map((title) => {
    const hits = findHits(title, positions);
    for (const position of hits.words) frequency[position] = (frequency[position] ?? 0) + 1;
    return hits;
  });
  const idf = Float64Array.from(frequency, (documents) =>
    Math.log(1 + (titled.length - documents + 0.5) / (documents + 0.5)),
  );
  const total = idf.reduce((sum, value) => sum + value, 0);
  return found.map(({ words: positionsFound, counts, length }) => {
    const base = K1 * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / averageLength);
    let sum = 0;
    positionsFound.forEach((position, i) => {
      const count = counts[i] ?? 0;
      sum += ((idf[position] ?? 0) * count * (K1 + 1)) / (count + base);
    });
    return sum / total;
  });
}
