import { and, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { apiKeys } from '../schema.ts';

/** The tenant that a key belongs to; null for an unknown or revoked key. Keys are stored hashed. */
export async function tenantOfKey(db: D1Database, key: string): Promise<string | null> {
  const [row] = await drizzle(db)
    .select({ tenant: apiKeys.tenant })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, await sha256(key)), isNull(apiKeys.revokedAtMs)))
    .limit(1);
  return row?.tenant ?? null;
}

/** SHA-256 of a text in lowercase hexadecimal. */
export async function sha256(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
