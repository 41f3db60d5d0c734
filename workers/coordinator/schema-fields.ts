import { z } from 'zod';

/** Names of the fields that a schema has for the object at `path`; `[]` where it has no such object. */
export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) {
    const options: readonly unknown[] = inner.options;
    return [
      ...new Set(options.flatMap((option) => (isSchema(option) ? fieldsAt(option, path) : []))),
    ];
  }
  const [head, ...rest] = path;
  if (head === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  const next: unknown =
    inner instanceof z.ZodObject
      ? inner.shape[String(head)]
      : inner instanceof z.ZodArray
        ? inner.element
        : undefined;
  return isSchema(next) ? fieldsAt(next, rest) : [];
}

/** The schema behind optional, default and the like. */
function unwrapped(schema: z.ZodType): z.ZodType {
  let inner: unknown = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodNullable
  ) {
    inner = inner.unwrap();
  }
  return isSchema(inner) ? inner : schema;
}

function isSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}
