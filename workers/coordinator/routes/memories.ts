import type { z } from 'zod';
import {
  addedSchema,
  addMemoriesSchema,
  memorySchema,
  type NewMemory,
  recalledSchema,
  recallRequestSchema,
  removedSchema,
} from '../../../shared/contracts/memory.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type App, endpoint } from '../endpoint.ts';
import { RECALL_TIMEOUT_MS, within } from '../services.ts';

const TAG = 'Memory';

/** Memories: add, search, read and delete. */
export function memoryRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/memories',
      tag: TAG,
      summary: 'Remember one text, or up to a hundred',
      body: addMemoriesSchema,
      answer: addedSchema,
      status: 201,
    },
    async (c, { body }) => {
      const added = await within(RECALL_TIMEOUT_MS, 'add memories', () =>
        c.env.MEMORY.add(c.get('tenant'), newMemories(body)),
      );
      return body.memories === undefined ? unnested(added) : added;
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/memories/search',
      tag: TAG,
      summary: 'The memories of a scope that answer a question, best first',
      body: recallRequestSchema,
      answer: recalledSchema,
    },
    (c, { body }) =>
      within(RECALL_TIMEOUT_MS, 'search memories', () =>
        c.env.MEMORY.recall(c.get('tenant'), body),
      ),
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/memories/{id}',
      tag: TAG,
      summary: 'One memory',
      answer: memorySchema,
    },
    (c) =>
      within(RECALL_TIMEOUT_MS, 'read memory', () =>
        c.env.MEMORY.get(c.get('tenant'), c.req.param('id') ?? ''),
      ),
  );

  endpoint(
    app,
    {
      method: 'delete',
      path: '/v1/memories/{id}',
      tag: TAG,
      summary: 'Delete one memory: no path shows it from then on',
      answer: removedSchema,
    },
    async (c) => {
      const removed = await within(RECALL_TIMEOUT_MS, 'delete memory', () =>
        c.env.MEMORY.remove(c.get('tenant'), c.req.param('id') ?? ''),
      );
      return removed.ok ? ok({ ...removed.value, deleted: true }) : removed;
    },
  );
}

/** The memories of a body in either of its shapes; the schema has seen to it that there is a text. */
function newMemories({
  memories,
  text = '',
  ...rest
}: z.output<typeof addMemoriesSchema>): readonly NewMemory[] {
  return memories ?? [{ ...rest, text }];
}

/** Pointers into a body that is itself the memory. */
function unnested<T>(result: Result<T, Failure>): Result<T, Failure> {
  if (result.ok || result.error.errors === undefined) return result;
  const errors = result.error.errors.map(({ pointer, detail }) => ({
    pointer: pointer.replace(/^\/memories\/0/, ''),
    detail,
  }));
  return fail({ ...result.error, errors });
}
