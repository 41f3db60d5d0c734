import type { JsonObject } from '../../../shared/types.ts';

/** A request that `npm run demo` sends, and what to look at in the answer. */
export interface Example {
  readonly title: string;
  readonly watch: string;
  readonly request: JsonObject;
  /** Answers that the session got before, each with its quality (0–1), and windows that grew with it. */
  readonly earlier?: { readonly sessionId: string; readonly qualities: readonly number[] };
  /** What to look for in the first text that left the window. */
  readonly grep?: string;
}
