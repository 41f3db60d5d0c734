import type { Failure } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';

/**
 * The value of a call to another Worker, for work that cannot go on without it.
 * @throws Error with what failed: "Cannot {action}: …", also when there is no answer within the limit
 */
export async function must<T>(
  limitMs: number,
  action: string,
  call: () => Promise<Result<T, Failure>>,
): Promise<T> {
  const answer = await within(limitMs, action, call);
  if (!answer.ok) throw new Error(answer.error.detail);
  return answer.value;
}
