import { describe, expect, it } from 'vitest';
import {
  createEmbeddedEmbedder,
  EMBEDDED_MODEL,
} from '../../../../workers/scoring/embedded/embedder.ts';
import { nodeEncoder } from '../../../support/encoder.ts';

const embedder = createEmbeddedEmbedder(nodeEncoder());

describe('createEmbeddedEmbedder()', () => {
  it('names its model and dimensions', () => {
    expect(embedder.model).toBe(EMBEDDED_MODEL);
    expect(embedder.dimensions).toBe(512);
  });

  it('gives no vectors for no texts', async () => {
    expect(await embedder.embed([])).toEqual({ ok: true, value: [] });
  });

  it('gives one vector per text, in order, repeats included', async () => {
    const result = await embedder.embed(['one', '', 'two', 'one']);
    const encoder = nodeEncoder();
    expect(result).toEqual({
      ok: true,
      value: ['one', '', 'two', 'one'].map((text) => encoder.embed(text)),
    });
  });

  it('embeds equal texts once', async () => {
    let calls = 0;
    const counted = createEmbeddedEmbedder({
      ...nodeEncoder(),
      embed(text) {
        calls++;
        return nodeEncoder().embed(text);
      },
    });
    await counted.embed(['one', 'two', 'one', 'two', 'one']);
    expect(calls).toBe(2);
  });
});
