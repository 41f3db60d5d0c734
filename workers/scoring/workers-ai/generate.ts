import { z } from 'zod';
import type { TextGenerator } from '../../../shared/ports.ts';
import { fail, ok } from '../../../shared/result.ts';
import { type AiRunner, aiFailure, callAi } from './call.ts';

/** One of the models with a JSON mode; large enough for summaries and verdicts. */
export const TEXT_MODEL = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
const GENERATE_TIMEOUT_MS = 20_000;
/** JSON mode can fail to meet the schema; once more often helps, more often does not. */
const MAX_ATTEMPTS = 2;
/** How the model says that it could not meet the schema. */
const SCHEMA_NOT_MET = /couldn'?t be met/i;

const answerSchema = z.object({
  response: z.union([z.string(), z.record(z.string(), z.unknown())]),
});

/** Models answer with the object or with its text. */
function readJson(response: string | Readonly<Record<string, unknown>>): unknown {
  if (typeof response !== 'string') return response;
  try {
    return JSON.parse(response);
  } catch {
    // Text that is not JSON is handled like any other answer of the wrong form.
    return undefined;
  }
}

/**
 * Generates JSON with a language model of Workers AI in JSON mode. When the model says that the schema
 * couldn't be met, or answers something that is no JSON, it is asked once more; then it is a failure.
 */
export function workersAiGenerator(ai: AiRunner): TextGenerator {
  return {
    model: TEXT_MODEL,
    async generateJson(request) {
      const inputs = {
        messages: [
          { role: 'system', content: request.instructions },
          { role: 'user', content: request.input },
        ],
        response_format: { type: 'json_schema', json_schema: request.schema },
        max_tokens: request.maxTokens,
        temperature: 0,
      };
      const limits = { timeoutMs: GENERATE_TIMEOUT_MS, schema: answerSchema };
      let failure = aiFailure(TEXT_MODEL, 'the answer is not JSON');
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const answer = await callAi(ai, TEXT_MODEL, inputs, limits);
        if (answer.ok) {
          const value = readJson(answer.value.response);
          if (value !== undefined) return ok(value);
          failure = aiFailure(TEXT_MODEL, 'the answer is not JSON');
        } else if (SCHEMA_NOT_MET.test(answer.error.detail)) {
          failure = answer.error;
        } else {
          return answer;
        }
      }
      return fail(failure);
    },
  };
}
