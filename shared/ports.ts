import type { Failure } from './errors.ts';
import type { Result } from './result.ts';
import type { SessionOutcome } from './session/rot.ts';
import type { Degradation, Encoding, JsonObject, Span, Trust } from './types.ts';

/** Counts tokens. Exact for its encoding; the same text always gives the same count. */
export interface TokenCounter {
  readonly encoding: Encoding;
  /** Tokens of `text` as plain text (special-token literals are text). 0 for "". Linear time. */
  count(text: string): number;
  /** The same count, and whether a long run had to be split so that it may be a few tokens too high. */
  countDetailed?(text: string): { readonly tokens: number; readonly estimated: boolean };
}

/** One unit-length vector per text. */
export interface Embedder {
  /** Name of the model; vectors of different models never mix. */
  readonly model: string;
  readonly dimensions: number;
  /** Vectors in the order of `texts`; `[]` for `[]`. Text beyond the model's input limit is not seen. */
  embed(texts: readonly string[]): Promise<Result<readonly Float32Array[], Failure>>;
}

/** Rescores a shortlist against a query with a cross-encoder; scores in [0, 1], in the order of `texts`. */
export interface Reranker {
  readonly model: string;
  rerank(query: string, texts: readonly string[]): Promise<Result<readonly number[], Failure>>;
}

/** Whether a premise implies, leaves open or denies a hypothesis. */
export type Entailment = 'entailment' | 'neutral' | 'contradiction';

/** Two statements: does the first imply, leave open or deny the second. */
export interface EntailmentPair {
  readonly premise: string;
  readonly hypothesis: string;
}

/** What a judge says of a pair; `confidence` is 0–1. */
export interface EntailmentVerdict {
  readonly label: Entailment;
  readonly confidence: number;
}

/** Judges whether `premise` supports or contradicts `hypothesis`. */
export interface EntailmentJudge {
  /** One verdict per pair, in order; null for a pair that was not judged, never a guess. */
  judge(
    pairs: readonly EntailmentPair[],
  ): Promise<Result<readonly (EntailmentVerdict | null)[], Failure>>;
}

/** Generates JSON that satisfies `schema`. The caller still validates what comes back. */
export interface TextGenerator {
  readonly model: string;
  generateJson(request: {
    readonly instructions: string;
    readonly input: string;
    readonly schema: JsonObject;
    readonly maxTokens: number;
  }): Promise<Result<unknown, Failure>>;
}

/** A candidate to rank. */
export interface RankItem {
  readonly id: string;
  /** Words that name the item (a heading, a file name); weighted above the body. May be "". */
  readonly title: string;
  readonly text: string;
}

/** How relevant a candidate is, and why. */
export interface RankedItem {
  readonly id: string;
  /** Relevance to the query in [0, 1]; comparable across queries (absolute, not min-max). */
  readonly score: number;
  readonly parts: {
    /** Share of the query's terms that the item covers, 0–1, with related words. */
    readonly lexical: number;
    /** Calibrated cosine, 0–1 (unrelated about 0, identical 1); null when the item was not embedded. */
    readonly similarity: number | null;
    /** Cross-encoder score, 0–1; null when the item was not rescored. */
    readonly rerank: number | null;
  };
  /** True when a query term itself (not only a related word) occurs in the item. */
  readonly matches: boolean;
  /** The passage that scored best, as offsets into `text`. */
  readonly best: Span;
}

/** Ranks candidates by relevance to a query. Results are in the order of `items`. */
export interface Ranker {
  rank(request: {
    readonly query: string;
    readonly items: readonly RankItem[];
    readonly rerankShortlist: number;
  }): Promise<
    Result<
      { readonly items: readonly RankedItem[]; readonly degraded: readonly Degradation[] },
      Failure
    >
  >;
  /** Calibrated cosine (0–1) of each pair; for near-copy checks. */
  similarity(
    pairs: readonly { readonly a: string; readonly b: string }[],
  ): Promise<
    Result<
      { readonly values: readonly number[]; readonly degraded: readonly Degradation[] },
      Failure
    >
  >;
}

/** A text to keep, with where it came from. The media type may leave out its charset. */
export interface BlobInput {
  readonly text: string;
  readonly mediaType: string;
  readonly source: string;
  readonly trust: Trust;
  readonly sessionId?: string;
}

