import { z } from 'zod';
import type { Reranker } from '../../../shared/ports.ts';
import { fail, ok } from '../../../shared/result.ts';
import { type AiRunner, aiFailure, callAi } from './call.ts';
import { clipTokens } from './clip.ts';

const RERANK_MODEL = '@cf/baai/bge-reranker-base';
/** Query and passage share the model's 512 tokens; four are separators. */
const MAX_QUERY_TOKENS = 128;
const MAX_PASSAGE_TOKENS = 380;
const RERANK_TIMEOUT_MS = 5_000;

const answerSchema = z.object({
  response: z.array(z.object({ id: z.int().nonnegative(), score: z.number() })),
});

/** Scores come as probabilities or as logits, depending on the runtime; logits leave [0, 1]. */
function toUnitScores(scores: readonly number[]): readonly number[] {
  const areLogits = scores.some((score) => score < 0 || score > 1);
  return areLogits ? scores.map((score) => 1 / (1 + Math.exp(-score))) : scores;
}

/**
 * Rescores passages with the cross-encoder of Workers AI. Scores are in [0, 1] in the order of the
 * texts, although the model answers best first. `[]` for no texts; a blank query is 0 everywhere.
 */
export function workersAiReranker(ai: AiRunner): Reranker {
  return {
    model: RERANK_MODEL,
    async rerank(query, texts) {
      if (texts.length === 0 || query.trim() === '') return ok(texts.map(() => 0));
      const contexts = texts.map((text) => ({
        text: clipTokens(text, MAX_PASSAGE_TOKENS).trim() || '-',
      }));
      const inputs = {
        query: clipTokens(query.trim(), MAX_QUERY_TOKENS),
        contexts,
        top_k: contexts.length,
      };
      const limits = { timeoutMs: RERANK_TIMEOUT_MS, schema: answerSchema };
      const answer = await callAi(ai, RERANK_MODEL, inputs, limits);
      if (!answer.ok) return answer;
      const { response } = answer.value;
      const byId = new Map(response.map(({ id, score }) => [id, score]));
      const scores = texts.map((_, id) => byId.get(id));
      if (response.length !== texts.length || scores.includes(undefined)) {
        const state = `${byId.size} scores came for ${texts.length} passages`;
        return fail(aiFailure(RERANK_MODEL, state));
      }
      return ok(toUnitScores(scores.map((score) => score ?? 0)));
    },
  };
}
