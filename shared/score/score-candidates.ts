import type { Failure } from '../errors.ts';
import type { RankedItem, Ranker } from '../ports.ts';
import type { Candidate, Gathered, Scored, ScoredCandidate } from '../stages.ts';
import { replaceDataUris } from '../text/data-uri.ts';
import type { Degradation } from '../types.ts';

/** What the stage needs: a ranker and how many candidates a cross-encoder may rescore. */
export interface ScoreOptions {
  readonly ranker: Ranker;
  readonly rerankShortlist: number;
}

/**
 * Gives every candidate its score in [0, 1]: relevance to the task for what competes, 1 for what is
 * pinned. Conversation groups are never ranked against the task; theirs is recency (newest highest),
 * because only a tail of a conversation makes sense. When the ranker fails, candidates keep their
 * order of arrival (falling scores) and the answer says so.
 */
export async function scoreCandidates(
  gathered: Gathered,
  options: ScoreOptions,
): Promise<{ readonly scored: Scored; readonly degraded: readonly Degradation[] }> {
  const competing = gathered.candidates.filter(competes);
  const ranking = await rank(competing, gathered.query, options);
  const groups = gathered.candidates.filter((candidate) => isTurn(candidate));
  const age = new Map(groups.map((candidate, index) => [candidate.id, index]));
  const candidates = gathered.candidates.map((candidate): ScoredCandidate => {
    const ranked = ranking.byId.get(candidate.id);
    if (ranked !== undefined) {
      return {
        ...candidate,
        score: ranked.score,
        scoreParts: ranked.parts,
        ranking: { similarity: ranked.parts.similarity, matches: ranked.matches },
      };
    }
    const index = age.get(candidate.id);
    const score = index === undefined ? 1 : (index + 1) / (groups.length + 1);
    const scoreParts = index === undefined ? { pinned: 1 } : { recency: score };
    return { ...candidate, score, scoreParts, ranking: null };
  });
  return {
    scored: {
      stage: 'scored',
      candidates,
      decided: gathered.decided,
      query: gathered.query,
    },
    degraded: ranking.degraded,
  };
}

function isTurn(candidate: Candidate): boolean {
  return candidate.kind === 'history' && candidate.group !== null && !candidate.pinned;
}

function competes(candidate: Candidate): boolean {
  return !candidate.pinned && candidate.group === null;
}

async function rank(
  candidates: readonly Candidate[],
  query: string,
  options: ScoreOptions,
): Promise<{ byId: Map<string, RankedItem>; degraded: readonly Degradation[] }> {
  if (candidates.length === 0) return { byId: new Map(), degraded: [] };
  const result = await options.ranker.rank({
    query,
    // A picture inside the text has no words: its base64 must not be read as some.
    items: candidates.map(({ id, title, text }) => ({
      id,
      title,
      text: replaceDataUris(text, null),
    })),
    rerankShortlist: options.rerankShortlist,
  });
  if (result.ok) {
    return {
      byId: new Map(result.value.items.map((item) => [item.id, item])),
      degraded: result.value.degraded,
    };
  }
  return { byId: byArrival(candidates), degraded: [unranked(result.error)] };
}

/** Scores that fall with arrival, so that the order of the caller decides while nothing can rank. */
function byArrival(candidates: readonly Candidate[]): Map<string, RankedItem> {
  return new Map(
    candidates.map(({ id, text }, index) => [
      id,
      {
        id,
        score: 1 - (index + 1) / (candidates.length + 1),
        parts: { lexical: 0, similarity: null, rerank: null },
        // Nothing is known of its relevance, so nothing may be dropped for lack of it.
        matches: true,
        best: { start: 0, end: text.length },
      },
    ]),
  );
}

function unranked(failure: Failure): Degradation {
  return {
    dependency: 'scoring',
    effect: `Candidates are not ranked and keep their order: ${failure.detail}`,
  };
}
