import type { z } from 'zod';
import {
  addedSchema,
  addMemoriesSchema,
  memorySchema,
  type NewMemory,
  recalledSchema,
  recallRequestSchema,
  removedSchema,
  strikeBodySchema,
  struckSchema,
  UNKNOWN_MEMORY,
} from '../../../shared/contracts/memory.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { within } from '../../../shared/within.ts';
import { type App, endpoint } from '../endpoint.ts';
import { RECALL_TIMEOUT_MS, STRIKE_TIMEOUT_MS } from '../services.ts';

const TAG = 'Memory';

/** Memories: add, search, read, delete and strike. */
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
        c.env.MEMORY.add(c.get('tenant'), newMemories(body), Date.now(), c.get('keyName')),
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

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/memories/{id}/strike',
      tag: TAG,
      summary: 'Take out a harmful memory: no path shows it, nor the same text written again',
      body: strikeBodySchema,
      answer: struckSchema,
    },
    async (c, { body }) => {
      const id = c.req.param('id') ?? '';
      const by = c.get('keyName');
      const struck = await within(STRIKE_TIMEOUT_MS, 'strike memory', () =>
        c.env.MEMORY.strike(c.get('tenant'), { ids: [id], reason: body.reason, by }),
      );
      if (!struck.ok) return struck;
      const { ids, degraded } = struck.value;
      return ids.includes(id) ? ok({ id, struck: true, ids, degraded }) : fail(UNKNOWN_MEMORY);
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
