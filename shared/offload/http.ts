import type { ByteRange, OffloadInfo } from '../contracts/offload.ts';
import type { Failure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import { baseType, DEFAULT_MEDIA_TYPE } from './media-type.ts';

/** What a browser may show as it is: none of these can run a script. Other text is shown as plain text. */
const SHOWN_TYPES = new Set([
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'application/jsonl',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** One range of RFC 9110 section 14.1.2: "bytes=0-99", "bytes=100-" or "bytes=-100". */
const SINGLE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;

/**
 * Reads a `Range` header. Null means the whole body: no header, another unit, several ranges or a
 * malformed one, which RFC 9110 lets a server ignore.
 */
export function parseRange(header: string | null | undefined): ByteRange | null {
  const match = SINGLE_RANGE.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '') return last === '' ? null : { suffix: Number(last) };
  const range = { first: Number(first), last: last === '' ? null : Number(last) };
  return range.last !== null && range.last < range.first ? null : range;
}

/**
 * The half-open part of `total` bytes that a range names, clamped to the end. `range_not_satisfiable`
 * when it starts at or after the end or is an empty suffix; `extra.total_bytes` is for Content-Range.
 */
export function resolveRange(
  range: ByteRange,
  total: number,
): Result<{ readonly start: number; readonly end: number }, Failure> {
  const start = 'suffix' in range ? Math.max(0, total - range.suffix) : range.first;
  const end = 'suffix' in range ? total : Math.min(total, (range.last ?? total - 1) + 1);
  if (start < end) return ok({ start, end });
  return fail({
    code: 'range_not_satisfiable',
    detail: `Cannot read range: it starts at byte ${start}, the content has ${total} bytes`,
    extra: { total_bytes: total },
  });
}

/** The `Content-Range` header of a 416 answer about content of `total` bytes. */
export function unsatisfiedRange(total: number): string {
  return `bytes */${total}`;
}

/**
 * Status and headers for a body of `GET /v1/offload/{handle}`: 206 for a range, else 200. Content that a
 * browser could run (HTML, SVG, XML, scripts) is sent as plain text, and what is not shown is a download;
 * `nosniff` and a sandbox make sure that it stays so.
 */
export function bodyResponse(part: {
  readonly info: Pick<OffloadInfo, 'handle' | 'media_type' | 'bytes' | 'sha256'>;
  readonly start: number;
  readonly end: number;
  readonly partial: boolean;
}): { readonly status: 200 | 206; readonly headers: { readonly [name: string]: string } } {
  const { info, start, end, partial } = part;
  const shown = SHOWN_TYPES.has(baseType(info.media_type));
  const headers = {
    'content-type': servedType(info.media_type),
    'content-length': String(end - start),
    'content-disposition': shown ? 'inline' : `attachment; filename="${info.handle}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    etag: `"${info.sha256}"`,
  };
  if (!partial) return { status: 200, headers };
  const range = `bytes ${start}-${end - 1}/${info.bytes}`;
  return { status: 206, headers: { ...headers, 'content-range': range } };
}

/** The content type on the wire: passive types as they are, active text as plain text, the rest as bytes. */
function servedType(mediaType: string): string {
  const type = baseType(mediaType);
  if (SHOWN_TYPES.has(type)) return mediaType;
  const active =
    type.startsWith('text/') ||
    /(?:^|[/+.-])(?:xml|xhtml|html|svg|javascript|ecmascript)\b/.test(type);
  return active ? DEFAULT_MEDIA_TYPE : 'application/octet-stream';
}
