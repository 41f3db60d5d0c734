import type { OffloadRpc } from '../../shared/contracts/offload.ts';
import type { ScoringRpc } from '../../shared/contracts/scoring.ts';

/** What `wrangler.toml` binds to the memory Worker. */
export interface Env {
  readonly DB: D1Database;
  /** Further databases, where one is not enough: `DB_1`, `DB_2`, … without a gap. See `shards.ts`. */
  readonly [shard: `DB_${number}`]: D1Database;
  readonly VECTORIZE: Vectorize;
  readonly SCORING: Pick<ScoringRpc, 'embed' | 'readQuery' | 'generate'>;
  /** "on": consolidation lets a language model write reflections; anything else: it does not. */
  readonly REFLECTIONS?: string;
  /** Keeps archived memories. */
  readonly OFFLOAD: Pick<OffloadRpc, 'putObject' | 'getObject' | 'deleteObject'>;
}
