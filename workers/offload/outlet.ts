import type {
  ByteRange,
  FetchPage,
  OffloadBody,
  OffloadInfo,
} from '../../shared/contracts/offload.ts';
import type { Failure } from '../../shared/errors.ts';
import type { CountTokens } from '../../shared/offload/content.ts';
import { fetchPage } from '../../shared/offload/fetch-page.ts';
import { resolveRange } from '../../shared/offload/http.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { goneHandle } from './handles.ts';
import { objectKey } from './keys.ts';
import { MAX_TEXT_BYTES } from './limits.ts';

/** Opens the bytes of a handle, or a range of them. `gone` when the object was deleted under the row. */
export async function openBody(
  bucket: R2Bucket,
  tenant: string,
  info: OffloadInfo,
  range: ByteRange | null,
): Promise<Result<OffloadBody, Failure>> {
  const whole = ok({ start: 0, end: info.bytes });
  const part = range === null ? whole : resolveRange(range, info.bytes);
  if (!part.ok) return part;
  const { start, end } = part.value;
  // R2 refuses a range on an empty object, so only a part is asked for as one.
  const options = range === null ? {} : { range: { offset: start, length: end - start } };
  const object = await bucket.get(await objectKey(tenant, info.sha256), options);
  if (object === null) return fail(goneHandle('its content was deleted'));
  return ok({ body: object.body, info, start, end, partial: range !== null });
}

/** The text of a handle, byte for byte (a byte order mark stays). */
export async function readText(
  bucket: R2Bucket,
  tenant: string,
  info: OffloadInfo,
): Promise<Result<string, Failure>> {
  if (info.lines === null) {
    const detail = `Cannot read as text: the content is ${info.media_type} with ${info.bytes} bytes, open it as a whole`;
    return fail({ code: 'unsupported_media_type', detail });
  }
  if (info.bytes > MAX_TEXT_BYTES) {
    const detail = `Cannot read as text: the content has ${info.bytes} bytes, the limit is ${MAX_TEXT_BYTES}, read byte ranges`;
    return fail({ code: 'too_large', detail });
  }
  const opened = await openBody(bucket, tenant, info, null);
  if (!opened.ok) return opened;
  const bytes = await new Response(opened.value.body).arrayBuffer();
  return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

/** One page of a handle's text. */
export async function readPage(
  bucket: R2Bucket,
  tenant: string,
  info: OffloadInfo,
  operation: unknown,
  count: CountTokens,
): Promise<Result<FetchPage, Failure>> {
  const text = await readText(bucket, tenant, info);
  if (!text.ok) return text;
  const { source, trust, handle, media_type } = info;
  const content = {
    text: text.value,
    totalTokens: info.tokens ?? 0,
    totalTokensEstimated: info.tokens_estimated,
    provenance: { source, trust, handle, media_type },
  };
  return fetchPage(content, operation, count);
}
