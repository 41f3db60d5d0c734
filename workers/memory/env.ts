/** What `wrangler.toml` binds to the memory Worker. */
export interface Env {
  readonly DB: D1Database;
  readonly VECTORIZE: Vectorize;
}
