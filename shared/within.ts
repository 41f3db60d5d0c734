import type { Failure } from './errors.ts';
import { fail, type Result } from './result.ts';

/**
 * Runs a call to another Worker or service with a time limit in milliseconds. What the call throws, and
 * the limit, are the failure `dependency_unavailable`: "Cannot {action}: …". The call itself goes on.
 */
export async function within<T>(
  limitMs: number,
  action: string,
  call: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Result<T, Failure>>((resolve) => {
    timer = setTimeout(
      () => resolve(unavailable(action, `no answer within ${limitMs} ms`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    return unavailable(action, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

function unavailable<T>(action: string, why: string): Result<T, Failure> {
  return fail({ code: 'dependency_unavailable', detail: `Cannot ${action}: ${why}` });
}
