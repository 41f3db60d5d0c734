import { describe, expect, it } from 'vitest';
import type { Reranker } from '../../../shared/ports.ts';

/** What every reranker must do. */
export function rerankerContract(name: string, create: () => Reranker): void {
  const scores = async (query: string, texts: readonly string[]): Promise<readonly number[]> => {
    const answer = await create().rerank(query, texts);
    if (!answer.ok) throw new Error(answer.error.detail);
    return answer.value;
  };
  describe(`Reranker contract: ${name}`, () => {
    it('rerank() gives one score in [0, 1] per text, in their order', async () => {
      const texts = ['the weather today', 'refund policy for orders', '', 'long '.repeat(3_000)];
      const found = await scores('refund policy', texts);
      expect(found).toHaveLength(texts.length);
      for (const score of found) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(found.indexOf(Math.max(...found))).toBe(1);
    });
    it('rerank() answers for no texts, a blank query and a very long query', async () => {
      expect(await scores('refund', [])).toEqual([]);
      expect(await scores(' ', ['refund'])).toEqual([0]);
      expect(await scores('refund '.repeat(2_000), ['refund'])).toHaveLength(1);
    });
  });
}
