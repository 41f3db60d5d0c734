import { recalledSchema, recallRequestSchema } from '../../../shared/contracts/memory.ts';
import { askMemory } from '../ask-memory.ts';
import { readFrom, readsNear } from '../bookmark.ts';
import { type App, endpoint } from '../endpoint.ts';
import { concerns } from '../subjects.ts';

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
    async (c, { body }) => {
      const found = await askMemory(c, 'search memories', (memory, tenant) =>
        memory.recall(tenant, body, Date.now(), readFrom(c)),
      );
      const shown = found.ok ? found.value.results : [];
      concerns(c, [body.user_id, ...shown.map(({ memory }) => memory.user_id)]);
      return found;
    },
  );
}
