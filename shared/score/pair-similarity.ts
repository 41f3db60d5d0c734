import type { Degradation } from '../types.ts';
import { cosine, TextList } from './embed-texts.ts';
import { passages } from './passages.ts';
import type { SimilarityPorts } from './similarity.ts';

/** Passages of one text that are compared; about 700 words. Near-copies differ early or not at all. */
const MAX_PASSAGES_PER_TEXT = 8;
/** Different passages embedded for one call; bounds its time like the cap of a ranking. */
const MAX_COMPARED_PASSAGES = 192;

/** Mean over `from` of the closest passage in `to`. */
function coverage(from: readonly Float32Array[], to: readonly Float32Array[]): number {
  const best = from.map((a) => to.reduce((top, b) => Math.max(top, cosine(a, b)), -1));
  return best.reduce((sum, value) => sum + value, 0) / Math.max(1, best.length);
}

/**
 * Calibrated similarity (0–1) of each pair of texts, in order. Long texts are compared passage by
 * passage, in both directions; the lower direction counts, so that a part is not a copy of the whole.
 * Equal texts are 1 without embedding. A pair that could not be compared is 0 and said in `degraded`.
 */
export async function pairSimilarity(
  pairs: readonly { readonly a: string; readonly b: string }[],
  ports: SimilarityPorts,
): Promise<{ readonly values: readonly number[]; readonly degraded: readonly Degradation[] }> {
  const list = new TextList();
  const placesOf = new Map<string, readonly number[] | null>();
  const place = (text: string): void => {
    if (placesOf.has(text)) return;
    const pieces = passages(text)
      .slice(0, MAX_PASSAGES_PER_TEXT)
      .map(({ start, end }) => text.slice(start, end).trim())
      .filter((piece) => piece !== '');
    const full = list.texts.length + pieces.length > MAX_COMPARED_PASSAGES;
    placesOf.set(text, full ? null : pieces.map((piece) => list.add(piece)));
  };
  for (const { a, b } of pairs) {
    if (a === b) continue;
    place(a);
    place(b);
  }
  const exact = pairs.map(({ a, b }) => (a === b ? 1 : 0));
  if (list.texts.length === 0) return { values: exact, degraded: [] };
  const embedded = await ports.embed(list.texts);
  if (!embedded.ok) {
    const effect = `Near-copies are found by their words only (${embedded.error.detail})`;
    return { values: exact, degraded: [{ dependency: 'embedder', effect }] };
  }
  const { model, vectors } = embedded.value;
  const vectorsOf = (text: string): readonly Float32Array[] =>
    (placesOf.get(text) ?? []).map((at) => vectors[at] ?? new Float32Array());
  let skipped = 0;
  const values = pairs.map(({ a, b }) => {
    if (a === b) return 1;
    if (placesOf.get(a) === null || placesOf.get(b) === null) skipped++;
    const [left, right] = [vectorsOf(a), vectorsOf(b)];
    if (left.length === 0 || right.length === 0) return 0;
    const raw = Math.min(coverage(left, right), coverage(right, left));
    return Math.min(1, Math.max(0, ports.calibrate(model, raw)));
  });
  const capped =
    skipped > 0
      ? [{ dependency: 'embedder', effect: `${skipped} pairs are not compared by meaning` }]
      : [];
  return { values, degraded: [...embedded.value.degraded, ...capped] };
}
