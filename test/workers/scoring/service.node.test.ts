import { describe, expect, it } from 'vitest';
import { fail } from '../../../shared/result.ts';
import { createAnalyzer } from '../../../shared/score/analysis.ts';
import { cachedEmbedder, VectorMemory } from '../../../workers/scoring/embed-cache.ts';
import { createEmbeddedEmbedder } from '../../../workers/scoring/embedded/embedder.ts';
import { createScoring } from '../../../workers/scoring/service.ts';
import type { VectorStore } from '../../../workers/scoring/vector-store.ts';
import { workersAiEmbedder } from '../../../workers/scoring/workers-ai/embed.ts';
import { generatedJudge } from '../../../workers/scoring/workers-ai/entail.ts';
import { workersAiGenerator } from '../../../workers/scoring/workers-ai/generate.ts';
import { workersAiReranker } from '../../../workers/scoring/workers-ai/rerank.ts';
import { embedderContract } from '../../support/contracts/embedder.ts';
import { rankerContract } from '../../support/contracts/ranker.ts';
import { nodeEncoder, nodeRelatedWords } from '../../support/encoder.ts';
import { type AiMood, fakeAi } from '../../support/fake-ai.ts';
import { FakeRanker } from '../../support/fake-ranker.ts';

const embedded = createEmbeddedEmbedder(nodeEncoder());
const shared = {
  embedded: () => embedded,
  relatedWords: nodeRelatedWords,
  analyzer: createAnalyzer(1_000_000),
};

function workersAi(moods: readonly AiMood[] | AiMood = 'fine') {
  const ai = fakeAi(moods);
  const generator = workersAiGenerator(ai);
  const primary = workersAiEmbedder(ai);
  const judge = generatedJudge(generator);
  const reranker = workersAiReranker(ai);
  return createScoring({ ...shared, primary, probe: primary, reranker, judge, generator });
}
const alone = createScoring({
  ...shared,
  primary: null,
  probe: null,
  reranker: null,
  judge: null,
  generator: null,
});

rankerContract('embedded', () => alone);
rankerContract('Workers AI', () => workersAi());
rankerContract('fake', () => new FakeRanker());

const REQUEST = {
  query: 'When are refunds paid?',
  items: [
    { id: 'a', title: '', text: 'The shop opens at nine.' },
    { id: 'b', title: '', text: 'Refunds are paid within five days.' },
  ],
  rerankShortlist: 32,
};

