import type { Failure } from '../errors.ts';
import type { Result } from '../result.ts';
import type { Degradation } from '../types.ts';

/** Vectors of one model for a list of texts, in its order. */
export interface Embedded {
  /** Which model made them: vectors of different models never mix. */
  readonly model: string;
  readonly vectors: readonly Float32Array[];
  readonly degraded: readonly Degradation[];
}

/**
 * Embeds all texts with one model. Unlike an `Embedder` it may choose the model per call, because a
 * fallback has to embed every text again.
 */
export type EmbedTexts = (texts: readonly string[]) => Promise<Result<Embedded, Failure>>;

/** Turns a raw cosine of `model` into 0–1: unrelated about 0, identical 1. */
export type Calibrate = (model: string, cosine: number) => number;

/** Dot product of two unit vectors of one model: their cosine. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** A set of texts with a place for each, so that equal texts are embedded once. */
export class TextList {
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();

  /** The place of `text`, adding it if it is new. */
  add(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.texts.length);
    this.texts.push(text);
    return this.texts.length - 1;
  }
}
