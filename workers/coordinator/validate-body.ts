import type { z } from 'zod';
import type { Failure, FieldProblem } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { fieldsAt } from './schema-fields.ts';

/** Most field problems in one answer; a body that is wrong everywhere is told so by the first ones. */
const MAX_PROBLEMS = 50;

type Issue = z.core.$ZodIssue;

/** Validates a parsed body; every field that is wrong is named with its pointer and the remedy. */
export function validateBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
): Result<z.output<T>, Failure> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const errors = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue) => fieldProblems(issue, [], schema))
    .slice(0, MAX_PROBLEMS);
  const [first] = errors;
  const where = first === undefined || first.pointer === '' ? 'body' : first.pointer;
  return fail({
    code: 'invalid_request',
    detail: `Cannot accept ${where}: ${first?.detail ?? 'it is not valid'}`,
    errors,
  });
}

function fieldProblems(
  issue: Issue,
  parents: readonly PropertyKey[],
  schema: z.ZodType,
): readonly FieldProblem[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, path);
    const remedy = known.length === 0 ? 'leave it out' : `there are ${known.join(', ')}`;
    return issue.keys.map((key) => ({
      pointer: pointer([...path, key]),
      detail: `Unknown field: ${remedy}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const closest = closestOption(issue.errors);
    if (closest !== undefined) {
      return closest.flatMap((inner) => fieldProblems(inner, path, schema));
    }
  }
  return [{ pointer: pointer(path), detail: issue.message }];
}

/** Of the options of a union, the one that got furthest: its problems are those worth telling. */
function closestOption(options: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return options.find((issues) =>
    issues.some((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
  );
}

/** A JSON pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${String(part).toWellFormed().replace(/~/g, '~0').replace(/\//g, '~1')}`)
    .join('');
}
