import type { Json } from './types.ts';

/** The closed list of failure codes. Each maps to one HTTP status in `workers/coordinator/http-error.ts`. */
export const FAILURE_CODES = [
  'invalid_request',
  'unauthorized',
  'not_found',
  'gone',
  'conflict',
  'idempotency_mismatch',
  'too_large',
  'range_not_satisfiable',
  'unsupported_media_type',
  'method_not_allowed',
  'budget_infeasible',
  'rate_limited',
  'quota_exceeded',
  'dependency_unavailable',
  'internal',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** Where in the request something is wrong, as a JSON pointer, and the remedy. */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** An expected failure. Plain data: it crosses RPC unchanged and is mapped to HTTP in one place. */
export interface Failure {
  readonly code: FailureCode;
  /** Action, then state, no final period: "Cannot fit window: pinned chunks need 9000 tokens, budget is 8000". */
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number;
  /** Further members of the problem document, such as `minimum_budget_tokens`. */
  readonly extra?: { readonly [key: string]: Json };
}

/** Builds a failure for one field. `pointer` is a JSON pointer ("/budget_tokens"). */
export function fieldFailure(pointer: string, detail: string): Failure {
  return { code: 'invalid_request', detail, errors: [{ pointer, detail }] };
}
