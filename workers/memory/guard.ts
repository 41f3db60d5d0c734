import type { Failure } from '../../shared/errors.ts';
import { fail, type Result } from '../../shared/result.ts';

/**
 * Runs database calls and turns what they throw into `dependency_unavailable`: a database that is down
 * is never an empty answer. `action` begins the detail ("Cannot recall memories").
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
    console.error(`${action}: ${cause instanceof Error ? cause.message : String(cause)}`);
    return fail({ code: 'dependency_unavailable', detail: `${action}: the store did not answer` });
  }
}

/** Runs a call to another Worker with a time limit; an exception or the limit is a failure value. */
export async function within<T>(
  limitMs: number,
  action: string,
  call: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Result<T, Failure>>((resolve) => {
    const detail = `${action}: no answer within ${limitMs} ms`;
    timer = setTimeout(() => resolve(fail({ code: 'dependency_unavailable', detail })), limitMs);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: 'dependency_unavailable', detail: `${action}: ${why}` });
  } finally {
    clearTimeout(timer);
  }
}
