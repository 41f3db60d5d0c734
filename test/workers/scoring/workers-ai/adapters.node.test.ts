import { afterEach, describe, expect, it, vi } from 'vitest';
import { workersAiEmbedder } from '../../../../workers/scoring/workers-ai/embed.ts';
import { generatedJudge } from '../../../../workers/scoring/workers-ai/entail.ts';
import { workersAiGenerator } from '../../../../workers/scoring/workers-ai/generate.ts';
import { workersAiReranker } from '../../../../workers/scoring/workers-ai/rerank.ts';
import { embedderContract } from '../../../support/contracts/embedder.ts';
import { entailmentJudgeContract } from '../../../support/contracts/entailment-judge.ts';
import { rerankerContract } from '../../../support/contracts/reranker.ts';
import { textGeneratorContract } from '../../../support/contracts/text-generator.ts';
import { fakeAi } from '../../../support/fake-ai.ts';

embedderContract('Workers AI', () => workersAiEmbedder(fakeAi()));
rerankerContract('Workers AI', () => workersAiReranker(fakeAi()));
textGeneratorContract('Workers AI', () => workersAiGenerator(fakeAi()));
entailmentJudgeContract('Workers AI', () => generatedJudge(workersAiGenerator(fakeAi())));

afterEach(() => {
  vi.useRealTimers();
});

describe('workersAiEmbedder()', () => {
  it('sends at most 100 texts a call, always with cls pooling', async () => {
    const ai = fakeAi();
    await workersAiEmbedder(ai).embed(Array.from({ length: 250 }, (_, i) => `text ${i}`));
    expect(ai.calls.map(({ inputs }) => (inputs.text as string[]).length)).toEqual([100, 100, 50]);
    expect(ai.calls.every(({ inputs }) => inputs.pooling === 'cls')).toBe(true);
  });

  it('names both sizes when a vector has other dimensions', async () => {
    const ai = fakeAi('garbage', { data: [new Array(384).fill(0.1)] });
    const answer = await workersAiEmbedder(ai).embed(['x']);
    expect(answer).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
    expect(answer.ok ? '' : answer.error.detail).toMatch(/384.*768/);
  });

  it.each([
    ['zeros', { data: [new Array(768).fill(0)] }],
    ['NaN', { data: [new Array(768).fill(Number.NaN)] }],
    ['too few vectors', { data: [] }],
    ['another shape', 'sorry'],
  ])('fails on %s', async (_, garbage) => {
    const answer = await workersAiEmbedder(fakeAi('garbage', garbage)).embed(['x']);
    expect(answer).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
  });

  it('fails when the model fails in a later batch', async () => {
    const texts = Array.from({ length: 150 }, (_, i) => `text ${i}`);
    const answer = await workersAiEmbedder(fakeAi(['fine', 'fail'])).embed(texts);
    expect(answer).toMatchObject({ ok: false });
  });

  it('gives up on a model that hangs, and says after how long', async () => {
    vi.useFakeTimers();
    const pending = workersAiEmbedder(fakeAi('hang')).embed(['x']);
    await vi.advanceTimersByTimeAsync(10_000);
    const answer = await pending;
    expect(answer.ok ? '' : answer.error.detail).toMatch(/no answer within \d+ ms/);
  });
});

describe('workersAiReranker()', () => {
  it('squashes logits to [0, 1] without changing their order', async () => {
    const response = [
      { id: 1, score: 4 },
      { id: 0, score: -3 },
    ];
    const answer = await workersAiReranker(fakeAi('garbage', { response })).rerank('q', ['a', 'b']);
    const [low = 1, high = 0] = answer.ok ? answer.value : [];
    expect(low).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.9);
    expect(high).toBeLessThanOrEqual(1);
  });

  it.each([
    ['a passage without a score', { response: [{ id: 0, score: 0.5 }] }],
    [
      'an unknown id',
      {
        response: [
          { id: 0, score: 0.5 },
          { id: 7, score: 0.5 },
        ],
      },
    ],
    [
      'NaN',
      {
        response: [
          { id: 0, score: 0.5 },
          { id: 1, score: Number.NaN },
        ],
      },
    ],
  ])('fails on %s', async (_, garbage) => {
    const answer = await workersAiReranker(fakeAi('garbage', garbage)).rerank('q', ['a', 'b']);
    expect(answer.ok).toBe(false);
  });
});

describe('workersAiGenerator()', () => {
  const request = {
    instructions: 'Compare.',
    input: '{"premise":"a","hypothesis":"a"}',
    schema: { type: 'object' },
    maxTokens: 10,
  };

  it('asks once more when the schema was not met', async () => {
    const ai = fakeAi(['schema_not_met']);
    expect((await workersAiGenerator(ai).generateJson(request)).ok).toBe(true);
    expect(ai.calls).toHaveLength(2);
  });

  it('fails when the schema is not met twice', async () => {
    const ai = fakeAi('schema_not_met');
    expect((await workersAiGenerator(ai).generateJson(request)).ok).toBe(false);
    expect(ai.calls).toHaveLength(2);
  });

  it('fails at once when the model is down', async () => {
    const ai = fakeAi('fail');
    expect((await workersAiGenerator(ai).generateJson(request)).ok).toBe(false);
    expect(ai.calls).toHaveLength(1);
  });

  it('fails on text that is not JSON', async () => {
    const ai = fakeAi('garbage', { response: 'Sure! {' });
    expect((await workersAiGenerator(ai).generateJson(request)).ok).toBe(false);
  });
});

describe('generatedJudge()', () => {
  it.each([
    ['an unknown label', { response: { label: 'maybe', confidence: 0.5 } }],
    ['a confidence above 1', { response: { label: 'neutral', confidence: 70 } }],
  ])('invents no verdict from %s', async (_, garbage) => {
    const judge = generatedJudge(workersAiGenerator(fakeAi('garbage', garbage)));
    const answer = await judge.judge([{ premise: 'a', hypothesis: 'b' }]);
    expect(answer).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
  });
});
