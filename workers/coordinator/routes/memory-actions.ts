import { z } from 'zod';
import {
  memorySchema,
  strikeBodySchema,
  struckSchema,
  UNKNOWN_MEMORY,
} from '../../../shared/contracts/memory.ts';
import { historyPageSchema, usefulSchema } from '../../../shared/contracts/memory-upkeep.ts';
import { fail, ok } from '../../../shared/result.ts';
import { within } from '../../../shared/within.ts';
import { askMemory, memoryIdOf } from '../ask-memory.ts';
import { marksAnswers, readFrom, readsNear } from '../bookmark.ts';
import { type App, endpoint } from '../endpoint.ts';
import { listQuery, pageOf, readCursor } from '../page.ts';
import { STRIKE_TIMEOUT_MS } from '../services.ts';
import { concerns } from '../subjects.ts';

const TAG = 'Memory';

/** A request that says all it has to say in its path. */
const nothing = z.strictObject({});

/** What is done with one memory: its history, and to call it useful, bring it back or strike it. */
export function memoryActionRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'get',
      path: '/v1/memories/{id}/history',
      tag: TAG,
      summary: 'What happened to a memory, newest first, and what went into it',
      query: z.strictObject(listQuery),
      answer: historyPageSchema,
      ...readsNear,
    },
    async (c, { query: { limit, cursor } }) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      const scope = ['history', c.get('tenant'), id.value];
      const before = await readCursor(scope, cursor);
      if (!before.ok) return before;
      const wanted = {
        limit,
        beforeSeq: before.value === null ? null : Number(before.value),
      };
      const found = await askMemory(c, 'read history', (memory, tenant) =>
        memory.history(tenant, id.value, wanted, readFrom(c)),
      );
      if (!found.ok) return found;
      const { entries, links, nextSeq } = found.value;
      const items = entries.map(({ seq: _, ...entry }) => entry);
      return ok({ ...(await pageOf(items, nextSeq, scope)), links });
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/memories/{id}/useful',
      tag: TAG,
      summary: 'Say that a memory helped: it ranks higher from then on',
      body: nothing,
      optionalBody: true,
      answer: usefulSchema,
      ...marksAnswers,
    },
    async (c) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      const counted = await askMemory(c, 'count memory as useful', (memory, tenant) =>
        memory.useful(tenant, [id.value], { by: c.get('keyName') }),
      );
      if (!counted.ok) return counted;
      const useful_count = counted.value.counts[id.value];
      return useful_count === undefined ? fail(UNKNOWN_MEMORY) : ok({ id: id.value, useful_count });
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/memories/{id}/restore',
      tag: TAG,
      summary: 'Bring an archived memory back, with its history',
      body: nothing,
      optionalBody: true,
      answer: memorySchema,
      ...marksAnswers,
    },
    async (c) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      const restored = await askMemory(c, 'restore memory', (memory, tenant) =>
        memory.restore(tenant, id.value, { by: c.get('keyName') }),
      );
      if (restored.ok) concerns(c, [restored.value.user_id]);
      return restored;
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
    async (c, { body: { reason } }) => {
      const id = memoryIdOf(c);
      if (!id.ok) return id;
      const request = { ids: [id.value], reason, by: c.get('keyName') };
      const struck = await within(STRIKE_TIMEOUT_MS, 'strike memory', () =>
        c.env.MEMORY.strike(c.get('tenant'), request),
      );
      if (!struck.ok) return struck;
      const { ids, degraded } = struck.value;
      return ids.includes(id.value)
        ? ok({ id: id.value, struck: true, ids, degraded })
        : fail(UNKNOWN_MEMORY);
    },
  );
}
