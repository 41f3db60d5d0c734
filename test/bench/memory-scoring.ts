/** Stands in for the scoring Worker: embeds in microseconds, since what is measured is everything else. */
import type { QueryReading } from '../../shared/contracts/scoring.ts';
import { ok } from '../../shared/result.ts';
import { terms } from '../../shared/score/words.ts';
import type { Env } from '../../workers/memory/env.ts';
import { randomOf, relatedTo } from './memory-texts.ts';

/** Dimensions of the embedded encoder, which the local vector index has. */
const DIMENSIONS = 512;
const MODEL = 'bench-hashed-words';
/** Related words per stem, as many as recall looks up. */
const RELATED = 16;
/** Values of a vector that one word sets. */
const VALUES_PER_WORD = 8;

/** A unit vector of the hashes of a text's words. */
function embed(text: string): Float32Array {
  const values = new Float32Array(DIMENSIONS);
  for (const word of terms(text)) {
    const random = randomOf(word);
    for (let i = 0; i < VALUES_PER_WORD; i++) {
      const at = Math.floor(random() * DIMENSIONS);
      values[at] = (values[at] ?? 0) + (random() < 0.5 ? -1 : 1);
    }
  }
  const norm = Math.hypot(...values);
  if (norm === 0) values[0] = 1;
  else for (let i = 0; i < DIMENSIONS; i++) values[i] = (values[i] ?? 0) / norm;
  return values;
}

/** What the memory Worker asks of scoring. */
export const hashedScoring: Env['SCORING'] = {
  async embed({ texts }) {
    return ok({
      model: MODEL,
      dimensions: DIMENSIONS,
      vectors: texts.map(embed),
      degraded: [],
    });
  },
  async readQuery({ text, stems }) {
    const related = Object.fromEntries(
      stems.map((stem) => [
        stem,
        relatedTo(stem, RELATED).map((word) => ({ stem: terms(word)[0] ?? word, weight: 0.5 })),
      ]),
    );
    const reading: QueryReading = {
      model: MODEL,
      dimensions: DIMENSIONS,
      vector: embed(text),
      related,
      degraded: [],
    };
    return ok(reading);
  },
  async generate() {
    throw new Error('Cannot generate: the benchmark has no language model');
  },
};
