import type { Json, JsonObject } from '../types.ts';

/**
 * Applies a JSON merge patch (RFC 7396): members of the patch replace those of the target, objects are
 * merged, null takes a member off. Arrays are replaced as a whole. Neither argument is changed.
 */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (isObject(value)) {
      const before = merged.get(name);
      merged.set(name, mergePatch(isObject(before) ? before : {}, value));
    } else merged.set(name, value);
  }
  // From entries, so that a member called "__proto__" is one like any other.
  return Object.fromEntries(merged);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
