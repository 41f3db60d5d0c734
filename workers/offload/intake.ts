import type { OffloadAnswer, OffloadInfo, OffloadMeta } from '../../shared/contracts/offload.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { deriveHandle } from '../../shared/offload/handle.ts';
import { normaliseMediaType } from '../../shared/offload/media-type.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { OffloadEnv } from './env.ts';
import { recordHandle } from './handles.ts';
import { objectKey, uploadKey } from './keys.ts';
import {
  DEFAULT_TTL_SECONDS,
  MAX_BUFFERED_BYTES,
  MAX_OBJECT_BYTES,
  MAX_TEXT_BYTES,
  MS_PER_SECOND,
} from './limits.ts';
import { Measure, type Measured } from './measure.ts';

/** What storing needs besides the bindings. */
export interface Intake {
  readonly env: OffloadEnv;
  readonly tenant: string;
  readonly meta: OffloadMeta;
  readonly nowMs: number;
  readonly count: (text: string) => Promise<number>;
}

/** Stores a text. Lone surrogates become U+FFFD, since they have no UTF-8 bytes. */
export async function storeText(
  intake: Intake,
  text: string,
): Promise<Result<OffloadAnswer, Failure>> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_TEXT_BYTES) return fail(tooLarge(bytes.length, MAX_TEXT_BYTES));
  return storeBytes(intake, bytes);
}

/**
 * Stores a body of `bytes` bytes. Up to 4 MB are held in memory; more go through a temporary object,
 * because the key is the hash, which is known only at the end. Null: unknown length, at most 4 MB.
 */
export async function storeStream(
  intake: Intake,
  body: ReadableStream<Uint8Array>,
  bytes: number | null,
): Promise<Result<OffloadAnswer, Failure>> {
  if (bytes !== null && bytes > MAX_OBJECT_BYTES) {
    await body.cancel();
    return fail(tooLarge(bytes, MAX_OBJECT_BYTES));
  }
  if (bytes !== null && bytes > MAX_BUFFERED_BYTES) return storeLarge(intake, body, bytes);
  const buffered = await readAll(body, MAX_BUFFERED_BYTES);
  if (buffered === null) return fail(tooLarge(null, MAX_BUFFERED_BYTES));
  if (bytes !== null && bytes !== buffered.length) return fail(wrongLength(bytes));
  return storeBytes(intake, buffered);
}

async function storeBytes(
  intake: Intake,
  bytes: Uint8Array,
): Promise<Result<OffloadAnswer, Failure>> {
  const mediaType = normaliseMediaType(intake.meta.media_type);
  if (!mediaType.ok) return mediaType;
  const measure = new Measure();
  await measure.update(bytes);
  const measured = await measure.finish(intake.count);
  const key = await objectKey(intake.tenant, measured.sha256);
  const { BUCKET } = intake.env;
  if ((await BUCKET.head(key)) === null) await BUCKET.put(key, bytes, { sha256: measured.sha256 });
  return ok(await record(intake, measured, mediaType.value));
}

async function storeLarge(
  intake: Intake,
  body: ReadableStream<Uint8Array>,
  bytes: number,
): Promise<Result<OffloadAnswer, Failure>> {
  const mediaType = normaliseMediaType(intake.meta.media_type);
  if (!mediaType.ok) {
    await body.cancel();
    return mediaType;
  }
  const { BUCKET } = intake.env;
  const temporary = await uploadKey(intake.tenant, crypto.randomUUID());
  const measure = new Measure();
  try {
    const fixed = new FixedLengthStream(bytes);
    const piped = measured(body, measure).pipeTo(fixed.writable);
    const [put, pipe] = await Promise.allSettled([BUCKET.put(temporary, fixed.readable), piped]);
    if (measure.bytes !== bytes) return fail(wrongLength(bytes));
    if (put.status === 'rejected') throw put.reason;
    if (pipe.status === 'rejected') throw pipe.reason;
    const result = await measure.finish(intake.count);
    await promote(BUCKET, temporary, await objectKey(intake.tenant, result.sha256), result);
    return ok(await record(intake, result, mediaType.value));
  } finally {
    await BUCKET.delete(temporary);
  }
}

/** Copies an upload to its content address, unless the content is there already; R2 checks the hash. */
async function promote(bucket: R2Bucket, from: string, to: string, { sha256 }: Measured) {
  if ((await bucket.head(to)) !== null) return;
  const upload = await bucket.get(from);
  if (upload === null) throw new Error('Upload vanished before it was named');
  await bucket.put(to, upload.body, { sha256 });
}

function measured(body: ReadableStream<Uint8Array>, measure: Measure): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        await measure.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
}

async function record(intake: Intake, measured: Measured, mediaType: string) {
  const { env, tenant, meta, nowMs } = intake;
  const secret = env.HANDLE_SECRET;
  const handle = await deriveHandle({ secret, tenant, sha256: measured.sha256, mediaType });
  const info = await recordHandle(env.DB, {
    tenant,
    handle,
    measured,
    mediaType,
    source: meta.source,
    trust: meta.trust,
    sessionId: meta.session_id ?? null,
    nowMs,
    expiresAtMs: nowMs + (meta.ttl_seconds ?? DEFAULT_TTL_SECONDS) * MS_PER_SECOND,
  });
  return toAnswer(info);
}

function toAnswer(info: OffloadInfo): OffloadAnswer {
  const { source: _, trust: __, created_at: ___, ...answer } = info;
  return answer;
}

/** All bytes of a stream, or null (and the stream cancelled) when there are more than `max`. */
async function readAll(body: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > max) {
      await reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function tooLarge(bytes: number | null, max: number): Failure {
  const state =
    bytes === null
      ? `without a content length the limit is ${max} bytes`
      : `it has ${bytes} bytes, the limit is ${max}`;
  return { code: 'too_large', detail: `Cannot store offload: ${state}` };
}

function wrongLength(bytes: number): Failure {
  const detail = `Cannot store offload: the body does not have the announced ${bytes} bytes`;
  return fieldFailure('', detail);
}
