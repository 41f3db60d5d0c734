import type { z } from 'zod';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';

/** The part of the Workers AI binding that the adapters use. */
export interface AiRunner {
  run(
    model: string,
    inputs: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

/** A failure of Workers AI; the caller falls back or says that something is missing. */
export function aiFailure(model: string, state: string): Failure {
  return { code: 'dependency_unavailable', detail: `Cannot run ${model}: ${state}` };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs a model within a time limit and checks the shape of its answer. The signal asks the binding to
 * stop; the race does not depend on it listening. Never throws: errors, time-outs and answers of
 * another shape are failures.
 */
export async function callAi<T>(
  ai: AiRunner,
  model: string,
  inputs: Readonly<Record<string, unknown>>,
  limits: { readonly timeoutMs: number; readonly schema: z.ZodType<T> },
): Promise<Result<T, Failure>> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), limits.timeoutMs);
  });
  try {
    const answer = ai.run(model, inputs, { signal: controller.signal });
    const first = await Promise.race([answer.then((value) => ({ value })), timeout]);
    if (first === 'timeout') {
      // Whatever the run still throws has nobody waiting for it.
      answer.catch(() => undefined);
      controller.abort();
      return fail(aiFailure(model, `no answer within ${limits.timeoutMs} ms`));
    }
    const parsed = limits.schema.safeParse(first.value);
    if (parsed.success) return ok(parsed.data);
    const [issue] = parsed.error.issues;
    const where = issue === undefined ? '' : ` at /${issue.path.join('/')}: ${issue.message}`;
    return fail(aiFailure(model, `the answer has another shape${where}`));
  } catch (error) {
    return fail(aiFailure(model, describe(error)));
  } finally {
    clearTimeout(timer);
  }
}
