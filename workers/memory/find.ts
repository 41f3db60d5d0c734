/** The candidates of a recall: the words of the question, its meaning, what is new, and what stands beside them. */
import type { QueryReading } from '../../shared/contracts/scoring.ts';
import type { Failure } from '../../shared/errors.ts';
import type { QueryWords } from '../../shared/memory/rank/query-words.ts';
import type { Degradation } from '../../shared/types.ts';
import { byIds, byWords, type Candidate, neighboursOf, type Search, unique } from './candidates.ts';
import type { Env } from './env.ts';
import { scopeTokens } from './scope.ts';
import { nearest } from './semantic.ts';
import type { Session } from './session.ts';
import { type Statistics, statisticsOf } from './statistics.ts';

/** Related words that are looked up per word of the question, the closest first. */
const RELATED_PER_WORD = 16;
/** Neighbours in meaning that are asked for; the service returns no more. */
const BY_MEANING = 100;

/** What a question is searched by. */
export interface Question extends QueryWords {
  /** Tokens of the days that it names. */
  readonly days: readonly string[];
}

/** The candidates of a recall, each once, with what is known of the scope and what could not be asked. */
export interface Found {
  readonly candidates: readonly Candidate[];
  readonly statistics: Statistics;
  /** Ids that the vector index led to and that may not be shown, or are no memories at all. */
  readonly notShown: readonly string[];
  readonly degraded: readonly Degradation[];
}

/**
 * Finds what may answer a question. Every row comes from the database under tenant, scope, validity and
 * the caller's filter, whichever path led to it. Throws when the database fails; a vector index that
 * fails, or lacks memories, is said in `degraded`.
 */
export async function findCandidates(
  env: Env,
  db: Session,
  search: Search,
  { terms, isLong, days }: Question,
  { model, vector, related }: QueryReading,
): Promise<Found> {
  const { tenant, visibility } = search;
  const tokens = await scopeTokens(tenant, visibility.scope);
  const scopes = Object.values(tokens);
  const near =
    model === null || vector === null
      ? null
      : nearest(env, tenant, { model, values: vector }, tokens, BY_MEANING);
  // For a request of pages the words it has are enough, and related ones many.
  const further = isLong ? [] : relatedOf(terms, related);
  const statistics = await statisticsOf(db, tenant, visibility.scope, scopes, terms, further);
  const worded = await byWords(db, search, statistics, scopes, days);
  const nearIds = await near;
  const known = new Set(worded.map(({ row }) => row.id));
  const ids = nearIds?.ok ? nearIds.value.filter((id) => !known.has(id)) : [];
  const byMeaning = await byIds(db, search, ids);
  const shown = new Set(byMeaning.map(({ row }) => row.id));
  const meant = [...worded, ...byMeaning];
  const [around, unlike] = await Promise.all([
    neighboursOf(db, search, meant),
    model === null ? [] : otherModels(db, tenant, model),
  ]);
  return {
    candidates: unique([...meant, ...around]),
    statistics,
    notShown: ids.filter((id) => !shown.has(id)),
    degraded: [
      ...(nearIds?.ok === false ? [indexIsDown(nearIds.error)] : []),
      ...(statistics.notIndexed > 0 ? [notIndexed(statistics.notIndexed)] : []),
      ...unlike,
    ],
  };
}

function relatedOf(terms: readonly string[], related: QueryReading['related']): readonly string[] {
  const asked = new Set(terms);
  const stems = terms.flatMap((term) =>
    (related[term] ?? []).slice(0, RELATED_PER_WORD).map(({ stem }) => stem),
  );
  return [...new Set(stems)].filter((stem) => !asked.has(stem));
}

function indexIsDown({ detail }: Failure): Degradation {
  return {
    dependency: 'vector_index',
    effect: `Memories are found by their words only (${detail})`,
  };
}

function notIndexed(count: number): Degradation {
  const effect = `${count} changes have not reached the index and are tried again; memories that it lacks are found by their words`;
  return { dependency: 'vector_index', effect };
}

/** Whether the tenant has vectors of another model, which this query could not be compared with. */
async function otherModels(
  db: Session,
  tenant: string,
  model: string,
): Promise<readonly Degradation[]> {
  // Two ranges of the index; "not equal" would read all of it.
  const other = (operator: '<' | '>') =>
    db
      .prepare(
        `select 1 from memory_memories where tenant = ?1 and embedding_model ${operator} ?2 limit 1`,
      )
      .bind(tenant, model);
  const found = await db.batch([other('<'), other('>')]);
  if (found.every(({ results }) => results.length === 0)) return [];
  const effect = `Memories embedded with another model than ${model} are found by their words only`;
  return [{ dependency: 'vector_index', effect }];
}
