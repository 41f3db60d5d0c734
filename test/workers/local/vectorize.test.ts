import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';

const index = env.SMALL_VECTORIZE;

describe('VectorizeStandIn', () => {
  it('query() returns the nearest vector first', async () => {
    await index.upsert([
      { id: 'east', values: [1, 0, 0, 0] },
      { id: 'north', values: [0, 1, 0, 0] },
    ]);
    const { matches, count } = await index.query([0.9, 0.1, 0, 0], { topK: 2 });
    expect(count).toBe(2);
    expect(matches.map(({ id }) => id)).toEqual(['east', 'north']);
  });
});
