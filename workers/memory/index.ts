/** RPC entry of the memory Worker: checks the tenant, calls, and keeps failures values. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  MemoryPatch,
  NewMemory,
  RecallRequest,
  StrikeRequest,
} from '../../shared/contracts/memory.ts';
import type {
  CallBy,
  JobLimits,
  ListRequest,
  MemoryRpc,
  ReadFrom,
} from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { addMemories } from './add.ts';
import { consolidate } from './consolidate/index.ts';
import { listConsolidations } from './consolidate/report.ts';
import type { Env } from './env.ts';
import { eraseUser } from './erase.ts';
import { exportPage } from './export.ts';
import { guard } from './guard.ts';
import { checkBindings } from './health.ts';
import { memoryHistory } from './history.ts';
import { listMemories } from './list.ts';
import { deliver, deliverTenant } from './outbox.ts';
import { getMemory, removeMemory } from './read.ts';
import { recallMemories, touchMemories } from './recall.ts';
import { reconcile } from './reconcile.ts';
import { restoreMemory } from './restore.ts';
import { strikeMemories } from './strike.ts';
import { markUseful } from './useful.ts';
import { importLines } from './write/import.ts';
import { updateMemory } from './write/update.ts';

/** What the coordinator may ask of memory; each method as `MemoryRpc` says. */
export default class Memory extends WorkerEntrypoint<Env> implements MemoryRpc {
  add(tenant: string, memories: readonly NewMemory[], nowMs = Date.now(), writtenBy?: string) {
    return this.#write(tenant, 'Cannot add memories', () =>
      addMemories(this.env, tenant, memories, nowMs, writtenBy),
    );
  }

  get(tenant: string, id: string, from: ReadFrom = {}) {
    return as(tenant, 'Cannot read memory', () =>
      getMemory(this.env, tenant, id, from, Date.now()),
    );
  }

  remove(tenant: string, id: string, call: CallBy = {}) {
    const { nowMs = Date.now(), by = null } = call;
    return this.#write(tenant, 'Cannot delete memory', () =>
      removeMemory(this.env, tenant, id, nowMs, by),
    );
  }

  recall(tenant: string, request: RecallRequest, nowMs = Date.now(), from: ReadFrom = {}) {
    return as(tenant, 'Cannot recall memories', async () => {
      const recalled = await recallMemories(this.env, tenant, request, nowMs, from);
      if (recalled.ok && request.touch) {
        const ids = recalled.value.results.map(({ memory }) => memory.id);
        this.#afterwards(tenant, 'Cannot note retrieval', () =>
          touchMemories(this.env, tenant, ids, nowMs),
        );
      }
      return recalled;
    });
  }

  strike(tenant: string, request: StrikeRequest, nowMs = Date.now()) {
    return this.#write(tenant, 'Cannot strike memories', () =>
      strikeMemories(this.env, tenant, request, nowMs),
    );
  }

  list(tenant: string, request: ListRequest, from: ReadFrom = {}) {
    return as(tenant, 'Cannot list memories', () =>
      listMemories(this.env, tenant, request, from, Date.now()),
    );
  }

  update(tenant: string, id: string, patch: MemoryPatch, call: CallBy = {}) {
    return this.#write(tenant, 'Cannot update memory', () =>
      updateMemory(this.env, tenant, id, patch, call),
    );
  }

  history(
    tenant: string,
    id: string,
    page: { readonly limit: number; readonly beforeSeq: number | null },
    from: ReadFrom = {},
  ) {
    return as(tenant, 'Cannot read history', () =>
      memoryHistory(this.env, tenant, id, page, from, Date.now()),
    );
  }

  useful(
    tenant: string,
    ids: readonly string[],
    call: CallBy & { readonly windowId?: string | undefined } = {},
  ) {
    return as(tenant, 'Cannot mark memories as useful', () =>
      markUseful(this.env, tenant, ids, { ...call, nowMs: call.nowMs ?? Date.now() }),
    );
  }

  restore(tenant: string, id: string, call: CallBy = {}) {
    const { nowMs = Date.now(), by = null } = call;
    return this.#write(tenant, 'Cannot restore memory', () =>
      restoreMemory(this.env, tenant, id, { nowMs, by }),
    );
  }

  erase(tenant: string, userId: string, call: CallBy = {}) {
    const { nowMs = Date.now() } = call;
    return this.#write(tenant, 'Cannot erase user', async () =>
      ok(await eraseUser(this.env, tenant, userId, { nowMs })),
    );
  }

  exportPage(tenant: string, page: Parameters<MemoryRpc['exportPage']>[1], from: ReadFrom = {}) {
    return as(tenant, 'Cannot export memories', () =>
      exportPage(this.env, tenant, page, from, Date.now()),
    );
  }

  importLines(tenant: string, lines: readonly unknown[], call: CallBy = {}) {
    return this.#write(tenant, 'Cannot import memories', () =>
      importLines(this.env, tenant, lines, call),
    );
  }

  consolidate(request: Parameters<MemoryRpc['consolidate']>[0]) {
    return guard('Cannot consolidate memories', async () =>
      ok(
        await consolidate(this.env, {
          ...request,
          reflect: request.reflect ?? this.env.REFLECTIONS === 'on',
        }),
      ),
    );
  }

  consolidations(tenant: string, page: Parameters<MemoryRpc['consolidations']>[1]) {
    return as(tenant, 'Cannot list consolidations', async () =>
      ok({ items: await listConsolidations(this.env, tenant, page, Date.now()) }),
    );
  }

  deliver(limits: JobLimits = {}) {
    return guard('Cannot deliver to the vector index', async () =>
      ok(await deliver(this.env, limits)),
    );
  }

  reconcile(request: Parameters<MemoryRpc['reconcile']>[0]) {
    return guard('Cannot reconcile memories', () => reconcile(this.env, request));
  }

  async health() {
    return ok(await checkBindings(this.env));
  }

  /** What a write has to tell the vector index is told after the answer; a cron sees to what fails. */
  #write<T>(tenant: string, action: string, run: () => Promise<Result<T, Failure>>) {
    return as(tenant, action, async () => {
      const answer = await run();
      if (answer.ok) {
        this.#afterwards(tenant, 'Cannot deliver to the vector index', () =>
          deliverTenant(this.env, tenant, Date.now()),
        );
      }
      return answer;
    });
  }

  /** After the answer; what fails is logged by `guard` and done again by whoever comes next. */
  #afterwards(tenant: string, action: string, run: () => Promise<unknown>): void {
    this.ctx.waitUntil(as(tenant, action, async () => ok(await run())));
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
