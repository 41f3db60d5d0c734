/** How much each signal adds to the strength of a memory. Each is ≥ 0; 0 takes a signal out of force. */
export interface RankWeights {
  /** Coverage of the turn before, times the gate: a turn is about what the one before it was about. */
  readonly previous: number;
  /** Coverage of the turn before that, times the gate. */
  readonly beforePrevious: number;
  /** Coverage of the turn before where that is a question, times the gate: this turn is its answer. */
  readonly answered: number;
  /** Best coverage within the session, times the gate. */
  readonly session: number;
  /** Said by the person the question is about. */
  readonly agent: number;
  /** Times the coverage, for what that person said. */
  readonly agentCoverage: number;
  /** Says when, to a question that asks when; in full from half of the question covered. */
  readonly when: number;
  /** Times the coverage, taken off what is a question itself. */
  readonly question: number;
  /** Times how well the day it was said on fits a date in the question, 0–1. */
  readonly date: number;
  /** Times the calibrated cosine, 0–1. */
  readonly similarity: number;
}

/**
 * Set by hand, for turns of conversations: each helps on two-person chat, and does not hurt on the long
 * messages of customers and patients. Halving or doubling one of them costs at most about two points
 * of nDCG@10. Not fitted to any data. `similarity` is the measured 1 for a raw cosine, in units of the
 * calibrated one, which spreads it by 1.37.
 */
export const DEFAULT_RANK_WEIGHTS: RankWeights = {
  previous: 0.25,
  beforePrevious: 0.125,
  answered: 0.5,
  session: 0.25,
  agent: 0.5,
  agentCoverage: 0,
  when: 0.5,
  question: 0.25,
  date: 1,
  similarity: 0.7,
};
