// Related words, from the encoder's own input table: words that the model reads alike lie close
// together there. On dialogues this recovers matches that share no word with the question.

import { isStopWord, stem } from '../../../../shared/score/words.ts';
import { TOKEN_DIMENSIONS } from '../layout.ts';
import { packRelated } from '../related.ts';
import type { SourceModel } from './source.ts';

/** Whole words only: a leading space symbol, then at least two letters or one to four digits. */
const WHOLE_WORD = /^\u2581([A-Za-z]{2,}|[0-9]{1,4})$/;
/** Closest words kept for each stem. */
const MAX_RELATED = 16;
/** Cosine (mean removed) at which words stop being related; weights rise from 0 here to 1 at 1. */
const UNRELATED_COSINE = 0.2;

/** The related-word file: for each stem its closest stems, the closest first. */
export function buildRelatedTable(model: SourceModel): Uint8Array {
  const table = model.tensor('module/Embeddings_en').values;
  const { stems, vectors } = stemVectors(model.vocabulary, centredRows(table));
  const closest: Neighbour[][] = vectors.map(() => []);
  for (const [left, a] of vectors.entries()) {
    for (let right = 0; right < left; right++) {
      const b = vectors[right];
      const cosine = b ? dot(a, b) : 0;
      if (cosine <= UNRELATED_COSINE) continue;
      closest[left]?.push({ index: right, cosine });
      closest[right]?.push({ index: left, cosine });
    }
  }
  return packRelated(stems, closest.map(nearest));
}

interface Neighbour {
  readonly index: number;
  readonly cosine: number;
}

function nearest(neighbours: Neighbour[]): { index: number; weight: number }[] {
  neighbours.sort((a, b) => b.cosine - a.cosine || a.index - b.index);
  return neighbours.slice(0, MAX_RELATED).map(({ index, cosine }) => ({
    index,
    weight: (cosine - UNRELATED_COSINE) / (1 - UNRELATED_COSINE),
  }));
}

/** One unit vector per stem: the mean of the rows of the words that share it. */
function stemVectors(
  vocabulary: SourceModel['vocabulary'],
  rows: readonly Float32Array[],
): { readonly stems: readonly string[]; readonly vectors: readonly Float32Array[] } {
  const sums = new Map<string, Float32Array>();
  for (const [id, [piece]] of vocabulary.entries()) {
    const word = WHOLE_WORD.exec(piece)?.[1]?.toLowerCase();
    const row = rows[id];
    if (word === undefined || row === undefined || isStopWord(word)) continue;
    const key = stem(word);
    const sum = sums.get(key) ?? new Float32Array(TOKEN_DIMENSIONS);
    sums.set(
      key,
      sum.map((value, at) => value + (row[at] ?? 0)),
    );
  }
  return { stems: [...sums.keys()], vectors: [...sums.values()].map(unit) };
}

/** The rows of the table with their common direction removed, at unit length. */
function centredRows(table: Float32Array): Float32Array[] {
  const mean = new Float64Array(TOKEN_DIMENSIONS);
  const count = table.length / TOKEN_DIMENSIONS;
  for (let at = 0; at < table.length; at++) {
    const column = at % TOKEN_DIMENSIONS;
    mean[column] = (mean[column] ?? 0) + (table[at] ?? 0) / count;
  }
  return Array.from({ length: count }, (_, row) => {
    const values = table.subarray(row * TOKEN_DIMENSIONS, (row + 1) * TOKEN_DIMENSIONS);
    return unit(values.map((value, at) => value - (mean[at] ?? 0)));
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

/** Four sums side by side: one would wait for each addition, seven million times 256 of them. */
function dot(a: Float32Array, b: Float32Array): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let at = 0; at < TOKEN_DIMENSIONS; at += 4) {
    s0 += (a[at] ?? 0) * (b[at] ?? 0);
    s1 += (a[at + 1] ?? 0) * (b[at + 1] ?? 0);
    s2 += (a[at + 2] ?? 0) * (b[at + 2] ?? 0);
    s3 += (a[at + 3] ?? 0) * (b[at + 3] ?? 0);
  }
  return s0 + s1 + s2 + s3;
}
