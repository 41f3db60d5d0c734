import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';

/** What a body without a content type is taken for. */
export const DEFAULT_MEDIA_TYPE = 'text/plain; charset=utf-8';

/** `type/subtype` of RFC 9110 section 8.3.1. */
const TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;
/** One `name=value` parameter with a token or simple quoted value; no control characters. */
const PARAMETER = /^([a-z0-9!#$&^_.+-]+)=("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[a-z0-9!#$&^_.+-]+)$/i;

/**
 * Brings a media type to one spelling: lowercase, `; ` between parameters, and `charset=utf-8` on
 * `text/*` that names no charset, without which browsers guess and non-ASCII text turns to mojibake.
 * Missing or blank → `text/plain; charset=utf-8`. Malformed → `invalid_request` at `/media_type`.
 */
export function normaliseMediaType(raw: string | null | undefined): Result<string, Failure> {
  const [head = '', ...rest] = (raw ?? '').split(';').map((part) => part.trim());
  const type = head.toLowerCase();
  if (type === '' && rest.every((part) => part === '')) return ok(DEFAULT_MEDIA_TYPE);
  if (!TYPE.test(type)) return fail(malformed());
  const parameters: string[] = [];
  let hasCharset = false;
  for (const part of rest) {
    if (part === '') continue;
    const match = PARAMETER.exec(part);
    if (match === null) return fail(malformed());
    const name = (match[1] ?? '').toLowerCase();
    const value = match[2] ?? '';
    hasCharset ||= name === 'charset';
    parameters.push(
      `${name}=${name === 'charset' ? value.replaceAll('"', '').toLowerCase() : value}`,
    );
  }
  if (type.startsWith('text/') && !hasCharset) parameters.push('charset=utf-8');
  return ok([type, ...parameters].join('; '));
}

/** The `type/subtype` of a normalised media type, without parameters. */
export function baseType(mediaType: string): string {
  return mediaType.split(';', 1)[0] ?? mediaType;
}

function malformed(): Failure {
  return fieldFailure(
    '/media_type',
    'Cannot read media type: it must look like "text/markdown; charset=utf-8"',
  );
}
