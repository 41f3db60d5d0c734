/**
 * Every default of the pipeline, with its unit and its reason. Callers override by these names
 * (`policy` of `POST /v1/windows`).
 */
export interface Policy {
  /** Word overlap (Jaccard, 0–1) above which two texts are near-copies. */
  readonly near_overlap: number;
  /** Calibrated cosine (0–1) from which two texts are near-copies, given `near_similarity_overlap`. */
  readonly near_similarity: number;
  /** Word overlap that `near_similarity` needs beside it: similarity alone merges contradictions. */
  readonly near_similarity_overlap: number;
  /** Knowledge chunks kept by retrieve when the window is over budget. */
  readonly retrieve_top_k: number;
  /** Share of the budget (0–1) from which a chunk is offloaded under pressure. */
  readonly offload_min_share: number;
  /** Whether text may leave for the offload store. False: nothing is offloaded and cuts have no handle. */
  readonly allow_offload: boolean;
  /** Share of a chunk (0–1) that reduce keeps. */
  readonly reduce_keep: number;
  /** Candidates that a cross-encoder rescores. */
  readonly rerank_shortlist: number;
  /** Calibrated similarity to the task (0–1) below which a chunk without a lexical match is a distraction. */
  readonly distraction_min_similarity: number;
  /** Share of near-copies (0–1) above which the window is confusing. */
  readonly confusion_near_copies: number;
  /** Tools above which the window is confusing. */
  readonly confusion_max_tools: number;
  /** Share of the window (0–1) above which tool schemas are confusing. */
  readonly confusion_tool_share: number;
  /** Fall of answer quality (0–1) from baseline that counts as rot. */
  readonly rot_drop: number;
}

/** The policy of a request that overrides nothing. */
export const DEFAULT_POLICY: Policy = {
  near_overlap: 0.8,
  near_similarity: 0.92,
  near_similarity_overlap: 0.6,
  retrieve_top_k: 5,
  offload_min_share: 0.25,
  allow_offload: true,
  reduce_keep: 0.5,
  rerank_shortlist: 32,
  distraction_min_similarity: 0.1,
  confusion_near_copies: 0.5,
  confusion_max_tools: 12,
  confusion_tool_share: 0.4,
  rot_drop: 0.2,
};

/** Default hard cap of a window, in tokens. */
export const DEFAULT_BUDGET_TOKENS = 3000;

/** Refit rounds after the health check removed something. */
export const MAX_REFIT_ROUNDS = 3;
