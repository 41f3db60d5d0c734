import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

/**
 * Largest JSON body, in bytes. Everything in it may have to cross RPC to the scoring Worker, which
 * carries 32 MiB, and be held several times in 128 MB.
 */
export const MAX_JSON_BYTES = 16_000_000;
/** Deepest nesting of a JSON body; deeper ones exhaust the stack of whatever walks them. */
const MAX_DEPTH = 128;

/** True for `application/json` and its relatives. */
export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType.trim());
}

/** Reads a body up to a limit, whatever its content-length says; `too_large` beyond it. */
export async function readBytes(
  request: Request,
  limitBytes: number,
  remedy = 'send less, or offload large texts first',
): Promise<Result<Uint8Array<ArrayBuffer>, Failure>> {
  const tooLarge = fail<Failure>({
    code: 'too_large',
    detail: `Cannot read body: it is larger than ${limitBytes} bytes; ${remedy}`,
  });
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) return tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > limitBytes) return tooLarge;
    parts.push(part);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return ok(bytes);
}

/** Parses a JSON body. Fails with what is wrong, where, and what would be right. */
export function parseJson(bytes: Uint8Array, contentType: string | null): Result<unknown, Failure> {
  if (contentType !== null && !isJson(contentType)) {
    return fail({
      code: 'unsupported_media_type',
      detail: `Cannot read body: content-type is "${contentType.slice(0, 100)}", send application/json`,
    });
  }
  const parsed = parseText(bytes);
  return parsed.ok ? parsed : invalid(parsed.error);
}

/** The JSON value of UTF-8 bytes, or what is wrong with them: "it is not UTF-8". */
export function parseText(bytes: Uint8Array): Result<unknown, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return fail('it is not UTF-8');
  }
  if (tooDeep(text)) return fail(`it is nested more than ${MAX_DEPTH} levels deep`);
  if (text.trim() === '') return fail('it is empty, send a JSON object');
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return fail(error instanceof Error ? error.message.slice(0, 200) : 'it is not JSON');
  }
}

function invalid(why: string): Result<never, Failure> {
  const detail = `Cannot read body: ${why}`;
  return fail({ code: 'invalid_request', detail, errors: [{ pointer: '', detail }] });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Measures nesting without recursion, brackets in strings aside. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}
