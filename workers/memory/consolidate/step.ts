/** What a step of a consolidation is. Steps are listed in `steps.ts` and run by `run.ts`. */
import type { ConsolidationCounts } from '../../../shared/contracts/memory-upkeep.ts';
import type { Env } from '../env.ts';
import type { Lease } from '../lease.ts';
import type { Session } from '../session.ts';

/** Who changed a memory, as its history says. */
export const CONSOLIDATION = 'casement:consolidate';

/** What every step works with. */
export interface StepContext {
  readonly env: Env;
  readonly db: Session;
  readonly tenant: string;
  readonly nowMs: number;
  /** Whether a language model may write reflections. */
  readonly reflect: boolean;
}

/**
 * A part of a step that is done in one transaction, or not at all. Computing it changes nothing, so a
 * dry run only computes.
 */
export interface Slice {
  /** Where the step goes on after this slice; null when the step is done. */
  readonly cursor: number | null;
  readonly counts: Partial<ConsolidationCounts>;
  /** One line for each thing that is done; ids, never a memory's text. */
  readonly notes: readonly string[];
  /**
   * The changes. Which rows they are made to was decided earlier, so that they begin with an
   * `unchangedStatement` or hold by themselves for rows that were changed since.
   */
  readonly statements: readonly D1PreparedStatement[];
  /** What has to be there before the transaction, and does no harm without it. */
  readonly prepare?: (lease: Lease) => Promise<void>;
  /** Takes back what `prepare` left, when the transaction was refused. */
  readonly abandon?: () => Promise<void>;
}

/** A slice in which there was nothing to do. */
export function emptySlice(cursor: number | null): Slice {
  return { cursor, counts: {}, notes: [], statements: [] };
}

/** One kind of upkeep. */
export interface Step {
  readonly name: string;
  /**
   * The next slice after `cursor`, which begins at 0. `attempt` counts how often the same slice was
   * refused because of rows that changed meanwhile: smaller slices collide less.
   */
  readonly slice: (context: StepContext, cursor: number, attempt: number) => Promise<Slice>;
}
