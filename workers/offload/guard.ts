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
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`${action}: ${reason}`);
    return fail({ code: 'dependency_unavailable', detail: `${action}: the store did not answer` });
  }
}
