import { recalledSchema, recallRequestSchema } from '../../../shared/contracts/memory.ts';
import { askMemory } from '../ask-memory.ts';
import { readFrom, readsNear } from '../bookmark.ts';
import { type App, endpoint } from '../endpoint.ts';

/** Searching memories. */
export function memorySearchRoute(app: App): void {
  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/memories/search',
      tag: 'Memory',
      summary: 'The memories of a scope that answer a question, best first',
      body: recallRequestSchema,
      answer: recalledSchema,
      ...readsNear,
    },
    (c, { body }) =>
      askMemory(c, 'search memories', (memory, tenant) =>
        memory.recall(tenant, body, Date.now(), readFrom(c)),
      ),
  );
}
