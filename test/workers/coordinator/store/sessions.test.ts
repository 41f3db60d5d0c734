import { env } from 'cloudflare:workers';
import { sessionStoreOf } from '../../../../workers/coordinator/store/sessions.ts';
import { sessionStoreContract } from '../../../support/contracts/session-store.ts';
import { MemorySessionStore } from '../../../support/memory-session-store.ts';

const inMemory = new Map<string, MemorySessionStore>();

sessionStoreContract('D1', (tenant) => sessionStoreOf(env.DB, tenant));
sessionStoreContract('memory', (tenant) => {
  const known = inMemory.get(tenant) ?? new MemorySessionStore();
  inMemory.set(tenant, known);
  return known;
});
