import { base32 } from './base32.ts';

/** Characters of a handle after its prefix: 32 × 5 = 160 bits, beyond guessing. */
const HANDLE_CHARS = 32;
const HEX = 16;
const HEX_PER_BYTE = 2;

/** Lowercase hex of bytes. "" for none. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(HEX).padStart(HEX_PER_BYTE, '0')).join('');
}

/** SHA-256 of a text's UTF-8 bytes or of bytes, as 64 characters of lowercase hex. */
export async function sha256Hex(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/**
 * The handle of some bytes for one tenant: `off_` and 32 characters of lowercase base32 of
 * HMAC-SHA-256 (RFC 2104) over tenant, content hash and media type. Stable, so that a window can name
 * a handle before anything is stored; without the secret it can neither be guessed nor tied to a tenant.
 * `mediaType` is the normalised type (`normaliseMediaType`).
 */
export async function deriveHandle(input: {
  readonly secret: string;
  readonly tenant: string;
  readonly sha256: string;
  readonly mediaType: string;
}): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(input.secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  // A JSON array keeps the parts apart: no two different triples give the same message.
  const message = encoder.encode(JSON.stringify([input.tenant, input.sha256, input.mediaType]));
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  return `off_${base32(signature).slice(0, HANDLE_CHARS)}`;
}
