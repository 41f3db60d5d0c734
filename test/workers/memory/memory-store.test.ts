import { env } from 'cloudflare:workers';
import { memoryStoreOver } from '../../../shared/memory/memory-store.ts';
import { describeMemoryStore } from '../../support/contracts/memory-store.ts';
import { memoryMemoryStore } from '../../support/memory-memory-store.ts';

describeMemoryStore('in memory', () => memoryMemoryStore());
describeMemoryStore('memory Worker', (tenant) => ({
  store: memoryStoreOver(env.MEMORY, tenant),
  async remember(memories) {
    const added = await env.MEMORY.add(tenant, memories);
    if (!added.ok) throw new Error(added.error.detail);
  },
}));