describe('createScoring()', () => {
  it('ranks with Workers AI, rescored, without anything degraded', async () => {
    const answer = await workersAi().rank(REQUEST);
    const { items, degraded } = answer.ok ? answer.value : { items: [], degraded: [] };
    expect(degraded).toEqual([]);
    expect(items[1]?.parts.rerank).toBeGreaterThan(items[0]?.parts.rerank ?? 1);
    expect(items[1]?.score).toBeGreaterThan(items[0]?.score ?? 1);
  });

  it('still ranks when Workers AI is down, and says what is missing (B39)', async () => {
    const answer = await workersAi('fail').rank(REQUEST);
    const { items, degraded } = answer.ok ? answer.value : { items: [], degraded: [] };
    expect(items[1]?.score).toBeGreaterThan(items[0]?.score ?? 1);
    expect(items[1]?.parts.similarity).toBeGreaterThan(0.3);
    expect(degraded.map(({ dependency }) => dependency)).toEqual(['workers-ai', 'reranker']);
    expect(degraded[0]?.effect).toContain('capacity temporarily exceeded');
  });

  it('embeds all texts with one model when a later batch fails', async () => {
    const texts = Array.from({ length: 120 }, (_, i) => `text ${i}`);
    const answer = await workersAi(['fine', 'fail']).embed({ texts });
    const value = answer.ok ? answer.value : null;
    expect(value?.model).toBe(embedded.model);
    expect(value?.vectors.every((vector) => vector.length === value.dimensions)).toBe(true);
    expect(value?.degraded).toHaveLength(1);
  });

  it('does not fall back when the caller names the model', async () => {
    const model = '@cf/baai/bge-base-en-v1.5';
    const answer = await workersAi('fail').embed({ texts: ['x'], model });
    expect(answer).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
    const own = await workersAi('fail').embed({ texts: ['x'], model: embedded.model });
    expect(own).toMatchObject({ ok: true, value: { model: embedded.model, degraded: [] } });
    expect(await alone.embed({ texts: ['x'], model })).toMatchObject({ ok: false });
  });

  it('reads a query in one call: its vector, and the related words of its stems', async () => {
    const text = 'Which doctor did she see?';
    const answer = await alone.readQuery({ text, stems: ['doctor', 'qqqq'] });
    const own = await alone.embed({ texts: [text] });
    const value = answer.ok ? answer.value : null;
    expect(value?.vector).toEqual(own.ok && own.value.vectors[0]);
    expect(value).toMatchObject({ model: embedded.model, dimensions: 512, degraded: [] });
    expect(Object.keys(value?.related ?? {})).toEqual(['doctor']);
    expect(value?.related.doctor?.map(({ stem }) => stem)).toContain('physician');
    const online = await workersAi().readQuery({ text, stems: [] });
    expect(online).toMatchObject({
      value: { model: '@cf/baai/bge-base-en-v1.5', dimensions: 768 },
    });
  });

  it('reads a query with the embedded model when Workers AI is down, and says so', async () => {
    const answer = await workersAi('fail').readQuery({ text: 'a doctor', stems: ['doctor'] });
    const value = answer.ok ? answer.value : null;
    expect(value?.model).toBe(embedded.model);
    expect(value?.degraded.map(({ dependency }) => dependency)).toEqual(['workers-ai']);
  });

  it('still gives related words when nothing can embed, and says what is missing', async () => {
    const failure = { code: 'dependency_unavailable', detail: 'down' } as const;
    const broken = { ...embedded, embed: async () => fail(failure) };
    const service = createScoring({
      ...shared,
      embedded: () => broken,
      primary: null,
      probe: null,
      reranker: null,
      judge: null,
      generator: null,
    });
    const answer = await service.readQuery({ text: 'a doctor', stems: ['doctor'] });
    const value = answer.ok ? answer.value : null;
    expect(value).toMatchObject({ model: null, dimensions: null, vector: null });
    expect(value?.related.doctor).not.toHaveLength(0);
    expect(value?.degraded).toEqual([
      { dependency: 'embedder', effect: expect.stringContaining('down') },
    ]);
  });

  it('has no vector for a query that is blank or in a language the model cannot read', async () => {
    for (const text of ['', ' ', 'Когда Анна ходила к врачу?']) {
      const answer = await alone.readQuery({ text, stems: [] });
      expect(answer).toMatchObject({ value: { model: null, vector: null, degraded: [] } });
    }
  });

  it('refuses more texts or pairs than one call carries', async () => {
    const texts = new Array<string>(2_001).fill('x');
    expect(await alone.embed({ texts })).toMatchObject({ ok: false, error: { code: 'too_large' } });
    const read = await alone.readQuery({ text: 'x', stems: texts });
    expect(read).toMatchObject({ ok: false, error: { code: 'too_large' } });
    const pairs = texts.map((text) => ({ premise: text, hypothesis: text }));
    expect(await workersAi().entail(pairs)).toMatchObject({ error: { code: 'too_large' } });
  });

  it('never invents a verdict or a text without a language model', async () => {
    const pairs = [{ premise: 'a', hypothesis: 'b' }];
    const request = { instructions: '', input: '', schema: {}, maxTokens: 5 };
    expect(await alone.entail(pairs)).toEqual({ ok: true, value: null });
    expect(await alone.generate(request)).toMatchObject({
      ok: false,
      error: { code: 'dependency_unavailable' },
    });
    expect(await workersAi('fail').entail(pairs)).toMatchObject({ ok: false });
    expect(await workersAi().entail(pairs)).toMatchObject({
      value: { verdicts: [{ label: 'neutral' }] },
    });
  });

  it('reports each model in its health', async () => {
    const health = async (service: typeof alone) => {
      const answer = await service.health();
      return answer.ok ? answer.value.map(({ binding, ok }) => [binding, ok]) : [];
    };
    expect(await health(alone)).toEqual([['embedded', true]]);
    expect(await health(workersAi())).toEqual([
      ['AI', true],
      ['embedded', true],
    ]);
    expect(await health(workersAi('fail'))).toEqual([
      ['AI', false],
      ['embedded', true],
    ]);
  });
});

/** A store that counts what it is asked for. */
function mapStore(): VectorStore & { readonly kept: Map<string, Float32Array> } {
  const kept = new Map<string, Float32Array>();
  return {
    kept,
    get: async (key) => kept.get(key) ?? null,
    put: async (key, vector) => {
      kept.set(key, vector);
    },
  };
}

function cached(memory: VectorMemory, colo: VectorStore | null) {
  const ai = fakeAi();
  const tasks: Promise<unknown>[] = [];
  const waitUntil = (task: Promise<unknown>) => tasks.push(task);
  const embedder = cachedEmbedder(workersAiEmbedder(ai), { memory, colo, waitUntil });
  return { embedder, ai, settled: () => Promise.all(tasks) };
}

embedderContract('embedded', () => embedded);
embedderContract('cached', () => cached(new VectorMemory(), mapStore()).embedder);

describe('cachedEmbedder()', () => {
  const sent = ({ ai }: ReturnType<typeof cached>) => ai.calls.flatMap(({ inputs }) => inputs.text);

  it('embeds only what is new, each text once', async () => {
    const one = cached(new VectorMemory(), null);
    const first = await one.embedder.embed(['a', 'b', 'a']);
    const second = await one.embedder.embed(['b', 'c', 'a']);
    expect(sent(one)).toEqual(['a', 'b', 'c']);
    expect(second.ok && first.ok && second.value[2]).toEqual(first.ok && first.value[0]);
  });

  it('finds vectors of another isolate in the colo cache, under the model and a hash', async () => {
    const colo = mapStore();
    const one = cached(new VectorMemory(), colo);
    await one.embedder.embed(['secret text']);
    await one.settled();
    const [key = ''] = colo.kept.keys();
    expect(key).toMatch(/^%40cf%2Fbaai%2Fbge-base-en-v1\.5\/[0-9a-f]{64}$/);
    const two = cached(new VectorMemory(), colo);
    expect(await two.embedder.embed(['secret text'])).toEqual(
      await one.embedder.embed(['secret text']),
    );
    expect(sent(two)).toEqual([]);
  });

  it('does not take a vector of another size from the cache', async () => {
    const colo = { ...mapStore(), get: async () => Float32Array.of(1, 0) };
    const one = cached(new VectorMemory(), colo);
    const answer = await one.embedder.embed(['a']);
    expect(answer.ok && answer.value[0]?.length).toBe(768);
  });
});
