import type { Authority, RecallRequest } from '../contracts/memory.ts';
import type { MemoryRpc, ReadFrom } from '../contracts/memory-rpc.ts';
import type { MemoryStore } from '../ports.ts';
import { ok } from '../result.ts';
import type { Trust } from '../types.ts';

/** Trust of a recalled memory in a window, by who vouches for it. */
const AUTHORITY_TRUST: Readonly<Record<Authority, Trust>> = {
  record: 'verified',
  agent: 'model',
  user: 'user',
};

/**
 * The memory store of one tenant over the memory Worker's RPC. A hit's time is when it happened, if
 * that is known, else when it was stored; its source is `memory:` and who vouches for it. Fails as
 * `MemoryRpc` does; `hits` is `[]` when nothing in the scope answers the query. Recalls read from `from`.
 */
export function memoryStoreOver(
  rpc: Pick<MemoryRpc, 'recall' | 'strike'>,
  tenant: string,
  from: ReadFrom = {},
): MemoryStore {
  return {
    async recall({ query, scope, topK, mode, nowMs }) {
      const request: RecallRequest = {
        query,
        ...scope,
        top_k: topK,
        mode,
        include_superseded: false,
        touch: true,
      };
      const recalled = await rpc.recall(tenant, request, nowMs, from);
      if (!recalled.ok) return recalled;
      const { results, degraded } = recalled.value;
      const hits = results.map(({ memory, score }) => ({
        id: memory.id,
        text: memory.text,
        source: `memory:${memory.authority}`,
        trust: AUTHORITY_TRUST[memory.authority],
        entity: memory.entity,
        userId: memory.user_id,
        createdAtMs: Date.parse(memory.occurred_at ?? memory.created_at),
        supersededAtMs: memory.superseded_at === null ? null : Date.parse(memory.superseded_at),
        score,
      }));
      return ok({ hits, degraded });
    },

    strike({ ids, reason, by, windowId, nowMs }) {
      return rpc.strike(tenant, { ids, reason, by, window_id: windowId }, nowMs);
    },
  };
}
