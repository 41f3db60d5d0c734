/** Typed interface of the memory Worker's RPC methods. */
import type { Failure } from '../errors.ts';
import type { Result } from '../result.ts';
import type { Degradation } from '../types.ts';
import type {
  Added,
  Memory,
  MemoryPatch,
  NewMemory,
  Recalled,
  RecallRequest,
  Scope,
  StrikeRequest,
  Struck,
} from './memory.ts';
import type { Filter } from './memory-filter.ts';
import type {
  Consolidation,
  ErasedMemories,
  ExportLine,
  HistoryEntry,
  Imported,
  Link,
  Reconciliation,
} from './memory-upkeep.ts';
import type { BindingHealth } from './offload.ts';

/** Where a call may read: D1 keeps copies of the database near its users. */
export interface ReadFrom {
  /**
   * The bookmark of an earlier answer: reads near the user, and nothing older than that answer.
   * `nearest`: reads near the user, however old. Absent: reads what was written last, wherever that is.
   */
  readonly bookmark?: string | undefined;
}

/** A value, and the bookmark that reads after it may give. */
export type Marked<T> = T & { readonly bookmark: string | null };

/** When a call is made and by whom; the time is that of the call when absent. */
export interface CallBy {
  readonly nowMs?: number | undefined;
  /** Name of the caller's key. */
  readonly by?: string | undefined;
}

/** Which memories of a tenant are listed, newest first. */
export interface ListRequest {
  readonly scope: Scope;
  readonly filters?: Filter | undefined;
  readonly include_superseded: boolean;
  readonly limit: number;
  /** `nextSeq` of the page before; null for the first page. */
  readonly beforeSeq: number | null;
}

/** How much a job may do in one call. */
export interface JobLimits {
  readonly nowMs?: number | undefined;
  /** Milliseconds after which the job stops at the next safe place. */
  readonly budgetMs?: number | undefined;
}

/**
 * RPC methods of the memory Worker (class `Memory`). The tenant comes first; a blank one is
 * `unauthorized`. Expected failures are values: a request without scope `invalid_request`, an id that
 * the tenant does not have `not_found`, a database that is down `dependency_unavailable`. `nowMs` is
 * the time of the call when absent.
 */
