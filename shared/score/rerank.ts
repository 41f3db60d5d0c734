import type { RankItem, Reranker } from '../ports.ts';
import type { Degradation, Span } from '../types.ts';

/**
 * Share of the final score that the cross-encoder decides. It reads query and passage together and is
 * the better judge of a shortlist, but is one model's opinion: words and meaning keep the rest.
 */
const RERANK_SHARE = 0.6;

/** A score before and after the cross-encoder; `rerank` is null when the item was not on the shortlist. */
export interface Rescored {
  readonly score: number;
  readonly rerank: number | null;
}

/**
 * Rescores the best `shortlist` items with a cross-encoder, by their best passage. Whoever is not on
 * the shortlist counts as 0 there, so that nobody overtakes the shortlist by not being read. Without
 * a reranker, or when it fails, scores stay as they are; a failure is said.
 */
export async function rescore(
  query: string,
  items: readonly { readonly item: RankItem; readonly score: number; readonly best: Span }[],
  shortlist: number,
  reranker: Reranker | null,
): Promise<{
  readonly scores: readonly Rescored[];
  readonly degraded: readonly Degradation[];
}> {
  const unchanged = items.map(({ score }) => ({ score, rerank: null }));
  if (reranker === null || shortlist <= 0 || items.length === 0) {
    return { scores: unchanged, degraded: [] };
  }
  const order = items
    .map(({ score }, position) => ({ score, position }))
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, shortlist);
  const texts = order.map(({ position }) => {
    const entry = items[position];
    if (entry === undefined) return '';
    const passage = entry.item.text.slice(entry.best.start, entry.best.end);
    return entry.item.title === '' ? passage : `${entry.item.title}\n${passage}`;
  });
  const answer = await reranker.rerank(query, texts);
  if (!answer.ok) {
    const effect = `The shortlist is not rescored (${answer.error.detail})`;
    return { scores: unchanged, degraded: [{ dependency: 'reranker', effect }] };
  }
  const rerankOf = new Map(order.map(({ position }, i) => [position, answer.value[i] ?? 0]));
  const scores = items.map(({ score }, position): Rescored => {
    const rerank = rerankOf.get(position) ?? null;
    return { score: (1 - RERANK_SHARE) * score + RERANK_SHARE * (rerank ?? 0), rerank };
  });
  return { scores, degraded: [] };
}
