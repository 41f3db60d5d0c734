import type { Failure } from '../../shared/errors.ts';
import { fail, type Result } from '../../shared/result.ts';
import { storeGuard } from '../../shared/store-guard.ts';

/** Runs database calls of this Worker; what they throw is logged as one line and becomes a failure value. */
export const guard = storeGuard((fields) => console.error(JSON.stringify(fields)));

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