/** A text that is kept. */
export interface StoredBlob {
  readonly handle: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Keeps what leaves a window. Content-addressed per tenant: the same bytes and media type give the same handle. */
export interface BlobStore {
  /** The handle that `put` would give, without storing. Deterministic. */
  handleFor(input: BlobInput): Promise<Result<string, Failure>>;
  put(input: BlobInput): Promise<Result<StoredBlob, Failure>>;
  get(
    handle: string,
  ): Promise<Result<{ readonly text: string; readonly mediaType: string }, Failure>>;
}

/** A recalled memory; `score` is 0–1, higher is better. */
export interface MemoryHit {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly trust: Trust;
  readonly entity: string | null;
  /** Whose memory it is; null, or left out, when it is nobody's in particular. */
  readonly userId?: string | null;
  readonly createdAtMs: number;
  readonly supersededAtMs: number | null;
  readonly score: number;
}

/** Recalls memories of one tenant. At least one scope id is required. */
export interface MemoryStore {
  recall(request: {
    readonly query: string;
    readonly scope: {
      readonly user_id?: string;
      readonly agent_id?: string;
      readonly run_id?: string;
    };
    readonly topK: number;
    readonly mode: 'weighted' | 'park';
    readonly nowMs: number;
  }): Promise<
    Result<
      { readonly hits: readonly MemoryHit[]; readonly degraded: readonly Degradation[] },
      Failure
    >
  >;
  /**
   * Takes memories out for good: no recall shows them or the same text written again. `ids` of the
   * answer are those struck now; unknown ids are left out, and repeating it changes nothing.
   */
  strike(request: {
    readonly ids: readonly string[];
    readonly reason: string;
    /** Who strikes: a detector of the health check ("health:poisoning") or the name of a key. */
    readonly by: string;
    readonly windowId?: string;
    readonly nowMs: number;
  }): Promise<
    Result<{ readonly ids: readonly string[]; readonly degraded: readonly Degradation[] }, Failure>
  >;
}

/** A neighbour of a query vector. */
export interface VectorMatch {
  readonly id: string;
  /** Cosine, −1 to 1. */
  readonly score: number;
}

/** An approximate index over vectors; a hint, never the truth. Writes may become visible later. */
export interface VectorIndex {
  readonly dimensions: number;
  upsert(
    vectors: readonly {
      readonly id: string;
      readonly namespace: string;
      readonly values: Float32Array;
      readonly metadata: JsonObject;
    }[],
  ): Promise<Result<null, Failure>>;
  query(request: {
    readonly namespace: string;
    readonly values: Float32Array;
    /** 1–100. */
    readonly topK: number;
    readonly filter?: JsonObject;
  }): Promise<Result<readonly VectorMatch[], Failure>>;
  deleteByIds(ids: readonly string[]): Promise<Result<null, Failure>>;
}

/** What is remembered of a window's prefix: a signature and the hash of each piece, in order. */
export interface PrefixRecord {
  readonly signature: string;
  readonly pieces: readonly {
    readonly label: string;
    readonly hash: string;
    readonly tokens: number;
  }[];
}

/** What a session's next window needs to know of its earlier ones. */
export interface SessionState {
  /** The prefix of the session's last window; null for a session that has none. */
  readonly lastPrefix: PrefixRecord | null;
  /** The first five and the last three outcomes of the session, in the order of their windows; all, if fewer. */
  readonly outcomes: readonly SessionOutcome[];
}

/** How the answer to a window turned out. */
export interface WindowOutcome extends SessionOutcome {
  /** Null for a window without a session. */
  readonly sessionId: string | null;
  /** What the provider charged, in tokens; null where it was not reported. */
  readonly inputTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly outputTokens: number | null;
  readonly note: string | null;
}

/** Per-session state that outlives one window. */
export interface SessionStore {
  /** What the next window of the session needs, in one read. */
  recall(sessionId: string): Promise<SessionState>;
  /** Replaces what is remembered of the session's last window. `windowId` names that window. */
  remember(
    sessionId: string,
    last: { readonly windowId: string; readonly prefix: PrefixRecord },
    nowMs: number,
  ): Promise<void>;
  /** Keeps how a window turned out; a later report for the same window replaces an earlier one. */
  report(outcome: WindowOutcome, nowMs: number): Promise<void>;
}
