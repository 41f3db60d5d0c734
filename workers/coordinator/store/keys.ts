import { and, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { apiKeys } from '../schema.ts';

/** Whose key it is, and what it is called. */
export interface KeyHolder {
  readonly tenant: string;
  readonly name: string;
}

/** The holder of a key; null for an unknown or revoked key. Keys are stored hashed. */
export async function holderOfKey(db: D1Database, key: string): Promise<KeyHolder | null> {
  const [row] = await drizzle(db)
    .select({ tenant: apiKeys.tenant, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, await sha256(key)), isNull(apiKeys.revokedAtMs)))
    .limit(1);
  return row ?? null;
}

/** SHA-256 of a text in lowercase hexadecimal. */
export async function sha256(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
