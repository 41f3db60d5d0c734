import type { ScoringRpc } from '../../shared/contracts/scoring.ts';

/** What `wrangler.toml` binds to the memory Worker. */
export interface Env {
  readonly DB: D1Database;
  readonly VECTORIZE: Vectorize;
  readonly SCORING: Pick<ScoringRpc, 'embed' | 'rank'>;
}
