import type { RelatedWords } from '../../score/related.ts';
import type { Span } from '../../types.ts';
import type { DaySpan } from '../day-tokens.ts';

/** A candidate as ranking reads it. */
export interface RankedMemory {
  readonly id: string;
  readonly text: string;
  /** Words of entity and key; "" for none. */
  readonly title: string;
  readonly speaker: string | null;
  /** Opaque key of the conversation it was said in; null for a memory that stands alone. */
  readonly session: string | null;
  /** Place in the session, 1…; neighbours differ by 1. Null without a session. */
  readonly position: number | null;
  /** When it happened, epoch ms; null if unknown. */
  readonly atMs: number | null;
  /** Days that it speaks of, inclusive; [] for none. */
  readonly days: readonly DaySpan[];
  /** Vectors of its parts (unit length), of the same model as the query's; [] when it has none. */
  readonly vectors: readonly Float32Array[];
}

/** A question, and what is known of its words in the whole scope. */
export interface MemoryQuery {
  readonly text: string;
  readonly vector: Float32Array | null;
  /** Name of the embedding model, which says how its cosines are read. */
  readonly model: string | null;
  readonly related: RelatedWords;
  /** Memories in the scope. */
  readonly size: number;
  /** In how many of them a stem of the query occurs. */
  readonly frequency: (stem: string) => number;
}

/** How well a memory answers a question. */
export interface MemoryRelevance {
  /** The ranking signal, ≥ 0; about 1 when every word is there once. Comparable within one question. */
  readonly strength: number;
  /**
   * Share of the question's words that it covers, 0–1: by the word itself or by how close a related word
   * is, in the memory or in what it answers.
   */
  readonly coverage: number;
  /** Calibrated cosine of its best part, 0–1; null when it has no vector that can be compared. */
  readonly similarity: number | null;
  /** The passage of `text` that answers best. */
  readonly best: Span;
}
