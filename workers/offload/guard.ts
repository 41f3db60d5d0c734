import type { Failure } from '../../shared/errors.ts';
import { fail, type Result } from '../../shared/result.ts';

/**
 * Runs storage calls and turns what they throw into `dependency_unavailable`, so that a store that is
 * down reaches the caller as a value. `action` begins the detail ("Cannot store offload").
 */
export async function guard<T>(
  action: string,
  run: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  try {
    return await run();
  } catch (error) {
    // Drizzle wraps the database's error in one that repeats the query with its values; log the cause.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    console.log(`${action}: ${reason}`);
    return fail({ code: 'dependency_unavailable', detail: `${action}: the store did not answer` });
  }
}
