import { type FetchRequest, fetchRequestSchema } from '../contracts/offload.ts';
import type { Failure, FieldProblem } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';

/**
 * Validates one fetch operation: a request body, or the tool's arguments without the handle. A body with
 * `next` and no `mode` is taken as `next`. `invalid_request` with a pointer for each problem otherwise.
 */
export function parseFetch(input: unknown): Result<FetchRequest, Failure> {
  const withMode = hasNextOnly(input) ? { mode: 'next', ...input } : input;
  const parsed = fetchRequestSchema.safeParse(withMode);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(
      (issue): FieldProblem => ({
        pointer: toPointer(issue.path, issue.code === 'unrecognized_keys' ? issue.keys : []),
        detail: issue.message,
      }),
    );
    return fail({
      code: 'invalid_request',
      detail: `Cannot read fetch operation: ${errors[0]?.detail ?? 'it is malformed'}`,
      errors,
    });
  }
  const request = parsed.data;
  if (request.mode === 'lines' && request.to < request.from) {
    return fail(emptyRange(`line ${request.to} is before line ${request.from}`));
  }
  if (request.mode === 'bytes' && request.to <= request.from) {
    return fail(emptyRange('to is not included and must be above from'));
  }
  return ok(request);
}

function hasNextOnly(input: unknown): input is object {
  return typeof input === 'object' && input !== null && 'next' in input && !('mode' in input);
}

/** A JSON pointer (RFC 6901); an unknown key is named itself, not the object around it. */
function toPointer(path: readonly PropertyKey[], keys: readonly string[]): string {
  return [...path, ...keys.slice(0, 1)]
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function emptyRange(state: string): Failure {
  const detail = `Cannot read range: ${state}`;
  return { code: 'invalid_request', detail, errors: [{ pointer: '/to', detail }] };
}
