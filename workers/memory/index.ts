/** RPC entry of the memory Worker: checks the tenant, calls, and keeps failures values. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Added,
  Memory as MemoryItem,
  MemoryRpc,
  NewMemory,
  Recalled,
  RecallRequest,
  StrikeRequest,
  Struck,
} from '../../shared/contracts/memory.ts';
import type { BindingHealth } from '../../shared/contracts/offload.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Degradation } from '../../shared/types.ts';
import { addMemories } from './add.ts';
import type { Env } from './env.ts';
import { guard } from './guard.ts';
import { checkBindings } from './health.ts';
import { getMemory, removeMemory } from './read.ts';
import { recallMemories, touchMemories } from './recall.ts';
import { strikeMemories } from './strike.ts';

/** What the coordinator may ask of memory. */
export default class Memory extends WorkerEntrypoint<Env> implements MemoryRpc {
  /** See `MemoryRpc.add`. */
  add(
    tenant: string,
    memories: readonly NewMemory[],
    nowMs = Date.now(),
    writtenBy?: string,
  ): Promise<Result<Added, Failure>> {
    return as(tenant, 'Cannot add memories', () =>
      addMemories(this.env, tenant, memories, nowMs, writtenBy),
    );
  }

  /** See `MemoryRpc.get`. */
  get(tenant: string, id: string): Promise<Result<MemoryItem, Failure>> {
    return as(tenant, 'Cannot read memory', () => getMemory(this.env, tenant, id));
  }

  /** See `MemoryRpc.remove`. */
  remove(
    tenant: string,
    id: string,
  ): Promise<Result<{ readonly id: string; readonly degraded: readonly Degradation[] }, Failure>> {
    return as(tenant, 'Cannot delete memory', () => removeMemory(this.env, tenant, id));
  }

  /** See `MemoryRpc.recall`. */
  recall(
    tenant: string,
    request: RecallRequest,
    nowMs = Date.now(),
  ): Promise<Result<Recalled, Failure>> {
    return as(tenant, 'Cannot recall memories', async () => {
      const recalled = await recallMemories(this.env, tenant, request, nowMs);
      if (recalled.ok && request.touch) {
        const ids = recalled.value.results.map(({ memory }) => memory.id);
        this.ctx.waitUntil(this.#touch(tenant, ids, nowMs));
      }
      return recalled;
    });
  }

  /** See `MemoryRpc.strike`. */
  strike(
    tenant: string,
    request: StrikeRequest,
    nowMs = Date.now(),
  ): Promise<Result<Struck, Failure>> {
    return as(tenant, 'Cannot strike memories', () =>
      strikeMemories(this.env, tenant, request, nowMs),
    );
  }

  /** See `MemoryRpc.health`. */
  async health(): Promise<Result<readonly BindingHealth[], Failure>> {
    return ok(await checkBindings(this.env));
  }

  /** After the answer: a touch that fails costs a little of the next ranking, and is logged by `guard`. */
  async #touch(tenant: string, ids: readonly string[], nowMs: number): Promise<void> {
    await guard('Cannot note retrieval', async () =>
      ok(await touchMemories(this.env, tenant, ids, nowMs)),
    );
  }
}

/** A blank tenant is nobody: it must never become a tenant of its own. */
async function as<T>(
  tenant: string,
  action: string,
  run: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  if (tenant.trim() === '') {
    return fail({ code: 'unauthorized', detail: `${action}: the tenant is missing` });
  }
  return guard(action, run);
}
