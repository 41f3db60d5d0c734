import type { Policy } from '../policy.ts';
import type { EntailmentPair, EntailmentVerdict } from '../ports.ts';
import type { RotVerdict } from '../session/rot.ts';
import type { Action, JsonObject, Kind, Layer, Span, Trust } from '../types.ts';

/** Names of all detectors. */
export const DETECTORS = ['poisoning', 'clash', 'distraction', 'confusion', 'rot'] as const;
export type DetectorName = (typeof DETECTORS)[number];

/** A chunk as the health check sees it: in window order, unformatted text. */
export interface InspectedChunk {
  readonly id: string;
  readonly kind: Kind;
  readonly source: string;
  readonly trust: Trust;
  readonly pinned: boolean;
  readonly text: string;
  readonly entity: string | null;
  readonly createdAtMs: number | null;
  readonly supersededAtMs: number | null;
  /**
   * The ranges of `text` that are data (retrieved, tool output, other people's words) and may be
   * screened for instructions. For a passage: all of it. For a conversation group: its tool results only.
   */
  readonly dataSpans: readonly Span[];
  /** The ranges of `text` that are the model's own words: what an assistant said, a note that it wrote. */
  readonly modelSpans: readonly Span[];
  /** Ranking of this chunk against the task; null when it was not ranked (pinned, history, task). */
  readonly ranking: { readonly similarity: number | null; readonly matches: boolean } | null;
  readonly tokens: number;
  /** Order of arrival, which may differ from the order in the window. */
  readonly position: number;
}

/** A tool definition, reduced to what the checks read. */
export interface InspectedTool {
  readonly name: string;
  readonly description: string;
  /** The definition as the caller gave it. */
  readonly definition: JsonObject;
  readonly tokens: number;
}

/** The window as the health check reads it. */
export interface Inspection {
  readonly chunks: readonly InspectedChunk[];
  readonly tools: readonly InspectedTool[];
  readonly task: string;
  /** Tokens of the whole window and of its tool schemas. */
  readonly tokens: { readonly total: number; readonly tools: number };
  readonly policy: Policy;
  /** The time that the window is made for, in ms: what is superseded by then is no longer current. */
  readonly nowMs: number;
  /** What the outcomes of the session's earlier windows say; null or left out without a session. */
  readonly rot?: RotVerdict | null;
}

/** Where in a chunk something was found. */
export interface Evidence {
  readonly chunkId: string;
  /** UTF-16 offsets into the chunk's original text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a detector found, and what it asks for. */
export interface Finding {
  readonly detector: DetectorName;
  /** 0–1: how sure and how bad. */
  readonly severity: number;
  readonly chunkIds: readonly string[];
  /** Those of `chunkIds` that the action is for; all of them when it is left out. */
  readonly targets?: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly action: Action;
  /** The layer that found it. */
  readonly layer: Layer;
  /** One sentence for people, no final period. */
  readonly reason: string;
  /** For `excise`: what to take out, per chunk; the evidence when it is left out. */
  readonly excise?: readonly { readonly chunkId: string; readonly spans: readonly Span[] }[];
  /** For `excise`: what stands in place of a cut; `[removed]` when it is left out. */
  readonly marker?: string;
}

/** What a detector may ask outside the core. */
export interface HealthPorts {
  /** One verdict per pair, in order; null for what was not judged, which then stays flagged. */
  readonly judge: (
    pairs: readonly EntailmentPair[],
  ) => Promise<readonly (EntailmentVerdict | null)[]>;
}

/**
 * The contract of a detector. It reads the ordered window and reports; it never changes its input,
 * never acts on pinned chunks, on the task or on the user's own words, and gives the same findings
 * for the same inspection.
 */
export interface Detector {
  readonly name: DetectorName;
  detect(
    inspection: Inspection,
    ports?: HealthPorts,
  ): readonly Finding[] | Promise<readonly Finding[]>;
}
