/** Finds what may answer a question: by words, by meaning, and what is too new for the vector index. */
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { matchExpression } from '../../shared/memory/search-text.ts';
import type { Degradation } from '../../shared/types.ts';
import type { Env } from './env.ts';
import { pagesOf } from './pages.ts';
import { memories } from './schema.ts';
import { inScope, scopeTokens, type Visibility, visible } from './scope.ts';
import { nearest } from './semantic.ts';
import type { MemoryRow } from './to-memory.ts';

/** Candidates by words and by meaning, at least; measured on dialogue retrieval. */
const MIN_BY_WORDS = 60;
const MIN_BY_MEANING = 30;
/** Matches by words looked up per candidate, since some of them no longer hold. */
const MATCHES_PER_CANDIDATE = 5;
/** The service returns no more. */
const MAX_BY_MEANING = 100;
/** Newest memories of the scope that are looked at, for those the vector index may not show yet. */
const MAX_NEWEST = 50;
/** A vector write becomes visible within seconds; a minute is cautious. */
const VISIBLE_AFTER_MS = 60_000;
/** Ids per statement, with room for its other values below D1's 100. */
const MAX_IDS = 80;

/** Candidates without order, each once, and what was not asked. */
export interface Candidates {
  readonly rows: readonly MemoryRow[];
  readonly degraded: readonly Degradation[];
}

/**
 * The candidates of a recall, `wanted` or more if there are. Every row is read from D1 under tenant,
 * scope and validity, whichever path led to it. Throws when D1 fails; a vector index or an embedder
 * that fails is said in `degraded`.
 */
export async function findCandidates(
  env: Env,
  tenant: string,
  query: string,
  visibility: Visibility,
  wanted: number,
): Promise<Candidates> {
  const tokens = await scopeTokens(tenant, visibility.scope);
  const topK = Math.min(MAX_BY_MEANING, Math.max(MIN_BY_MEANING, wanted));
  const [listed, near] = await Promise.all([
    byWordsAndNewest(env, tenant, query, visibility, Object.values(tokens), wanted),
    nearest(env, tenant, query, tokens, topK),
  ]);
  const rows = new Map(listed.map((row) => [row.id, row]));
  if (!near.ok) {
    const effect = `Memories are found by their words only (${near.error.detail})`;
    return { rows: [...rows.values()], degraded: [{ dependency: 'vector_index', effect }] };
  }
  const { ids, model } = near.value;
  const [more, foreign] = await Promise.all([
    byIds(
      env,
      tenant,
      visibility,
      ids.filter((id) => !rows.has(id)),
    ),
    hasOtherModel(env, tenant, model),
  ]);
  for (const row of more) rows.set(row.id, row);
  const effect = `Memories embedded with another model than ${model} are found by their words only`;
  const degraded = foreign ? [{ dependency: 'vector_index', effect }] : [];
  return { rows: [...rows.values()], degraded };
}

async function byWordsAndNewest(
  env: Env,
  tenant: string,
  query: string,
  visibility: Visibility,
  tokens: readonly string[],
  wanted: number,
): Promise<readonly MemoryRow[]> {
  const orm = drizzle(env.DB);
  const newest = orm
    .select({ seq: memories.seq })
    .from(memories)
    .where(inScope(tenant, visibility.scope))
    .orderBy(desc(memories.seq))
    .limit(MAX_NEWEST);
  const notVisibleYet = or(
    isNull(memories.indexedAtMs),
    gt(memories.indexedAtMs, visibility.nowMs - VISIBLE_AFTER_MS),
  );
  const recent = orm
    .select()
    .from(memories)
    .where(and(visible(tenant, visibility), inArray(memories.seq, newest), notVisibleYet))
    .orderBy(desc(memories.seq));
  const match = matchExpression(query, tokens);
  if (match === null) return recent;
  const limit = Math.max(MIN_BY_WORDS, wanted);
  // The ranking of the full text index only cuts the list; weight 0 keeps the scope out of it.
  const found = sql`(select rowid as seq, bm25(memory_fts, 0.0, 1.0) as distance from memory_fts
    where memory_fts match ${match} order by distance limit ${limit * MATCHES_PER_CANDIDATE}) as found`;
  const byWords = orm
    .select({ row: memories })
    .from(memories)
    .innerJoin(found, sql`found.seq = ${memories.seq}`)
    .where(visible(tenant, visibility))
    .orderBy(sql`found.distance`, memories.seq)
    .limit(limit);
  const [words, latest] = await orm.batch([byWords, recent]);
  return [...words.map(({ row }) => row), ...latest];
}

async function byIds(
  env: Env,
  tenant: string,
  visibility: Visibility,
  ids: readonly string[],
): Promise<readonly MemoryRow[]> {
  const orm = drizzle(env.DB);
  const found = await Promise.all(
    pagesOf(ids, MAX_IDS).map((page) =>
      orm
        .select()
        .from(memories)
        .where(and(visible(tenant, visibility), inArray(memories.id, [...page]))),
    ),
  );
  return found.flat();
}

/** Whether the tenant has vectors of another model, which this query could not be compared with. */
async function hasOtherModel(env: Env, tenant: string, model: string): Promise<boolean> {
  const other = (condition: ReturnType<typeof lt>) =>
    drizzle(env.DB)
      .select({ id: memories.id })
      .from(memories)
      .where(and(eq(memories.tenant, tenant), condition))
      .limit(1);
  // Two ranges of the index; "not equal" would read all of it.
  const orm = drizzle(env.DB);
  const [below, above] = await orm.batch([
    other(lt(memories.embeddingModel, model)),
    other(gt(memories.embeddingModel, model)),
  ]);
  return below.length + above.length > 0;
}
