import type { Failure } from '../../shared/errors.ts';
import { deriveHandle, sha256Hex } from '../../shared/offload/handle.ts';
import { DEFAULT_MEDIA_TYPE, normaliseMediaType } from '../../shared/offload/media-type.ts';
import type { BlobInput, BlobStore, StoredBlob } from '../../shared/ports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

/** A `BlobStore` in memory for one tenant. `failPuts` makes every `put` fail, as if the store were down. */
export class MemoryBlobStore implements BlobStore {
  readonly tenant: string;
  /** Calls of `put`, for tests that check what was (not) offloaded. */
  readonly puts: BlobInput[] = [];
  failPuts: boolean;
  readonly #blobs = new Map<string, { text: string; mediaType: string }>();

  constructor(options: { readonly tenant?: string; readonly failPuts?: boolean } = {}) {
    this.tenant = options.tenant ?? 'test';
    this.failPuts = options.failPuts ?? false;
  }

  async handleFor(input: BlobInput): Promise<Result<string, Failure>> {
    const mediaType = normaliseMediaType(input.mediaType);
    const handle = await deriveHandle({
      secret: 'memory-blob-store',
      tenant: this.tenant,
      sha256: await sha256Hex(input.text),
      mediaType: mediaType.ok ? mediaType.value : DEFAULT_MEDIA_TYPE,
    });
    return ok(handle);
  }

  async put(input: BlobInput): Promise<Result<StoredBlob, Failure>> {
    this.puts.push(input);
    if (this.failPuts) {
      return fail({
        code: 'dependency_unavailable',
        detail: 'Cannot store offload: the memory store is set to fail',
      });
    }
    const mediaType = normaliseMediaType(input.mediaType);
    if (!mediaType.ok) return mediaType;
    const named = await this.handleFor(input);
    if (!named.ok) return named;
    const handle = named.value;
    this.#blobs.set(handle, { text: input.text, mediaType: mediaType.value });
    const bytes = new TextEncoder().encode(input.text).length;
    return ok({ handle, bytes, sha256: await sha256Hex(input.text) });
  }

  async get(
    handle: string,
  ): Promise<Result<{ readonly text: string; readonly mediaType: string }, Failure>> {
    const blob = this.#blobs.get(handle);
    if (blob === undefined) {
      return fail({ code: 'not_found', detail: 'Cannot read offload: no such handle' });
    }
    return ok(blob);
  }
}
