import { describeBlobStore } from '../../support/contracts/blob-store.ts';
import { MemoryBlobStore } from '../../support/memory-blob-store.ts';

const stores = new Map<string, MemoryBlobStore>();

describeBlobStore('MemoryBlobStore', (tenant) => {
  const store = stores.get(tenant) ?? new MemoryBlobStore({ tenant });
  stores.set(tenant, store);
  return store;
});
