/** What the production configuration files cannot express about the resources they name. */
import type { MetadataType } from './vectorize-limits.ts';

/** Every Worker that is deployed, in deployment order: a Worker follows those it is bound to. */
export const DEPLOYED_CONFIGS = [
  'workers/scoring/wrangler.toml',
  'workers/offload/wrangler.toml',
  'workers/memory/wrangler.toml',
  'wrangler.toml',
] as const;

/** The stand-in, which runs only on a laptop. */
export const LOCAL_CONFIG = 'workers/local/wrangler.toml';

/** The Worker that answers HTTP; it is the first that `wrangler dev` is given. */
export const COORDINATOR = 'casement';

/** Dimensions of the vectors that each value of `MODELS` makes (bge-base; Universal Sentence Encoder Lite). */
export const DIMENSIONS = { 'workers-ai': 768, embedded: 512 } as const;

/** Metadata that recall filters on, by index. The service needs to know it before the first insert. */
export const METADATA_INDEXES: Readonly<Record<string, Readonly<Record<string, MetadataType>>>> = {
  'casement-memories': {
    user_id: 'string',
    agent_id: 'string',
    run_id: 'string',
    category: 'string',
    occurred_at_ms: 'number',
  },
};
