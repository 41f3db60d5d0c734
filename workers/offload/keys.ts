import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/offload/handle.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

/** Hex digits that stand for a tenant in a key: 128 bits, no collisions in practice. */
const TENANT_HASH_CHARS = 32;
/** R2 keys have at most 1,024 bytes; this leaves room for the prefix. */
const INTERNAL_KEY = /^[A-Za-z0-9_-][A-Za-z0-9_./-]{0,499}$/;

async function tenantHash(tenant: string): Promise<string> {
  return (await sha256Hex(tenant)).slice(0, TENANT_HASH_CHARS);
}

/** R2 key of offloaded bytes: content-addressed per tenant, so callers' names never become keys. */
export async function objectKey(tenant: string, sha256: string): Promise<string> {
  return `t/${await tenantHash(tenant)}/${sha256}`;
}

/** R2 key of an upload whose hash is not known yet. What lies here longer than an upload takes is waste. */
export async function uploadKey(tenant: string, id: string): Promise<string> {
  return `u/${await tenantHash(tenant)}/${id}`;
}

/** R2 key of an internal object; `invalid_request` at `/key` unless it is a plain relative path. */
export async function internalKey(tenant: string, key: string): Promise<Result<string, Failure>> {
  if (!INTERNAL_KEY.test(key) || key.split('/').includes('..')) {
    const detail = 'Cannot use key: it must be letters, digits, "_", "-", "." and "/", at most 500';
    return fail(fieldFailure('/key', detail));
  }
  return ok(`x/${await tenantHash(tenant)}/${key}`);
}
