import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { Json, JsonObject } from '../types.ts';
import { isArray, isObject } from './guard.ts';
import { MAX_NESTING_LEVELS } from './limits.ts';
import type { Repair } from './types.ts';

/**
 * Repairs lone surrogates in every string of a message (each becomes U+FFFD), and reports each
 * string. Strict JSON parsers refuse a whole request for one of them.
 *
 * @returns the same object when nothing had to change. Fails when the message is nested deeper than
 * `MAX_NESTING_LEVELS`.
 */
export function wellFormedMessage(
  message: JsonObject,
  pointer: string,
): Result<{ readonly message: JsonObject; readonly repairs: readonly Repair[] }, Failure> {
  const broken = findIllFormed(message, pointer);
  if (broken === null) {
    return fail(
      fieldFailure(
        pointer,
        `Cannot read message: it is nested deeper than ${MAX_NESTING_LEVELS} levels`,
      ),
    );
  }
  if (broken.length === 0) return ok({ message, repairs: [] });
  const repaired = wellFormedValue(message);
  const repairs = broken.map((where) => ({
    code: 'text_made_well_formed',
    pointer: where,
    detail: 'Replaced half of a surrogate pair by U+FFFD',
  }));
  return ok({ message: isObject(repaired) ? repaired : message, repairs });
}

/** A copy of a value whose strings and member names are well-formed Unicode. */
export function wellFormedValue(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (isArray(value)) return value.map(wellFormedValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormedValue(item)]),
  );
}

/**
 * Pointers of the strings that are not well-formed Unicode, in no fixed order across levels.
 * @returns null when the value is nested too deeply to be read safely.
 */
export function findIllFormed(value: Json, pointer: string): readonly string[] | null {
  const found: string[] = [];
  // An explicit stack: hostile nesting must not overflow the call stack before it is measured.
  const stack: { value: Json; pointer: string; depth: number }[] = [{ value, pointer, depth: 0 }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item.value === 'string') {
      if (!item.value.isWellFormed()) found.push(item.pointer);
      continue;
    }
    if (typeof item.value !== 'object' || item.value === null) continue;
    if (item.depth >= MAX_NESTING_LEVELS) return null;
    for (const [key, child] of Object.entries(item.value)) {
      const where = `${item.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!key.isWellFormed()) found.push(where.toWellFormed());
      stack.push({ value: child, pointer: where, depth: item.depth + 1 });
    }
  }
  return found;
}
