/** Bindings of the offload Worker; see wrangler.toml. */
export interface OffloadEnv {
  readonly BUCKET: R2Bucket;
  readonly DB: D1Database;
  /** Signs handles, so that nobody can guess one. Changing it changes the handle of every text. */
  readonly HANDLE_SECRET: string;
}
