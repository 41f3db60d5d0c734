/** Meaning: embeds texts and keeps their vectors in the index. A hint, never the truth. */
import type { EmbedAnswer } from '../../shared/contracts/scoring.ts';
import type { Failure } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/offload/handle.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';
import type { Env } from './env.ts';
import { scopeTokens } from './scope.ts';
import type { MemoryRow } from './to-memory.ts';
import { vectorizeIndex } from './vectors.ts';

/** Embedding a few hundred new texts inside the isolate takes seconds; more means that it hangs. */
const EMBED_TIMEOUT_MS = 30_000;
const INDEX_TIMEOUT_MS = 10_000;
/** Between the id of a memory and the number of its part; in no id. */
const PART_MARK = '#';

/** The id in the index of a part of a memory: the first part has the memory's own. At most 64 bytes. */
export function vectorId(memoryId: string, part: number): string {
  return part === 0 ? memoryId : `${memoryId}${PART_MARK}${part}`;
}

/** The memory that a vector is of. */
function memoryIdOf(vectorId: string): string {
  return vectorId.split(PART_MARK)[0] ?? vectorId;
}

/**
 * Embeds texts for the index. A stand-in model counts as a failure: its vectors could not be compared
 * with those of the index. For no texts it says which model is in force.
 */
export async function embedTexts(
  env: Pick<Env, 'SCORING'>,
  texts: readonly string[],
): Promise<Result<EmbedAnswer, Failure>> {
  const answer = await within(EMBED_TIMEOUT_MS, 'embed', () => env.SCORING.embed({ texts }));
  const [problem] = answer.ok ? answer.value.degraded : [];
  return problem === undefined
    ? answer
    : fail({ code: 'dependency_unavailable', detail: `Cannot embed: ${problem.effect}` });
}

/** One vector for the index. */
export interface PartVector {
  readonly id: string;
  readonly tenant: string;
  readonly row: Pick<MemoryRow, 'userId' | 'agentId' | 'runId'>;
  readonly values: Float32Array;
}

/** Writes vectors of one model. They become visible some time later. */
export async function putVectors(
  env: Pick<Env, 'VECTORIZE'>,
  vectors: readonly PartVector[],
  model: string,
  dimensions: number,
): Promise<Result<null, Failure>> {
  const entries = await Promise.all(
    vectors.map(async ({ id, tenant, row: { userId, agentId, runId }, values }) => ({
      id,
      namespace: await namespaceOf(tenant, model),
      values,
      metadata: {
        ...(await scopeTokens(tenant, {
          user_id: userId ?? undefined,
          agent_id: agentId ?? undefined,
          run_id: runId ?? undefined,
        })),
      },
    })),
  );
  return within(INDEX_TIMEOUT_MS, 'write to the vector index', () =>
    vectorizeIndex(env.VECTORIZE, dimensions).upsert(entries),
  );
}

/** Ids of the memories nearest to a vector, best first, each once. */
export async function nearest(
  env: Pick<Env, 'VECTORIZE'>,
  tenant: string,
  { model, values }: { readonly model: string; readonly values: Float32Array },
  tokens: Awaited<ReturnType<typeof scopeTokens>>,
  topK: number,
): Promise<Result<readonly string[], Failure>> {
  const namespace = await namespaceOf(tenant, model);
  const found = await within(INDEX_TIMEOUT_MS, 'query the vector index', () =>
    vectorizeIndex(env.VECTORIZE, values.length).query({
      namespace,
      values,
      topK,
      filter: { ...tokens },
    }),
  );
  return found.ok ? ok([...new Set(found.value.map(({ id }) => memoryIdOf(id)))]) : found;
}

/** Takes the parts `from` (default: all) to `parts` − 1 of memories out of the index. */
export function forgetParts(
  env: Pick<Env, 'VECTORIZE'>,
  memories: readonly {
    readonly memoryId: string;
    readonly parts: number;
    readonly from?: number;
  }[],
): Promise<Result<null, Failure>> {
  const ids = memories.flatMap(({ memoryId, parts, from = 0 }) =>
    Array.from({ length: Math.max(0, parts - from) }, (_, i) => vectorId(memoryId, from + i)),
  );
  // Ids are all the service needs, so the dimensions do not matter here.
  return within(INDEX_TIMEOUT_MS, 'delete from the vector index', () =>
    vectorizeIndex(env.VECTORIZE, 0).deleteByIds(ids),
  );
}

/** Vectors of two tenants or two models never meet: each pair has a namespace. 64 bytes, the limit. */
export function namespaceOf(tenant: string, model: string): Promise<string> {
  return sha256Hex(JSON.stringify([tenant, model]));
}
