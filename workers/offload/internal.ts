import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { internalKey } from './keys.ts';

/** Writes an internal object; R2 needs to know the length of a stream before it starts. */
export async function putInternal(
  bucket: R2Bucket,
  tenant: string,
  key: string,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  bytes: number | null,
): Promise<Result<null, Failure>> {
  const full = await internalKey(tenant, key);
  if (!full.ok) return full;
  if (!(body instanceof ReadableStream)) {
    await bucket.put(full.value, body);
    return ok(null);
  }
  if (bytes === null) {
    await body.cancel();
    return fail(fieldFailure('/bytes', 'Cannot store object: a stream needs its length in bytes'));
  }
  const fixed = new FixedLengthStream(bytes);
  await Promise.all([bucket.put(full.value, fixed.readable), body.pipeTo(fixed.writable)]);
  return ok(null);
}

/** Opens an internal object; `not_found` when there is none. */
export async function getInternal(
  bucket: R2Bucket,
  tenant: string,
  key: string,
): Promise<Result<{ readonly body: ReadableStream<Uint8Array>; readonly bytes: number }, Failure>> {
  const full = await internalKey(tenant, key);
  if (!full.ok) return full;
  const object = await bucket.get(full.value);
  if (object === null)
    return fail({ code: 'not_found', detail: 'Cannot find object: no such key' });
  return ok({ body: object.body, bytes: object.size });
}

/** Deletes internal objects; succeeds where there is none. */
export async function deleteInternal(
  bucket: R2Bucket,
  tenant: string,
  keys: readonly string[],
): Promise<Result<null, Failure>> {
  const full: string[] = [];
  for (const key of keys) {
    const one = await internalKey(tenant, key);
    if (!one.ok) return one;
    full.push(one.value);
  }
  if (full.length > 0) await bucket.delete(full);
  return ok(null);
}
