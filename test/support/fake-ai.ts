import type { AiRunner } from '../../workers/scoring/workers-ai/call.ts';

/** How the fake misbehaves: `fail` throws, `hang` never answers, `garbage` answers something else. */
export type AiMood = 'fine' | 'fail' | 'hang' | 'garbage' | 'schema_not_met';

const DIMENSIONS = 768;
const MAX_TEXTS = 100;
const MAX_TOKENS = 512;
const CONTEXT_FIELDS = ['text'];

function refuse(problem: string): never {
  throw new Error(`AiError: 5006: ${problem}`);
}

/** Word pieces as BERT counts them, roughly: one per three letters, one per other character, two of its own. */
function countTokens(text: string): number {
  const pieces = text.match(/[A-Za-z]{1,3}|[^\sA-Za-z]/gu) ?? [];
  return pieces.length + 2;
}

function checkFields(inputs: Readonly<Record<string, unknown>>, allowed: readonly string[]): void {
  for (const field of Object.keys(inputs)) if (!allowed.includes(field)) refuse(`unknown ${field}`);
}

/** Bag of words hashed into dimensions: texts that share words are close. Not unit length, as documented. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0.01);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % DIMENSIONS;
    vector[hash] = (vector[hash] ?? 0) + 3;
  }
  return vector;
}

function embed(inputs: Readonly<Record<string, unknown>>): unknown {
  checkFields(inputs, ['text', 'pooling']);
  const { text, pooling } = inputs;
  if (pooling !== 'cls' && pooling !== 'mean') refuse('pooling must be cls or mean');
  if (!Array.isArray(text) || text.length === 0) refuse('text must be a list');
  if (text.length > MAX_TEXTS) refuse(`${text.length} texts, the limit is ${MAX_TEXTS}`);
  const data = text.map((one) => {
    if (typeof one !== 'string' || one === '') refuse('every text must be a string');
    if (countTokens(one) > MAX_TOKENS) refuse(`a text has more than ${MAX_TOKENS} tokens`);
    return vectorOf(one);
  });
  return { shape: [data.length, DIMENSIONS], data, pooling };
}

function rerank(inputs: Readonly<Record<string, unknown>>): unknown {
  checkFields(inputs, ['query', 'contexts', 'top_k']);
  const { query, contexts, top_k: topK } = inputs;
  if (typeof query !== 'string' || query === '') refuse('query must be a string');
  if (!Array.isArray(contexts) || contexts.length === 0) refuse('contexts must be a list');
  if (!Number.isInteger(topK)) refuse('top_k must be a whole number');
  const wanted = new Set(
    String(query)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [],
  );
  const response = contexts.map((context: Record<string, unknown>, id: number) => {
    checkFields(context, CONTEXT_FIELDS);
    const { text } = context;
    if (typeof text !== 'string' || text === '') refuse('every context needs a text');
    if (countTokens(`${query} ${text}`) > MAX_TOKENS) refuse('query and context are too long');
    const found = new Set(
      String(text)
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [],
    );
    const share = [...wanted].filter((word) => found.has(word)).length / Math.max(1, wanted.size);
    return { id, score: share * 0.98 + 0.01 };
  });
  return { response: response.sort((a, b) => b.score - a.score).slice(0, Number(topK)) };
}

/** Verdicts by a rule a test can predict: "not" on one side only contradicts, equal texts entail. */
function generate(inputs: Readonly<Record<string, unknown>>): unknown {
  checkFields(inputs, ['messages', 'response_format', 'max_tokens', 'temperature']);
  const { messages, response_format: form } = inputs;
  if (!Array.isArray(messages) || messages.length === 0) refuse('messages must be a list');
  if (typeof form !== 'object' || form === null || !('json_schema' in form)) refuse('no schema');
  const { premise, hypothesis } = JSON.parse(String(messages.at(-1)?.content));
  const negated = [premise, hypothesis].map((text) => /\bnot\b/.test(String(text)));
  if (premise === hypothesis) return { response: { label: 'entailment', confidence: 0.95 } };
  const label = negated[0] === negated[1] ? 'neutral' : 'contradiction';
  return { response: JSON.stringify({ label, confidence: 0.9 }) };
}

/**
 * A fake of the Workers AI binding that enforces documented shapes and limits, so that an adapter which
 * breaks one fails its test. `calls` are the models run, in order; `moods` are used up one per call, then
 * all is fine.
 */
export function fakeAi(
  moods: readonly AiMood[] | AiMood = 'fine',
  garbage: unknown = { nonsense: true },
): AiRunner & { readonly calls: { model: string; inputs: Readonly<Record<string, unknown>> }[] } {
  const calls: { model: string; inputs: Readonly<Record<string, unknown>> }[] = [];
  return {
    calls,
    async run(model, inputs) {
      const mood = typeof moods === 'string' ? moods : (moods[calls.length] ?? 'fine');
      calls.push({ model, inputs });
      if (mood === 'fail') refuse('capacity temporarily exceeded');
      if (mood === 'schema_not_met') refuse("JSON Mode couldn't be met");
      if (mood === 'hang') return new Promise(() => undefined);
      if (mood === 'garbage') return garbage;
      if (model === '@cf/baai/bge-base-en-v1.5') return embed(inputs);
      if (model === '@cf/baai/bge-reranker-base') return rerank(inputs);
      if (model.startsWith('@cf/meta/llama-3.3-70b')) return generate(inputs);
      return refuse(`No such model ${model}`);
    },
  };
}
