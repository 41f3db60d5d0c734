import type { z } from 'zod';
import type { Failure, FieldProblem } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

/** Most field problems in one answer; a body that is wrong everywhere is told so by the first ones. */
const MAX_PROBLEMS = 50;

/** Validates a parsed body; every field that is wrong is named with its pointer and the remedy. */
export function validateBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
): Result<z.output<T>, Failure> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const errors = parsed.error.issues.flatMap(fieldProblems).slice(0, MAX_PROBLEMS);
  const [first] = errors;
  const where = first === undefined || first.pointer === '' ? 'body' : first.pointer;
  return fail({
    code: 'invalid_request',
    detail: `Cannot accept ${where}: ${first?.detail ?? 'it is not valid'}`,
    errors,
  });
}

function fieldProblems(issue: z.core.$ZodIssue): readonly FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointer([...issue.path, key]),
      detail: 'Unknown field: leave it out, or see /docs for the fields that exist',
    }));
  }
  return [{ pointer: pointer(issue.path), detail: issue.message }];
}

/** A JSON pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
