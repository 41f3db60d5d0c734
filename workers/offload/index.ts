/** RPC entry of the offload Worker: checks the tenant and the handle, calls, and keeps failures values. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import {
  type BindingHealth,
  type ByteRange,
  type FetchPage,
  HANDLE_PATTERN,
  MAX_REMOVED,
  type OffloadAnswer,
  type OffloadBody,
  type OffloadInfo,
  type OffloadMeta,
  type OffloadRequest,
  type OffloadRpc,
} from '../../shared/contracts/offload.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { deriveHandle, sha256Hex } from '../../shared/offload/handle.ts';
import { normaliseMediaType } from '../../shared/offload/media-type.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { loadCounter } from '../../shared/tokens/counter.ts';
import type { OffloadEnv } from './env.ts';
import { guard } from './guard.ts';
import { findHandle, unknownHandle } from './handles.ts';
import { checkBindings } from './health.ts';
import { type Intake, storeStream, storeText } from './intake.ts';
import { deleteInternal, getInternal, putInternal } from './internal.ts';
import { openBody, readPage, readText } from './outlet.ts';
import { removeHandles } from './remove.ts';

const STORE = 'Cannot store offload';
const READ = 'Cannot read offload';

export default class Offload extends WorkerEntrypoint<OffloadEnv> implements OffloadRpc {
  handleFor(tenant: string, input: OffloadRequest): Promise<Result<string, Failure>> {
    return this.#as(tenant, 'Cannot name offload', async () => {
      const mediaType = normaliseMediaType(input.media_type);
      if (!mediaType.ok) return mediaType;
      const sha256 = await sha256Hex(input.text);
      const secret = this.env.HANDLE_SECRET;
      return ok(await deriveHandle({ secret, tenant, sha256, mediaType: mediaType.value }));
    });
  }

  putText(tenant: string, input: OffloadRequest): Promise<Result<OffloadAnswer, Failure>> {
    const { text, ...meta } = input;
    return this.#as(tenant, STORE, () => storeText(this.#intake(tenant, meta), text));
  }

  putStream(
    tenant: string,
    body: ReadableStream<Uint8Array>,
    meta: OffloadMeta,
    bytes: number | null,
  ): Promise<Result<OffloadAnswer, Failure>> {
    return this.#as(tenant, STORE, () => storeStream(this.#intake(tenant, meta), body, bytes));
  }

  info(tenant: string, handle: string): Promise<Result<OffloadInfo, Failure>> {
    return this.#withHandle(tenant, handle, async (info) => ok(info));
  }

  getText(
    tenant: string,
    handle: string,
  ): Promise<Result<{ readonly text: string; readonly media_type: string }, Failure>> {
    return this.#withHandle(tenant, handle, async (info) => {
      const text = await readText(this.env.BUCKET, tenant, info);
      return text.ok ? ok({ text: text.value, media_type: info.media_type }) : text;
    });
  }

  read(
    tenant: string,
    handle: string,
    range: ByteRange | null = null,
  ): Promise<Result<OffloadBody, Failure>> {
    return this.#withHandle(tenant, handle, (info) =>
      openBody(this.env.BUCKET, tenant, info, range),
    );
  }

  fetchPage(
    tenant: string,
    handle: string,
    operation: unknown,
  ): Promise<Result<FetchPage, Failure>> {
    return this.#withHandle(tenant, handle, async (info) => {
      const counter = await loadCounter('o200k_base');
      const count = (text: string) => counter.count(text);
      return readPage(this.env.BUCKET, tenant, info, operation, count);
    });
  }

  putObject(
    tenant: string,
    key: string,
    body: string | Uint8Array | ReadableStream<Uint8Array>,
    bytes?: number,
  ): Promise<Result<null, Failure>> {
    return this.#as(tenant, 'Cannot store object', () =>
      putInternal(this.env.BUCKET, tenant, key, body, bytes ?? null),
    );
  }

  getObject(
    tenant: string,
    key: string,
  ): Promise<
    Result<{ readonly body: ReadableStream<Uint8Array>; readonly bytes: number }, Failure>
  > {
    return this.#as(tenant, 'Cannot read object', () => getInternal(this.env.BUCKET, tenant, key));
  }

  deleteObject(tenant: string, key: string | readonly string[]): Promise<Result<null, Failure>> {
    const keys = typeof key === 'string' ? [key] : key;
    return this.#as(tenant, 'Cannot delete object', async () =>
      keys.length > MAX_REMOVED
        ? fail(tooMany('/key', 'delete objects', keys.length))
        : deleteInternal(this.env.BUCKET, tenant, keys),
    );
  }

  remove(
    tenant: string,
    handles: readonly string[],
  ): Promise<Result<{ readonly removed: number }, Failure>> {
    return this.#as(tenant, 'Cannot remove offloads', async () =>
      handles.length > MAX_REMOVED
        ? fail(tooMany('/handles', 'remove offloads', handles.length))
        : ok({ removed: await removeHandles(this.env, tenant, handles, Date.now()) }),
    );
  }

  async health(): Promise<Result<readonly BindingHealth[], Failure>> {
    return ok(await checkBindings(this.env));
  }

  /** A blank tenant is nobody: it must never become a tenant of its own. */
  async #as<T>(
    tenant: string,
    action: string,
    run: () => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    if (tenant.trim() === '') {
      return fail({ code: 'unauthorized', detail: `${action}: the tenant is missing` });
    }
    return guard(action, run);
  }

  #withHandle<T>(
    tenant: string,
    handle: string,
    run: (info: OffloadInfo) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return this.#as(tenant, READ, async () => {
      if (!HANDLE_PATTERN.test(handle)) return fail(unknownHandle());
      const info = await findHandle(this.env.DB, tenant, handle, Date.now());
      return info.ok ? run(info.value) : info;
    });
  }

  #intake(tenant: string, meta: OffloadMeta): Intake {
    const count = async (text: string) => (await loadCounter('o200k_base')).count(text);
    return { env: this.env, tenant, meta, nowMs: Date.now(), count };
  }
}

function tooMany(pointer: string, action: string, count: number): Failure {
  return fieldFailure(pointer, `Cannot ${action}: there are ${count}, give at most ${MAX_REMOVED}`);
}
