import type { OffloadRequest, OffloadRpc } from '../contracts/offload.ts';
import type { BlobInput, BlobStore } from '../ports.ts';
import { ok } from '../result.ts';

/** The blob store of one tenant over the offload Worker's RPC. */
export function blobStoreOver(
  rpc: Pick<OffloadRpc, 'handleFor' | 'putText' | 'getText'>,
  tenant: string,
): BlobStore {
  return {
    handleFor: (input) => rpc.handleFor(tenant, toRequest(input)),
    async put(input) {
      const stored = await rpc.putText(tenant, toRequest(input));
      if (!stored.ok) return stored;
      const { handle, bytes, sha256 } = stored.value;
      return ok({ handle, bytes, sha256 });
    },
    async get(handle) {
      const found = await rpc.getText(tenant, handle);
      if (!found.ok) return found;
      return ok({ text: found.value.text, mediaType: found.value.media_type });
    },
  };
}

function toRequest(input: BlobInput): OffloadRequest {
  return {
    text: input.text,
    media_type: input.mediaType,
    source: input.source,
    trust: input.trust,
    ...(input.sessionId === undefined ? {} : { session_id: input.sessionId }),
  };
}
