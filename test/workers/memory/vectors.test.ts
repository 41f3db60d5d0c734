import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { vectorizeIndex } from '../../../workers/memory/vectors.ts';
import { vectorIndexContract } from '../../support/contracts/vector-index.ts';
import { memoryVectorIndex } from '../../support/memory-vector-index.ts';

const shared = memoryVectorIndex(4);

vectorIndexContract('in memory', () => shared);
vectorIndexContract('Vectorize binding', () => vectorizeIndex(env.SMALL_VECTORIZE, 4));

describe('vectorizeIndex()', () => {
  it('reports a binding that fails as dependency_unavailable, with its message', async () => {
    // The index has 4 dimensions, so the service refuses what the adapter was told is right.
    const index = vectorizeIndex(env.SMALL_VECTORIZE, 2);
    const answer = await index.query({ namespace: 'n', values: Float32Array.of(1, 0), topK: 1 });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'dependency_unavailable',
        detail: expect.stringContaining('expected 4 dimensions, got 2'),
      },
    });
  });

  it.each(['', 'x'.repeat(65), 'é'.repeat(33)])('refuses the id %j before any call', async (id) => {
    const index = vectorizeIndex(env.SMALL_VECTORIZE, 4);
    const refused = { ok: false, error: { code: 'invalid_request' } };
    const vector = { id, namespace: 'n', values: Float32Array.of(1, 0, 0, 0), metadata: {} };
    expect(await index.upsert([vector])).toMatchObject(refused);
    expect(await index.upsert([{ ...vector, id: 'a', namespace: id }])).toMatchObject(refused);
    expect(await index.deleteByIds([id])).toMatchObject(refused);
  });
});
