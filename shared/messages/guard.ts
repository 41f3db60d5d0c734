import type { Json, JsonObject } from '../types.ts';

/** Whether a JSON value is an object (not an array, not null). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. `Array.isArray` alone does not narrow read-only arrays. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a text has nothing to read: "" or white space only. Providers refuse such text blocks. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Appends items one by one: spreading a hostile number of them into `push` overflows the call stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The type of a content block, or "" when it has none. */
export function blockType(block: JsonObject): string {
  return typeof block.type === 'string' ? block.type : '';
}

/**
 * A copy of `base` with some members replaced, removed (`undefined`) or appended. The order of the
 * members of `base` stays, so that the same edit gives the same bytes.
 */
export function patch(
  base: JsonObject,
  changes: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const entries: [string, Json][] = [];
  for (const key of new Set([...Object.keys(base), ...Object.keys(changes)])) {
    const value = Object.hasOwn(changes, key) ? changes[key] : base[key];
    if (value !== undefined) entries.push([key, value]);
  }
  // fromEntries defines members, so a member called "__proto__" stays plain data.
  return Object.fromEntries(entries);
}
