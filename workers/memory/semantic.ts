/** Meaning: embeds memories and queries and keeps their vectors. A hint, never the truth. */
import type { Failure } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/offload/handle.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import { within } from '../../shared/within.ts';
import type { Env } from './env.ts';
import { scopeTokens } from './scope.ts';
import type { MemoryRow } from './to-memory.ts';
import { vectorizeIndex } from './vectors.ts';

/** Embedding a hundred new texts inside the isolate takes seconds; more means that it hangs. */
const EMBED_TIMEOUT_MS = 20_000;
const INDEX_TIMEOUT_MS = 10_000;

/** The model that the index acknowledged vectors of. */
export interface IndexedWith {
  readonly model: string;
  readonly dimensions: number;
}

/** Writes the vectors of memories. They become visible some time later. */
export async function indexMemories(
  env: Env,
  tenant: string,
  rows: readonly Pick<MemoryRow, 'id' | 'text' | 'userId' | 'agentId' | 'runId'>[],
): Promise<Result<IndexedWith, Failure>> {
  const embedded = await embed(
    env,
    rows.map(({ text }) => text),
  );
  if (!embedded.ok) return embedded;
  const { model, dimensions, vectors } = embedded.value;
  const namespace = await namespaceOf(tenant, model);
  const entries = await Promise.all(
    rows.map(async ({ id, userId, agentId, runId }, i) => ({
      id,
      namespace,
      values: vectors[i] ?? new Float32Array(),
      metadata: {
        ...(await scopeTokens(tenant, {
          user_id: userId ?? undefined,
          agent_id: agentId ?? undefined,
          run_id: runId ?? undefined,
        })),
      },
    })),
  );
  const written = await within(INDEX_TIMEOUT_MS, 'write to the vector index', () =>
    vectorizeIndex(env.VECTORIZE, dimensions).upsert(entries),
  );
  return written.ok ? ok({ model, dimensions }) : written;
}

/** Ids of the memories nearest to a query in meaning, best first, and the model that compared them. */
export async function nearest(
  env: Env,
  tenant: string,
  query: string,
  tokens: Awaited<ReturnType<typeof scopeTokens>>,
  topK: number,
): Promise<Result<{ readonly ids: readonly string[]; readonly model: string }, Failure>> {
  const embedded = await embed(env, [query]);
  if (!embedded.ok) return embedded;
  const { model, dimensions, vectors } = embedded.value;
  const namespace = await namespaceOf(tenant, model);
  const values = vectors[0] ?? new Float32Array();
  const found = await within(INDEX_TIMEOUT_MS, 'query the vector index', () =>
    vectorizeIndex(env.VECTORIZE, dimensions).query({
      namespace,
      values,
      topK,
      filter: { ...tokens },
    }),
  );
  return found.ok ? ok({ ids: found.value.map(({ id }) => id), model }) : found;
}

/** Deletes the vectors of memories that are gone. Says what stays behind when that fails. */
export async function forgetVectors(
  env: Env,
  ids: readonly string[],
): Promise<readonly Degradation[]> {
  // Ids are all the service needs, so the dimensions do not matter here.
  const deleted = await within(INDEX_TIMEOUT_MS, 'delete from the vector index', () =>
    vectorizeIndex(env.VECTORIZE, 0).deleteByIds(ids),
  );
  if (deleted.ok) return [];
  const effect = `The memory is gone; its vector, which leads nowhere, stays (${deleted.error.detail})`;
  return [{ dependency: 'vector_index', effect }];
}

function embed(env: Env, texts: readonly string[]) {
  return within(EMBED_TIMEOUT_MS, 'embed', () => env.SCORING.embed({ texts }));
}

/** Vectors of two tenants or two models never meet: each pair has a namespace. 64 bytes, the limit. */
function namespaceOf(tenant: string, model: string): Promise<string> {
  return sha256Hex(JSON.stringify([tenant, model]));
}
