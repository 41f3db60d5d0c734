import type { JsonObject } from '../../../shared/types.ts';

/** A request that `npm run demo` sends, and what to look at in the answer. */
export interface Example {
  readonly title: string;
  readonly watch: string;
  readonly request: JsonObject;
  /** What to look for in the first text that left the window. */
  readonly grep?: string;
}
