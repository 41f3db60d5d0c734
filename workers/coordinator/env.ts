import type { MemoryRpc } from '../../shared/contracts/memory-rpc.ts';
import type { OffloadRpc } from '../../shared/contracts/offload.ts';
import type { ScoringRpc } from '../../shared/contracts/scoring.ts';

/** What `wrangler.toml` binds to the coordinator. */
export interface CoordinatorEnv {
  readonly DB: D1Database;
  readonly SCORING: ScoringRpc;
  readonly MEMORY: MemoryRpc;
  readonly OFFLOAD: OffloadRpc;
  /** Static files that the install step put together: the API viewer. */
  readonly ASSETS: Fetcher;
  /** The key that the local server accepts for the tenant "dev"; unset in production. */
  readonly DEV_KEY?: string;
}
