import type { Failure } from './errors.ts';
import { fail, type Result } from './result.ts';
import type { JsonObject } from './types.ts';

/** Runs a call to a store; see `storeGuard`. */
export type StoreGuard = <T>(
  action: string,
  run: () => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>>;

/**
 * Makes the guard that storage calls run in: what they throw becomes `dependency_unavailable`, so that
 * a store that is down reaches the caller as a value and is never an empty answer. `action` begins the
 * detail ("Cannot recall memories"). `report` gets the cause as fields of one log line.
 */
export function storeGuard(report: (fields: JsonObject) => void): StoreGuard {
  return async (action, run) => {
    try {
      return await run();
    } catch (error) {
      // Drizzle wraps the database's error in one that repeats the query with its values; log the cause.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const message = cause instanceof Error ? cause.message : String(cause);
      report({ level: 'error', event: 'store_failed', action, message });
      return fail({
        code: 'dependency_unavailable',
        detail: `${action}: the store did not answer`,
      });
    }
  };
}
