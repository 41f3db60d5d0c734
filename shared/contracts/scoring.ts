/** Typed interface of the scoring Worker's RPC methods. */
import type { Failure } from '../errors.ts';
import type { EntailmentPair, EntailmentVerdict, Ranker } from '../ports.ts';
import type { Result } from '../result.ts';
import type { Degradation, JsonObject } from '../types.ts';
import type { BindingHealth } from './offload.ts';

/** Texts of one `embed` call; 2,000 vectors of 768 dimensions are 6 MB of the 32 MiB that RPC carries. */
export const MAX_EMBED_TEXTS = 2_000;
/** Stems of one `readQuery` call; a question has about ten. */
export const MAX_QUERY_STEMS = 200;
/** Pairs of one `entail` call; each is one request to a language model. */
export const MAX_ENTAIL_PAIRS = 50;

/** Vectors in the order of the texts, unit length, all of one model. */
export interface EmbedAnswer {
  readonly model: string;
  readonly dimensions: number;
  readonly vectors: readonly Float32Array[];
  readonly degraded: readonly Degradation[];
}

/** A stem related to another one, and how close it is, in (0, 1]. */
export interface RelatedStem {
  readonly stem: string;
  readonly weight: number;
}

/**
 * What the models say about a query. Model, dimensions and vector are null together: embedding failed
 * (then `degraded` says so), or the model cannot read the query's language.
 */
export interface QueryReading {
  readonly model: string | null;
  readonly dimensions: number | null;
  /** Unit length. */
  readonly vector: Float32Array | null;
  /** The related words of each stem that has any, closest first. */
  readonly related: Readonly<Record<string, readonly RelatedStem[]>>;
  readonly degraded: readonly Degradation[];
}

/** One verdict per pair, in order. */
export interface EntailAnswer {
  readonly verdicts: readonly (EntailmentVerdict | null)[];
}

/**
 * RPC methods of the scoring Worker (class `Scoring`). Expected failures are values: too many texts
 * `too_large`, a model that is down or not there `dependency_unavailable`. `rank`, `similarity`
 * and `readQuery` still answer when models fail and say what is missing in `degraded`.
 */
export interface ScoringRpc extends Ranker {
  /**
   * Embeds texts. With `model`, only that model will do (a vector index never mixes models), and there
   * is no fallback. `[]` for no texts.
   */
  embed(request: {
    readonly texts: readonly string[];
    readonly model?: string;
  }): Promise<Result<EmbedAnswer, Failure>>;
  /**
   * Embeds a query as `embed` does without `model`, and gives the related words of its stems. When
   * embedding fails the related words still come. More than `MAX_QUERY_STEMS` stems: `too_large`.
   */
  readQuery(request: {
    readonly text: string;
    readonly stems: readonly string[];
  }): Promise<Result<QueryReading, Failure>>;
  /** Judges pairs with a language model; null, never a guess, when none is configured. */
  entail(pairs: readonly EntailmentPair[]): Promise<Result<EntailAnswer | null, Failure>>;
  /** JSON by a language model. The caller still validates what comes back. */
  generate(request: {
    readonly instructions: string;
    readonly input: string;
    readonly schema: JsonObject;
    readonly maxTokens: number;
  }): Promise<Result<{ readonly model: string; readonly value: unknown }, Failure>>;
  /** Which models are in force and whether they answer. */
  health(): Promise<Result<readonly BindingHealth[], Failure>>;
}
