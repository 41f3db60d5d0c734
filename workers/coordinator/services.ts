import { TextCache } from '../../shared/compare/text-cache.ts';
import type { ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import { rememberingJudge } from '../../shared/health/remembering-judge.ts';
import { memoryStoreOver } from '../../shared/memory/memory-store.ts';
import { blobStoreOver } from '../../shared/offload/blob-store.ts';
import type {
  BlobInput,
  BlobStore,
  EntailmentJudge,
  EntailmentVerdict,
  MemoryStore,
  Ranker,
} from '../../shared/ports.ts';
import { ok } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';
import type { CoordinatorEnv } from './env.ts';

/** Ranking embeds every new text; on a cold isolate with the embedded model that takes seconds. */
const RANK_TIMEOUT_MS = 25_000;
/** Storing is one write to R2 and one to D1; beyond this the text stays in the window instead. */
export const STORE_TIMEOUT_MS = 8_000;
/** Reading is one row of D1 and one object from R2. */
export const READ_TIMEOUT_MS = 8_000;

/** A verdict that comes later than this is not waited for: the window stands with what is flagged. */
const JUDGE_TIMEOUT_MS = 2_500;

/** Recalling embeds the query, asks both indexes and ranks; memory has shorter limits of its own. */
export const RECALL_TIMEOUT_MS = 40_000;

/** Striking is one transaction and one call to the vector index. */
export const STRIKE_TIMEOUT_MS = 15_000;

/** Crediting is one transaction over the memories of a window. */
export const CREDIT_TIMEOUT_MS = 15_000;

/** Handles by text, then by tenant and media type: naming a handle hashes the text and crosses RPC. */
const handles = new TextCache<Map<string, string>>();
/** Verdicts by pair, so that the next window of a session does not ask again. */
const verdicts = new TextCache<{ verdict: EntailmentVerdict | null }>();

/** The ranker over the scoring Worker. A Worker that fails or is slow is a failure value. */
export function rankerOf(env: CoordinatorEnv): Ranker {
  return {
    rank: (request) => within(RANK_TIMEOUT_MS, 'rank candidates', () => env.SCORING.rank(request)),
    similarity: (pairs) =>
      within(RANK_TIMEOUT_MS, 'compare texts', () => env.SCORING.similarity(pairs)),
  };
}

/**
 * The language model's judgement over the scoring Worker. Where none is configured, nothing is judged;
 * one that fails or is slow is a failure value. Verdicts are remembered by isolate.
 */
export function judgeOf(env: CoordinatorEnv): EntailmentJudge {
  return rememberingJudge(
    {
      async judge(pairs) {
        const answer = await within(JUDGE_TIMEOUT_MS, 'judge statements', () =>
          env.SCORING.entail(pairs),
        );
        if (!answer.ok) return answer;
        return ok(answer.value === null ? pairs.map(() => null) : answer.value.verdicts);
      },
    },
    verdicts,
  );
}

/** The blob store of one tenant over the offload Worker, with remembered handles. */
export function storeOf(env: CoordinatorEnv, tenant: string): BlobStore {
  const store = blobStoreOver(env.OFFLOAD, tenant);
  return {
    async handleFor(input) {
      const known = handles.get(input.text, () => new Map());
      const key = `${tenant}\n${input.mediaType}`;
      const handle = known.get(key);
      if (handle !== undefined) return ok(handle);
      const named = await within(STORE_TIMEOUT_MS, 'name an offload', () => store.handleFor(input));
      if (named.ok) known.set(key, named.value);
      return named;
    },
    put: (input) => within(STORE_TIMEOUT_MS, 'store an offload', () => store.put(input)),
    get: (handle) => within(STORE_TIMEOUT_MS, 'read an offload', () => store.get(handle)),
  };
}

/** The memories of one tenant over the memory Worker, read from where the request may. */
export function memoryStoreOf(env: CoordinatorEnv, tenant: string, from: ReadFrom): MemoryStore {
  const store = memoryStoreOver(env.MEMORY, tenant, from);
  return {
    recall: (request) => within(RECALL_TIMEOUT_MS, 'recall memories', () => store.recall(request)),
    strike: (request) => within(STRIKE_TIMEOUT_MS, 'strike memories', () => store.strike(request)),
  };
}

/** A store that names handles and writes nothing, for replays. */
export function namingOnly(store: BlobStore): BlobStore {
  return {
    ...store,
    async put(input: BlobInput) {
      const handle = await store.handleFor(input);
      if (!handle.ok) return handle;
      const bytes = new TextEncoder().encode(input.text).length;
      return ok({ handle: handle.value, bytes, sha256: '' });
    },
  };
}
