import { and, eq, inArray } from 'drizzle-orm';
import {
  MAX_QUERY_CHARS,
  MAX_RESULTS,
  type Recalled,
  type RecallRequest,
} from '../../shared/contracts/memory.ts';
import type { Marked, ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import type { QueryReading } from '../../shared/contracts/scoring.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { askedDayTokens } from '../../shared/memory/day-tokens.ts';
import { askedDates } from '../../shared/memory/rank/asked-dates.ts';
import { queryWords } from '../../shared/memory/rank/query-words.ts';
import { shortlistSize } from '../../shared/memory/shortlist.ts';
import { weigh } from '../../shared/memory/weigh.ts';
import { DEFAULT_WEIGHTS } from '../../shared/memory/weights.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';
import type { Search } from './candidates.ts';
import type { Env } from './env.ts';
import { compileFilter, filterProblem } from './filter.ts';
import { findCandidates } from './find.ts';
import { pagesOf } from './pages.ts';
import { rankCandidates } from './rank-candidates.ts';
import { memories } from './schema/memories.ts';
import { scopeProblem } from './scope.ts';
import { marked, openReading, openSession, ormOf } from './session.ts';
import { forgetStrays } from './strays.ts';
import { toFacts, toMemory } from './to-memory.ts';

/** Reading a question embeds one text; beyond this its words decide. */
const READ_TIMEOUT_MS = 10_000;
/** Ids per statement, with room for its other values below D1's 100. */
const MAX_IDS = 90;

const NO_READING: Omit<QueryReading, 'degraded'> = {
  model: null,
  dimensions: null,
  vector: null,
  related: {},
};

/** The memories of a scope that answer a question, best first. */
export async function recallMemories(
  env: Env,
  tenant: string,
  request: RecallRequest,
  nowMs: number,
  from: ReadFrom = {},
): Promise<Result<Marked<Recalled>, Failure>> {
  const problem = requestProblem(request);
  if (problem !== null) return fail(problem);
  const opened = await openReading(env, tenant, from, nowMs);
  if (!opened.ok) return opened;
  const db = opened.value;
  const query = request.query.slice(0, MAX_QUERY_CHARS).toWellFormed();
  const limit = Math.min(request.top_k, MAX_RESULTS);
  const asOfMs = request.as_of === undefined ? null : Date.parse(request.as_of);
  const { user_id, agent_id, run_id, include_superseded: includeSuperseded } = request;
  const scope = { user_id, agent_id, run_id };
  const words = { ...queryWords(query), days: askedDayTokens(askedDates(query)) };
  const reading = await readQuery(env, query, words.terms);
  const search: Search = {
    tenant,
    visibility: { scope, asOfMs, includeSuperseded, nowMs },
    filter: request.filters === undefined ? undefined : compileFilter(request.filters),
    model: reading.model,
    wanted: shortlistSize(limit),
  };
  const found = await findCandidates(env, db, search, words, reading);
  const [ranked] = await Promise.all([
    rankCandidates(env, query, found, reading),
    forgetStrays(env, tenant, found.notShown, nowMs),
  ]);
  const facts = found.candidates.map(({ row }) => toFacts(row));
  const best = weigh(facts, ranked.relevance, {
    mode: request.mode,
    limit,
    threshold: request.threshold ?? 0,
    weights: DEFAULT_WEIGHTS,
    atMs: asOfMs ?? nowMs,
    nowMs,
  });
  const results = best.map(({ memory, score, absoluteRelevance, signals }) => ({
    memory: toMemory(memory.row),
    score,
    absolute_relevance: absoluteRelevance,
    signals,
  }));
  const degraded = [...reading.degraded, ...found.degraded, ...ranked.degraded];
  return ok(marked(db, { results, degraded }));
}

/** Notes that memories were retrieved now. Only mode `park` ranks by that; being useful is said apart. */
export async function touchMemories(
  env: Env,
  tenant: string,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  const db = await openSession(env, tenant, nowMs);
  for (const page of pagesOf(ids, MAX_IDS)) {
    await ormOf(db)
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
  const filter = request.filters === undefined ? null : filterProblem(request.filters, '/filters');
  if (filter !== null) return filter;
  const noTime = request.as_of !== undefined && Number.isNaN(Date.parse(request.as_of));
  return noTime ? fieldFailure('/as_of', 'Cannot recall memories: as_of is not a time') : null;
}

/** What the models say of the question; nothing, and why, when scoring is down. */
async function readQuery(env: Env, text: string, stems: readonly string[]): Promise<QueryReading> {
  const answer = await within(READ_TIMEOUT_MS, 'read the query', () =>
    env.SCORING.readQuery({ text, stems }),
  );
  if (answer.ok) return answer.value;
  const effect = `Memories are found and ranked by their words only (${answer.error.detail})`;
  return { ...NO_READING, degraded: [{ dependency: 'scoring', effect }] };
}
