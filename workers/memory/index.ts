/** RPC entry of the memory Worker. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type { MemoryRpc } from '../../shared/contracts/memory.ts';
import { ok } from '../../shared/result.ts';
import type { Env } from './env.ts';
import { checkBindings } from './health.ts';

/** What the coordinator may ask of memory. */
export default class Memory extends WorkerEntrypoint<Env> implements MemoryRpc {
  /** State of the database and the vector index. */
  async health() {
    return ok(await checkBindings(this.env));
  }
}
