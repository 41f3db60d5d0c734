import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../../shared/ports.ts';

/** What every embedder must do. */
export function embedderContract(name: string, create: () => Embedder): void {
  const vectors = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    const answer = await create().embed(texts);
    if (!answer.ok) throw new Error(answer.error.detail);
    return answer.value;
  };
  const dot = (
    a: Float32Array = new Float32Array(),
    b: Float32Array = new Float32Array(),
  ): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

  describe(`Embedder contract: ${name}`, () => {
    it('embed() gives no vectors for no texts', async () => {
      expect(await vectors([])).toEqual([]);
    });
    it('embed() gives unit vectors of the stated size, also for blank and very long text', async () => {
      const texts = [
        'a refund',
        '',
        ' \n',
        'word '.repeat(5_000),
        '退款'.repeat(2_000),
        '😀\ud83d',
      ];
      const found = await vectors(texts);
      expect(found).toHaveLength(texts.length);
      for (const vector of found) {
        expect(vector).toHaveLength(create().dimensions);
        expect(dot(vector, vector)).toBeCloseTo(1, 4);
      }
    });
    it('embed() keeps the order and is the same each time', async () => {
      const texts = Array.from({ length: 205 }, (_, i) => `text number ${i % 200}`);
      const [all, again] = [await vectors(texts), await vectors(texts)];
      expect(again).toEqual(all);
      expect(all[204]).toEqual(all[4]);
      const [single] = await vectors(['text number 150']);
      expect(dot(all[150], single)).toBeCloseTo(1, 4);
    });
    it('embed() puts related texts closer than unrelated ones', async () => {
      const [query, near, far] = await vectors([
        'How do I get a refund for my order?',
        'A refund for an order is paid within five days.',
        'The volcano erupted near the northern coast.',
      ]);
      expect(dot(query, near)).toBeGreaterThan(dot(query, far));
    });
  });
}
