import type { AiRunner } from './workers-ai/call.ts';

/** Which models score: Workers AI with a fallback, or only those inside the isolate. */
export type Models = 'workers-ai' | 'embedded';

/** The Worker's bindings and variables as configured. */
export interface ScoringEnv {
  readonly AI?: Ai;
  readonly MODELS?: string;
}

/** The configuration, parsed. */
export interface ScoringConfig {
  readonly models: Models;
  readonly ai: AiRunner | null;
}

/**
 * Parses bindings and variables. Without an `AI` binding the models are embedded, whatever `MODELS`
 * says. Throws on an unknown value of `MODELS`: a typing error must not choose models.
 */
export function parseEnv(env: ScoringEnv): ScoringConfig {
  const models = env.MODELS ?? 'embedded';
  if (models !== 'workers-ai' && models !== 'embedded') {
    throw new Error(`Cannot read MODELS: "${models}" is neither "workers-ai" nor "embedded"`);
  }
  const binding = env.AI;
  const ai: AiRunner | null =
    binding === undefined || models === 'embedded'
      ? null
      : {
          // The binding's types lack the reranker's `query`, so inputs pass untyped and are
          // checked by the adapters instead.
          run: (model, inputs, options) =>
            Reflect.apply(binding.run, binding, [model, inputs, options]),
        };
  return { models, ai };
}