export interface MemoryRpc {
  /**
   * Stores at most 100 memories. When the vector index is down they are found by their words. A text
   * that gives instructions, and one that was struck, is `quarantined`: kept with the reason, and never
   * a memory. Text of an assembled window is `invalid_request`. `writtenBy` names the caller's key.
   */
  add(
    tenant: string,
    memories: readonly NewMemory[],
    nowMs?: number,
    writtenBy?: string,
  ): Promise<Result<Marked<Added>, Failure>>;
  /**
   * One memory, superseded ones and those past `valid_to` as well; one whose retention has ended is gone. What is quarantined or struck is `not_found`; the
   * failure says so, by whom, when and why in `extra`.
   */
  get(tenant: string, id: string, from?: ReadFrom): Promise<Result<Marked<Memory>, Failure>>;
  /** Deletes one memory: no path shows it from then on. */
  remove(
    tenant: string,
    id: string,
    call?: CallBy,
  ): Promise<
    Result<Marked<{ readonly id: string; readonly degraded: readonly Degradation[] }>, Failure>
  >;
  /** The memories of a scope that answer a question, best first. */
  recall(
    tenant: string,
    request: RecallRequest,
    nowMs?: number,
    from?: ReadFrom,
  ): Promise<Result<Marked<Recalled>, Failure>>;
  /**
   * Takes memories out for good, with who and why: no path shows them from then on, and the same text
   * written again is quarantined. Unknown ids are left out of the answer; repeating it changes nothing.
   */
  strike(tenant: string, request: StrikeRequest, nowMs?: number): Promise<Result<Struck, Failure>>;
  /** A page of a tenant's memories, newest first, as they are written; the last one has no `nextSeq`. */
  list(
    tenant: string,
    request: ListRequest,
    from?: ReadFrom,
  ): Promise<
    Result<Marked<{ readonly items: readonly Memory[]; readonly nextSeq: number | null }>, Failure>
  >;
  /**
   * Changes some fields of a memory; metadata is merged (RFC 7396), everything else stays. A text that
   * gives instructions is `invalid_request`, one that another memory of the scope has `conflict`.
   */
  update(
    tenant: string,
    id: string,
    patch: MemoryPatch,
    call?: CallBy,
  ): Promise<Result<Marked<Memory>, Failure>>;
  /**
   * Changes of a memory, newest first, before the entry `beforeSeq`, and its ties. A page may hold fewer
   * than `limit` when their texts are very long.
   */
  history(
    tenant: string,
    id: string,
    page: { readonly limit: number; readonly beforeSeq: number | null },
    from?: ReadFrom,
  ): Promise<
    Result<
      Marked<{
        readonly entries: readonly (HistoryEntry & { readonly seq: number })[];
        readonly links: readonly Link[];
        /** What the next page gives as `beforeSeq`; null for the last page. */
        readonly nextSeq: number | null;
      }>,
      Failure
    >
  >;
  /**
   * Counts memories as useful. With `windowId` each counts once for that window, however often it is
   * said. Unknown ids are left out of the answer.
   */
  useful(
    tenant: string,
    ids: readonly string[],
    call?: CallBy & { readonly windowId?: string | undefined },
  ): Promise<Result<Marked<{ readonly counts: Readonly<Record<string, number>> }>, Failure>>;
  /** Brings an archived memory back, with its history. `not_found` for one that is not archived. */
  restore(tenant: string, id: string, call?: CallBy): Promise<Result<Marked<Memory>, Failure>>;
  /**
   * Erases everything of a user: memories, history, quarantine, vectors, archives. Works through as
   * much as one call can and says whether that was all; repeating it is harmless.
   */
  erase(tenant: string, userId: string, call?: CallBy): Promise<Result<ErasedMemories, Failure>>;
  /** Lines of an export in the order of writing, after the line `afterSeq`. */
  exportPage(
    tenant: string,
    page: { readonly scope: Scope; readonly afterSeq: number; readonly limit: number },
    from?: ReadFrom,
  ): Promise<
    Result<{ readonly lines: readonly ExportLine[]; readonly lastSeq: number | null }, Failure>
  >;
  /**
   * Stores lines of an export or new memories, at most a hundred; ids, times and counts are kept. A line
   * that cannot be read is in `failed`, by its place in `lines` from 1, and keeps no other from being stored.
   */
  importLines(
    tenant: string,
    lines: readonly unknown[],
    call?: CallBy,
  ): Promise<Result<Marked<Imported>, Failure>>;
  /**
   * Goes on with the consolidation of one tenant, or of all in turn. Leased: what another call is doing
   * is left to it. Answers what was done for each tenant that was reached.
   */
  consolidate(
    request: {
      readonly tenant?: string | undefined;
      readonly dryRun?: boolean | undefined;
      /** Whether a language model may write reflections; as configured when absent. */
      readonly reflect?: boolean | undefined;
    } & JobLimits,
  ): Promise<
    Result<
      {
        readonly runs: readonly (Consolidation & { readonly tenant: string })[];
        /** True when every tenant is done for now. */
        readonly complete: boolean;
      },
      Failure
    >
  >;
  /** Runs of a tenant, newest first, before the run `beforeId`. */
  consolidations(
    tenant: string,
    page: { readonly limit: number; readonly beforeId: string | null },
  ): Promise<Result<{ readonly items: readonly Consolidation[] }, Failure>>;
  /** Tells the vector index what it has not been told, for all tenants: the outbox, and rows of another model. */
  deliver(
    limits?: JobLimits,
  ): Promise<
    Result<
      { readonly delivered: number; readonly failed: number; readonly pending: number },
      Failure
    >
  >;
  /** Compares a tenant's rows (all tenants without one) with the vector index, and repairs. */
  reconcile(
    request: {
      readonly tenant?: string | undefined;
      readonly repair: boolean;
      readonly cursor?: string | undefined;
    } & JobLimits,
  ): Promise<Result<Reconciliation, Failure>>;
  /** State of the Worker's bindings: the databases and the vector index. */
  health(): Promise<Result<readonly BindingHealth[], Failure>>;
}
