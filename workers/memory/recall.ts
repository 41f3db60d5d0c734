import { and, eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import {
  MAX_QUERY_CHARS,
  MAX_RESULTS,
  type Recalled,
  type RecallRequest,
} from '../../shared/contracts/memory.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { shortlistSize } from '../../shared/memory/shortlist.ts';
import { weigh } from '../../shared/memory/weigh.ts';
import { DEFAULT_WEIGHTS } from '../../shared/memory/weights.ts';
import { DEFAULT_POLICY } from '../../shared/policy.ts';
import type { RankedItem } from '../../shared/ports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { createAnalyzer } from '../../shared/score/analysis.ts';
import { calibrate } from '../../shared/score/calibrate.ts';
import { rank } from '../../shared/score/rank.ts';
import type { Degradation } from '../../shared/types.ts';
import { within } from '../../shared/within.ts';
import { findCandidates } from './candidates.ts';
import type { Env } from './env.ts';
import { pagesOf } from './pages.ts';
import { memories } from './schema.ts';
import { scopeProblem } from './scope.ts';
import { type MemoryRow, toFacts, toMemory } from './to-memory.ts';

/** Ranking embeds candidates that are not cached; beyond this the words decide. */
const RANK_TIMEOUT_MS = 15_000;
/** Ids per statement, with room for its other values below D1's 100. */
const MAX_IDS = 90;

/** The memories of a scope that answer a question, best first. */
export async function recallMemories(
  env: Env,
  tenant: string,
  request: RecallRequest,
  nowMs: number,
): Promise<Result<Recalled, Failure>> {
  const problem = requestProblem(request);
  if (problem !== null) return fail(problem);
  const query = request.query.slice(0, MAX_QUERY_CHARS).toWellFormed();
  const limit = Math.min(request.top_k, MAX_RESULTS);
  const asOfMs = request.as_of === undefined ? null : Date.parse(request.as_of);
  const { user_id, agent_id, run_id, include_superseded: includeSuperseded } = request;
  const visibility = { scope: { user_id, agent_id, run_id }, asOfMs, includeSuperseded, nowMs };
  const wanted = shortlistSize(limit);
  const found = await findCandidates(env, tenant, query, visibility, wanted);
  const ranked = await rankRows(env, query, found.rows);
  const best = weigh(found.rows.map(toFacts), ranked.items, {
    mode: request.mode,
    limit,
    threshold: request.threshold ?? 0,
    weights: DEFAULT_WEIGHTS,
    atMs: asOfMs ?? nowMs,
    nowMs,
  });
  return ok({
    results: best.map(({ memory, score, absoluteRelevance, signals }) => ({
      memory: toMemory(memory.row),
      score,
      absolute_relevance: absoluteRelevance,
      signals,
    })),
    degraded: [...found.degraded, ...ranked.degraded],
  });
}

/** Notes that memories were retrieved now. Only mode `park` ranks by that; being useful is said apart. */
export async function touchMemories(
  env: Env,
  tenant: string,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const page of pagesOf(ids, MAX_IDS)) {
    await drizzle(env.DB)
      .update(memories)
      .set({ lastRecalledAtMs: nowMs })
      .where(and(eq(memories.tenant, tenant), inArray(memories.id, [...page])));
  }
}

function requestProblem(request: RecallRequest): Failure | null {
  const scope = scopeProblem(request, '');
  if (scope !== null) return scope;
  if (request.query.trim() === '') {
    return fieldFailure('/query', 'Cannot recall memories: the query is blank');
  }
  if (!Number.isInteger(request.top_k) || request.top_k < 1) {
    return fieldFailure('/top_k', `Cannot recall memories: give 1 to ${MAX_RESULTS} as top_k`);
  }
  const noTime = request.as_of !== undefined && Number.isNaN(Date.parse(request.as_of));
  return noTime ? fieldFailure('/as_of', 'Cannot recall memories: as_of is not a time') : null;
}

/** Relevance of rows to a query, in their order. Without the scoring Worker, by their words here. */
async function rankRows(
  env: Env,
  query: string,
  rows: readonly MemoryRow[],
): Promise<{ readonly items: readonly RankedItem[]; readonly degraded: readonly Degradation[] }> {
  if (rows.length === 0) return { items: [], degraded: [] };
  const items = rows.map(({ id, entity, key, text }) => ({
    id,
    title: [entity, key].filter((part) => part !== null).join(' '),
    text,
  }));
  const request = { query, items, rerankShortlist: DEFAULT_POLICY.rerank_shortlist };
  const answer = await within(RANK_TIMEOUT_MS, 'rank memories', () => env.SCORING.rank(request));
  if (answer.ok) return answer.value;
  return rank(request, {
    embed: async () => answer,
    calibrate,
    analyzer: createAnalyzer(0),
    relatedWords: { of: () => [] },
    reranker: null,
  });
}
