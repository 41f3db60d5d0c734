/// <reference types="@cloudflare/vitest-plugin/types" />
import type { D1Migration } from 'cloudflare:test';
import type { MemoryRpc } from '../../shared/contracts/memory-rpc.ts';
import type { OffloadRpc } from '../../shared/contracts/offload.ts';
import type { ScoringRpc } from '../../shared/contracts/scoring.ts';

declare global {
  namespace Cloudflare {
    /** What `env` of `cloudflare:workers` holds in the workerd test project. */
    interface Env {
      readonly DB: D1Database;
      /** Further databases with the schema, for tests of several. */
      readonly TEST_DB_1: D1Database;
      readonly TEST_DB_2: D1Database;
      readonly MEMORY: MemoryRpc;
      readonly SCORING: ScoringRpc;
      readonly OFFLOAD: OffloadRpc;
      readonly BUCKET: R2Bucket;
      readonly VECTORIZE: Vectorize;
      readonly SMALL_VECTORIZE: Vectorize;
      readonly SOON_VECTORIZE: Vectorize;
      readonly LATE_VECTORIZE: Vectorize;
      readonly HANDLE_SECRET: string;
      readonly DEV_KEY: string;
      readonly MODELS: string;
      readonly MIGRATIONS: D1Migration[];
    }
  }
}
