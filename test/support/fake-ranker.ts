import type { Failure } from '../../shared/errors.ts';
import type { RankedItem, Ranker } from '../../shared/ports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { terms } from '../../shared/score/words.ts';

/**
 * A ranker by word coverage alone, without a model: deterministic and fast. Similarity is the overlap
 * of words. `down` makes it fail, as if the scoring Worker did not answer.
 */
export class FakeRanker implements Ranker {
  down = false;

  async rank(request: Parameters<Ranker['rank']>[0]): ReturnType<Ranker['rank']> {
    if (this.down) return unavailable();
    const query = new Set(terms(request.query));
    const items = request.items.map(({ id, title, text }): RankedItem => {
      const words = new Set(terms(`${title} ${text}`));
      const hits = [...query].filter((term) => words.has(term)).length;
      const lexical = query.size === 0 ? 0 : hits / query.size;
      return {
        id,
        score: lexical,
        parts: { lexical, similarity: lexical, rerank: null },
        matches: hits > 0,
        best: { start: 0, end: text.length },
      };
    });
    return ok({ items, degraded: [] });
  }

  async similarity(
    pairs: readonly { readonly a: string; readonly b: string }[],
  ): ReturnType<Ranker['similarity']> {
    if (this.down) return unavailable();
    const values = pairs.map(({ a, b }) => {
      const left = new Set(terms(a));
      const right = new Set(terms(b));
      const shared = [...left].filter((term) => right.has(term)).length;
      return shared / Math.max(1, left.size + right.size - shared);
    });
    return ok({ values, degraded: [] });
  }
}

function unavailable<T>(): Result<T, Failure> {
  return fail({
    code: 'dependency_unavailable',
    detail: 'Cannot rank: the ranker is set to fail',
  });
}
