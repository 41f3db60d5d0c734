import type { PrefixRecord } from '../ports.ts';
import type { Json, JsonObject } from '../types.ts';

/** Schema keywords whose values are data or carry meaning in their order; nothing inside is re-ordered. */
const VERBATIM_KEYWORDS = new Set([
  'enum',
  'const',
  'default',
  'examples',
  'oneOf',
  'anyOf',
  'allOf',
]);

/**
 * Tool definitions in canonical order and key order, so that equal tool sets give equal bytes: tools
 * by name, object keys sorted, `required` sorted (it is a set). Arrays whose order means something
 * (`enum`, `oneOf`, `anyOf`, `prefixItems`) keep it. No field is lost.
 */
export function canonicalTools(tools: readonly JsonObject[]): readonly JsonObject[] {
  return tools
    .map((tool) => canonical(tool, false))
    .map((tool) => ({ tool, name: toolName(tool) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ tool }) => tool);
}

/** Name of a tool definition of either dialect; "" when it has none. */
export function toolName(tool: JsonObject): string {
  const inner = isObject(tool.function) ? tool.function : tool;
  return typeof inner.name === 'string' ? inner.name : '';
}

function canonical(object: JsonObject, insideData: boolean): JsonObject {
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    if (key === 'required' && !insideData && isStringArray(value)) sorted[key] = [...value].sort();
    else sorted[key] = canonicalValue(value, insideData || isDataKeyword(key, value));
  }
  return sorted;
}

/** `default`, `enum`… hold data; inside `properties` the same word is only a property's name. */
function isDataKeyword(key: string, value: Json): boolean {
  return VERBATIM_KEYWORDS.has(key) && !(isObject(value) && isObject(value.properties ?? null));
}

function canonicalValue(value: Json, insideData: boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => canonicalValue(entry, insideData));
  return isObject(value) ? canonical(value, insideData) : value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStringArray(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** A stretch of the request in the order in which the provider reads it. */
export interface PrefixPiece {
  /** What the piece is: "tools", "system", or a candidate's id. */
  readonly label: string;
  readonly text: string;
  readonly tokens: number;
}

/** How much of the provider's prompt cache a window can reuse; see `comparePrefix`. */
export interface PrefixReport {
  /** Of the stable prefix: 24 hexadecimal digits. */
  readonly signature: string;
  /** Tokens of the stable prefix. */
  readonly tokens: number;
  /** Whether the session's last window had the same signature. */
  readonly hit: boolean;
  /** Tokens of the leading pieces that are byte-identical to the last window's, beyond the stable prefix too. */
  readonly reusable_tokens: number;
  /** Label of the first piece that differs; null when none does or there was no earlier window. */
  readonly first_difference: string | null;
}

/**
 * Compares this window's pieces, in the order in which the provider reads them, with the session's
 * last window. `signature` covers the stable prefix (`stable` leading pieces); it is a hit when the
 * last window had the same; `reusable_tokens` counts the leading pieces that are byte-identical, and
 * `first_difference` names the first that is not (null when there was no earlier window, or the
 * earlier window is a prefix of this one).
 */
export async function comparePrefix(
  pieces: readonly PrefixPiece[],
  stable: number,
  last: PrefixRecord | null,
): Promise<{ readonly report: PrefixReport; readonly record: PrefixRecord }> {
  const hashed = await Promise.all(
    pieces.map(async ({ label, text, tokens }) => ({ label, hash: await hash(text), tokens })),
  );
  const prefix = hashed.slice(0, stable);
  const signature = await hash(prefix.map((piece) => piece.hash).join('.'));
  const before = last?.pieces ?? [];
  const same = before.findIndex((piece, index) => piece.hash !== hashed[index]?.hash);
  const shared = same === -1 ? before.length : same;
  const sum = (list: readonly { readonly tokens: number }[]) =>
    list.reduce((total, piece) => total + piece.tokens, 0);
  return {
    report: {
      signature,
      tokens: sum(prefix),
      hit: last !== null && last.signature === signature,
      reusable_tokens: sum(hashed.slice(0, shared)),
      first_difference:
        last === null || shared === before.length
          ? null
          : (hashed[shared]?.label ?? before[shared]?.label ?? null),
    },
    record: { signature, pieces: hashed },
  };
}

/** Enough hexadecimal digits of SHA-256 that two prefixes never share a signature by chance. */
const HASH_DIGITS = 24;

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, HASH_DIGITS);
}
