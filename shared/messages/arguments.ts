import type { Json, JsonObject } from '../types.ts';
import { isArray, isObject } from './guard.ts';
import { MAX_TOOL_NAME_CHARS, TOOL_NAME, UNNAMED_TOOL } from './limits.ts';
import { findIllFormed, wellFormedValue } from './well-formed.ts';

/** The member that holds arguments which were no JSON, so that they stay readable and the call stays valid. */
const RAW_ARGUMENTS = 'raw_arguments';

/** An escaped surrogate: only then can the decoded arguments be ill-formed although their text is not. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Parses JSON. `undefined` when the text is no JSON, or nested too deeply to be handled. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return findIllFormed(value, '') === null ? undefined : value;
  } catch (error) {
    // Not JSON (SyntaxError), or so deeply nested that the parser gave up (RangeError).
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Arguments as valid JSON text: the text itself when it is valid, "{}" for blank text, and any other
 * text wrapped as `{"raw_arguments": text}`. Objects (some servers send them unserialised) are serialised.
 */
export function argumentsText(value: Json | undefined): string {
  if (value === undefined || value === null) return '{}';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value.trim() === '') return '{}';
  const parsed = parseJson(value);
  if (parsed === undefined) return JSON.stringify({ [RAW_ARGUMENTS]: value });
  if (!ESCAPED_SURROGATE.test(value)) return value;
  return findIllFormed(parsed, '')?.length === 0 ? value : JSON.stringify(wellFormedValue(parsed));
}

/**
 * Arguments as the object that Anthropic's `tool_use.input` must be: null, "" and [] become {}, a
 * string that holds a JSON object becomes that object, any other value stands under one member.
 */
export function inputObject(value: Json | undefined): JsonObject {
  if (isObject(value)) return value;
  if (value === undefined || value === null) return {};
  if (isArray(value)) return value.length === 0 ? {} : { value };
  if (typeof value !== 'string') return { value };
  if (value.trim() === '') return {};
  const parsed = parseJson(value);
  if (parsed === undefined) return { [RAW_ARGUMENTS]: value };
  const clean = wellFormedValue(parsed);
  return typeof clean === 'string' ? { value: clean } : inputObject(clean);
}

/** The name itself when a provider accepts it, otherwise the nearest one that it does. */
export function toolName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  const safe = name.slice(0, MAX_TOOL_NAME_CHARS).replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  return safe === '' ? UNNAMED_TOOL : safe;
}
