// Raw cosines of different models mean different things: unrelated texts lie near 0.25 in one and
// near 0.55 in another. Thresholds are absolute, so cosines are first brought to one scale.

/** Two raw cosines of a model, each with a fixed place on the common scale. */
interface Calibration {
  /** Of texts that have nothing to do with each other; becomes 0. */
  readonly unrelated: number;
  /** From which texts with many words in common are near-copies; becomes NEAR_COPY. */
  readonly nearCopy: number;
}

/** Where near-copies begin on the common scale: the default of `near_similarity`. */
const NEAR_COPY = 0.92;

const CALIBRATIONS: ReadonlyMap<string, Calibration> = new Map([
  // Measured by test/eval/calibration.ts. Mean cosine of unrelated texts: 0.05 for a news sentence
  // and a question, 0.15 for two news sentences, 0.26 for a question and a bank's document, 0.35
  // and 0.43 within one question forum; 0.25 over all. Questions and their answers: 0.55, and 0.34
  // at the 5th percentile, which comes out at 0.12. The near-copy value is the raw one at which
  // merging was measured.
  ['use-lite-en-q8', { unrelated: 0.25, nearCopy: 0.92 }],
  // An estimate, not measured here: the model's authors describe cosines as lying mostly between
  // 0.6 and 1 and version 1.5 as spreading them more, so unrelated texts are put between 0.5 and 0.6.
  ['@cf/baai/bge-base-en-v1.5', { unrelated: 0.55, nearCopy: 0.95 }],
]);

/**
 * For a model nothing is known of: 0 is the least that unrelated texts can be expected to have, so
 * nothing is dropped as a distraction on a guess, and only what is nearly identical is a near-copy.
 */
const UNKNOWN_MODEL: Calibration = { unrelated: 0, nearCopy: 0.97 };

/**
 * A model's cosine on the common scale, 0–1: unrelated texts about 0, identical texts 1, near-copies
 * from 0.92. Linear between these points, never decreasing. `cosine` is −1 to 1; rounding
 * beyond that is cut off. A model that is not in the table gets a cautious default.
 */
export function calibrate(model: string, cosine: number): number {
  const { unrelated, nearCopy } = CALIBRATIONS.get(model) ?? UNKNOWN_MODEL;
  if (cosine <= unrelated) return 0;
  if (cosine >= 1) return 1;
  if (cosine < nearCopy) return (NEAR_COPY * (cosine - unrelated)) / (nearCopy - unrelated);
  return NEAR_COPY + ((1 - NEAR_COPY) * (cosine - nearCopy)) / (1 - nearCopy);
}
