import { z } from 'zod';
import {
  addedSchema,
  addMemoriesSchema,
  memoryPatchSchema,
  memorySchema,
  type NewMemory,
  removedSchema,
  scopeFields,
} from '../../../shared/contracts/memory.ts';
import { filterSchema } from '../../../shared/contracts/memory-filter.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { askMemory, memoryIdOf } from '../ask-memory.ts';
import { marksAnswers, readFrom, readsNear } from '../bookmark.ts';
import { type App, endpoint } from '../endpoint.ts';
import { listAnswer, listQuery, pageOf, readCursor } from '../page.ts';
import { concerns } from '../subjects.ts';

const TAG = 'Memory';
/** Longest filter in a query, in characters of JSON: addresses much above 8 kB are refused on the way. */
const MAX_FILTER_CHARS = 6_000;

const filtersInQuery = z
  .string()
  .max(MAX_FILTER_CHARS)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'Not JSON: give the filter as a JSON object' });
      return z.NEVER;
    }
  })
  .pipe(filterSchema);

const listMemoriesQuery = z.strictObject({
  ...scopeFields,
  include_superseded: z.enum(['true', 'false']).default('false'),
  /** As `filters` of a search, in JSON. */
  filters: filtersInQuery.optional(),
  ...listQuery,
});

/** Memories: add, list, read, change and delete. */
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
      ...marksAnswers,
    },
    async (c, { body }) => {
      const memories = newMemories(body);
      concerns(
        c,
        memories.map(({ user_id }) => user_id),
      );
      const added = await askMemory(c, 'add memories', (memory, tenant) =>
        memory.add(tenant, memories, Date.now(), c.get('keyName')),
      );
      return body.memories === undefined ? unnested(added) : added;
    },
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/memories',
      tag: TAG,
      summary: 'List memories, newest first; all of them without a scope',
      query: listMemoriesQuery,
      answer: listAnswer(memorySchema),
      ...readsNear,
    },
    async (c, { query: { limit, cursor, filters, include_superseded, ...scope } }) => {
      const asked = JSON.stringify([scope, include_superseded, filters ?? null]);
      const cursorScope = ['memories', c.get('tenant'), asked];
      const before = await readCursor(cursorScope, cursor);
      if (!before.ok) return before;
      const request = {
        scope,
        filters,
        include_superseded: include_superseded === 'true',
        limit,
        beforeSeq: before.value === null ? null : Number(before.value),
      };
      const listed = await askMemory(c, 'list memories', (memory, tenant) =>
        memory.list(tenant, request, readFrom(c)),
      );
      if (!listed.ok) return listed;
      const { items, nextSeq } = listed.value;
      // The place in the list, and no id: that memory may be deleted before the next page is read.
      return ok(await pageOf(items, nextSeq, cursorScope));
    },
  );

  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/memories/{id}',
      tag: TAG,
      summary: 'One memory',
      answer: memorySchema,
      ...readsNear,
    },
    async (c) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      return askMemory(c, 'read memory', (memory, tenant) =>
        memory.get(tenant, id.value, readFrom(c)),
      );
    },
  );

  endpoint(
    app,
    {
      method: 'patch',
      path: '/v1/memories/{id}',
      tag: TAG,
      summary: 'Change some fields of a memory; what is not given stays, null takes a field off',
      body: memoryPatchSchema,
      answer: memorySchema,
      ...marksAnswers,
    },
    async (c, { body }) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      return askMemory(c, 'change memory', (memory, tenant) =>
        memory.update(tenant, id.value, body, { by: c.get('keyName') }),
      );
    },
  );

  endpoint(
    app,
    {
      method: 'delete',
      path: '/v1/memories/{id}',
      tag: TAG,
      summary: 'Delete one memory: no path shows it from then on',
      answer: removedSchema,
      ...marksAnswers,
    },
    async (c) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      const removed = await askMemory(c, 'delete memory', (memory, tenant) =>
        memory.remove(tenant, id.value, { by: c.get('keyName') }),
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
