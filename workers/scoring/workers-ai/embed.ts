import { z } from 'zod';
import type { Failure } from '../../../shared/errors.ts';
import type { Embedder } from '../../../shared/ports.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type AiRunner, aiFailure, callAi } from './call.ts';
import { clipTokens } from './clip.ts';

/** The model, and its name beside stored vectors. */
export const EMBED_MODEL = '@cf/baai/bge-base-en-v1.5';
const EMBED_DIMENSIONS = 768;
/** Vectors of the two poolings are incompatible: chosen once, for every vector ever stored. */
const EMBED_POOLING = 'cls';
/** The model's limit of texts per call. */
const MAX_BATCH_TEXTS = 100;
/** The model reads 512 tokens, two of which it adds itself. */
const MAX_TEXT_TOKENS = 510;
/** A batch takes a few hundred milliseconds; waiting longer costs more than the fallback. */
const EMBED_TIMEOUT_MS = 5_000;

const answerSchema = z.object({ data: z.array(z.array(z.number())) });

/** A unit-length vector, or why the model's numbers are none. */
function toUnitVector(values: readonly number[]): Result<Float32Array, Failure> {
  if (values.length !== EMBED_DIMENSIONS) {
    const state = `a vector has ${values.length} dimensions, expected ${EMBED_DIMENSIONS}`;
    return fail(aiFailure(EMBED_MODEL, state));
  }
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) {
    return fail(aiFailure(EMBED_MODEL, 'a vector is zero or not finite'));
  }
  return ok(Float32Array.from(values, (value) => value / length));
}

async function embedBatch(
  ai: AiRunner,
  texts: readonly string[],
): Promise<Result<readonly Float32Array[], Failure>> {
  // The model refuses empty input; a space has a valid, meaningless vector.
  const text = texts.map((one) => clipTokens(one, MAX_TEXT_TOKENS) || ' ');
  const inputs = { text, pooling: EMBED_POOLING };
  const limits = { timeoutMs: EMBED_TIMEOUT_MS, schema: answerSchema };
  const answer = await callAi(ai, EMBED_MODEL, inputs, limits);
  if (!answer.ok) return answer;
  const { data } = answer.value;
  if (data.length !== texts.length) {
    return fail(aiFailure(EMBED_MODEL, `${data.length} vectors came for ${texts.length} texts`));
  }
  const vectors: Float32Array[] = [];
  for (const values of data) {
    const vector = toUnitVector(values);
    if (!vector.ok) return vector;
    vectors.push(vector.value);
  }
  return ok(vectors);
}

/**
 * Embeds with Workers AI, at most 100 texts per call, calls one after the other; texts are cut to what
 * the model reads. The first failure ends it: a part of the vectors is of no use.
 */
export function workersAiEmbedder(ai: AiRunner): Embedder {
  return {
    model: EMBED_MODEL,
    dimensions: EMBED_DIMENSIONS,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += MAX_BATCH_TEXTS) {
        const batch = await embedBatch(ai, texts.slice(from, from + MAX_BATCH_TEXTS));
        if (!batch.ok) return batch;
        vectors.push(...batch.value);
      }
      return ok(vectors);
    },
  };
}
