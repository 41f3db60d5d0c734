import type { Span } from '../types.ts';

/** A value of an object or array by its place in the source; `key` is the source of the key, quotes included. */
export interface JsonMember extends Span {
  readonly key: string | null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether `text` is one JSON document whose root is an object or an array. Linear; nesting is no danger. */
export function isJson(text: string): boolean {
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[') return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    // Not JSON is an answer here; anything but a syntax error would be a bug.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The end of the string that starts with the quote at `start`. */
function stringEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}

/** Valid JSON without the white space between its tokens; every number and string keeps its source text. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = stringEnd(text, at);
    } else if (unit <= 0x20) {
      parts.push(text.slice(from, at));
      while (text.charCodeAt(at) <= 0x20) at += 1;
      from = at;
    } else {
      at += 1;
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The end of the value that starts at `start` in compact JSON. No recursion: depth is no danger. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = stringEnd(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) depth += 1;
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) {
      // A closing bracket at depth 0 belongs to the parent and ends a bare number or word.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (unit === COMMA && depth === 0) return at;
    at += 1;
  }
  return at;
}

/**
 * The members of the object or the items of the array that starts at `start` in compact, valid JSON, in
 * their order. [] for an empty one and for anything else. Time is linear in the source of the value.
 */
export function jsonMembers(text: string, start: number): JsonMember[] {
  const members: JsonMember[] = [];
  const isObject = text.charCodeAt(start) === OPEN_OBJECT;
  if (!isObject && text.charCodeAt(start) !== OPEN_ARRAY) return members;
  let at = start + 1;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) break;
    if (unit === COMMA || unit === COLON) {
      at += 1;
      continue;
    }
    let key: string | null = null;
    if (isObject) {
      const keyEnd = stringEnd(text, at);
      key = text.slice(at, keyEnd);
      at = keyEnd + 1;
    }
    const end = valueEnd(text, at);
    members.push({ key, start: at, end });
    at = end;
  }
  return members;
}
