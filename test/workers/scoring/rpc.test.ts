import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { ScoringRpc } from '../../../shared/contracts/scoring.ts';
import { coloVectorStore } from '../../../workers/scoring/vector-store.ts';

// The platform's mapping of RPC types recurses without end over `Json`; the contract has plain types.
const scoring = env.SCORING as unknown as ScoringRpc;

describe('Scoring over RPC', () => {
  it('ranks with the bundled encoder; answers are plain data', async () => {
    const answer = await scoring.rank({
      query: 'When are refunds paid?',
      items: [
        { id: 'a', title: '', text: 'The shop opens at nine.' },
        { id: 'b', title: '', text: 'Refunds are paid within five days.' },
      ],
      rerankShortlist: 32,
    });
    const { items, degraded } = answer.ok ? answer.value : { items: [], degraded: [] };
    expect(degraded).toEqual([]);
    expect(items.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(items[1]?.score).toBeGreaterThan(items[0]?.score ?? 1);
  });

  it('carries vectors and expected failures as values', async () => {
    const answer = await scoring.embed({ texts: ['one', 'two'] });
    expect(answer.ok && answer.value.vectors[1]).toBeInstanceOf(Float32Array);
    const read = await scoring.readQuery({ text: 'a doctor', stems: ['doctor'] });
    expect(read.ok && read.value.vector).toBeInstanceOf(Float32Array);
    expect(read.ok && read.value.related.doctor?.length).toBeGreaterThan(0);
    const request = { instructions: '', input: '', schema: {}, maxTokens: 5 };
    const refused = await scoring.generate(request);
    expect(refused).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
  });
});

describe('coloVectorStore()', () => {
  it('gives back what was put, null for anything else, and survives a broken cache', async () => {
    const store = coloVectorStore(caches.default);
    await store.put('model/a', Float32Array.of(1, 2));
    expect(await store.get('model/a')).toEqual(Float32Array.of(1, 2));
    expect(await store.get('model/b')).toBeNull();
    const broken = coloVectorStore({
      match: () => Promise.reject(new Error('down')),
      put: () => Promise.reject(new Error('down')),
      delete: () => Promise.reject(new Error('down')),
    });
    await broken.put('model/a', Float32Array.of(1));
    expect(await broken.get('model/a')).toBeNull();
  });
});
