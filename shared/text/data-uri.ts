import { formatBytes } from './amounts.ts';

/** A base64 data URI inside a text. */
export interface DataUri {
  /** UTF-16 offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly mediaType: string;
  /** Size of the decoded content. */
  readonly bytes: number;
}

/** Shorter URIs cost about as much as the note that would replace them. */
const MIN_REPLACED_BYTES = 64;

/** `\\*\/` is a slash as JSON in JSON writes it. Lengths are bounded: the search stays linear. */
const HEAD =
  /data:([a-z]{1,20}\\{0,8}\/[a-z0-9.+-]{1,80})((?:;[a-z0-9-]{1,40}=[^;,\s"'<>()]{1,80}){0,4});base64,/giy;
const DIGITS = /[A-Za-z0-9+/]+/y;
const ESCAPED_SLASH = /\\{1,8}\//y;
const PADDING = /={1,2}/y;
/** A line break, real or escaped, with more base64 behind it: the payload was wrapped. */
const WRAPPED = /(?:\r?\n|\\+r\\+n|\\+n)[ \t]*[A-Za-z0-9+/]{4}/y;
/** What may follow a whole payload; anything else means that it is malformed. */
const AFTER = /[\s"'`)\]}<>,;|\\.:!?#&*_]/y;
const HEAD_MAX_CHARS = 500;

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Where the base64 that starts at `start` ends. */
function payloadEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    const run = matchAt(DIGITS, text, end) ?? matchAt(ESCAPED_SLASH, text, end);
    if (run === null) break;
    end += run[0].length;
  }
  return end + (matchAt(PADDING, text, end)?.[0].length ?? 0);
}

/** Decoded size of a payload, or null when it is not whole base64. */
function decodedBytes(payload: string): number | null {
  const slashes = payload.includes('\\') ? payload.replaceAll('\\', '') : payload;
  const padding = slashes.endsWith('==') ? 2 : slashes.endsWith('=') ? 1 : 0;
  const digits = slashes.length - padding;
  if (digits === 0 || digits % 4 === 1) return null;
  if (padding > 0 && slashes.length % 4 !== 0) return null;
  return Math.floor((digits * 3) / 4);
}

/**
 * The base64 data URIs of `text`, in order, also inside JSON strings and JSON nested in JSON (where "/"
 * may be written "\/"). Wrapped or malformed base64 is not reported. Linear time; [] when there are none.
 */
export function findDataUris(text: string): readonly DataUri[] {
  const found: DataUri[] = [];
  let at = text.indexOf('data:');
  while (at !== -1) {
    const head = matchAt(HEAD, text, at);
    let next = at + 1;
    if (head !== null && head[0].length <= HEAD_MAX_CHARS) {
      const start = at + head[0].length;
      const end = payloadEnd(text, start);
      next = end;
      const bytes = decodedBytes(text.slice(start, end));
      const closed = end === text.length || matchAt(AFTER, text, end) !== null;
      if (bytes !== null && closed && matchAt(WRAPPED, text, end) === null) {
        const mediaType = (head[1] ?? '').replaceAll('\\', '').toLowerCase();
        found.push({ start: at, end, mediaType, bytes });
      }
    }
    at = text.indexOf('data:', next);
  }
  return found;
}

/**
 * The words that stand in place of a data URI: "[image/png 240 KB, handle off_x]". Needs no escaping in
 * JSON as long as the handle needs none.
 */
export function dataUriNote(
  uri: Pick<DataUri, 'mediaType' | 'bytes'>,
  handle: string | null,
): string {
  const back = handle === null ? '' : `, handle ${handle}`;
  return `[${uri.mediaType} ${formatBytes(uri.bytes)}${back}]`;
}

/**
 * `text` with every data URI of 64 bytes or more replaced by its note, which names the `handle` of the
 * whole text when there is one; the same text when there is no such URI.
 */
export function replaceDataUris(text: string, handle: string | null): string {
  const parts: string[] = [];
  let from = 0;
  for (const uri of findDataUris(text)) {
    if (uri.bytes < MIN_REPLACED_BYTES) continue;
    parts.push(text.slice(from, uri.start), dataUriNote(uri, handle));
    from = uri.end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}
