import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExportLine, Imported } from '../../../../shared/contracts/memory-upkeep.ts';
import { fail, ok } from '../../../../shared/result.ts';
import { call, callJson } from '../../../support/coordinator.ts';
import { fakeMemory } from '../../../support/fake-memory.ts';

const NDJSON = { 'content-type': 'application/x-ndjson' };

/** The text of an answer whose type does not say that it is one. */
async function textOf(answer: Response): Promise<string> {
  return new TextDecoder().decode(await answer.arrayBuffer());
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('GET /v1/export', () => {
  const line = (seq: number) => ({ id: `mem_${seq}`, text: 'x\ny' }) as ExportLine;

  it('streams whole lines of one scope, page by page', async () => {
    const { MEMORY, calls } = fakeMemory({
      exportPage: async (_tenant, { afterSeq }) =>
        ok(
          afterSeq === 0
            ? { lines: [line(1), line(2)], lastSeq: 2 }
            : { lines: [line(3)], lastSeq: null },
        ),
    });
    const headers = { 'x-memory-bookmark': 'nearest' };
    const answer = await call('/v1/export?user_id=ana', { headers, bindings: { MEMORY } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (await textOf(answer)).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((text) => JSON.parse(text))).toEqual([line(1), line(2), line(3)]);
    const scope = { user_id: 'ana' };
    expect(calls).toEqual([
      ['exportPage', 'dev', { scope, afterSeq: 0, limit: 200 }, { bookmark: 'nearest' }],
      ['exportPage', 'dev', { scope, afterSeq: 2, limit: 200 }, { bookmark: 'nearest' }],
    ]);
  });

  it('answers with the problem when nothing was sent yet, and breaks off when something was (B30)', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const down = {
      code: 'dependency_unavailable' as const,
      detail: 'Cannot export memories: down',
    };
    const never = fakeMemory({ exportPage: async () => fail(down) });
    const refused = await callJson('/v1/export', { bindings: { MEMORY: never.MEMORY } });
    expect([refused.status, refused.body.detail]).toEqual([503, down.detail]);
    const later = fakeMemory({
      exportPage: async (_tenant, { afterSeq }) =>
        afterSeq === 0 ? ok({ lines: [line(1)], lastSeq: 1 }) : fail(down),
    });
    const broken = await call('/v1/export', { bindings: { MEMORY: later.MEMORY } });
    expect(broken.status).toBe(200);
    await expect(textOf(broken)).rejects.toThrow(down.detail);
    expect(error.mock.calls.flat().join()).toContain('export_broken');
  });

  it('refuses a blank scope and unknown fields', async () => {
    const { MEMORY } = fakeMemory({});
    for (const query of ['user_id=', 'format=csv']) {
      expect((await callJson(`/v1/export?${query}`, { bindings: { MEMORY } })).status).toBe(400);
    }
  });
});

describe('POST /v1/import', () => {
  /** A store that takes everything. */
  function taking() {
    return fakeMemory({
      importLines: async (_tenant, lines) => {
        const imported: Imported = {
          lines: lines.length,
          added: lines.length,
          duplicate: 0,
          superseded: 0,
          quarantined: 0,
          failed: [],
          failed_count: 0,
          degraded: [],
        };
        return ok({ ...imported, bookmark: 'mark' });
      },
    });
  }
  const body = Array.from({ length: 150 }, (_, index) =>
    JSON.stringify({ text: `fact ${index}`, user_id: 'ana' }),
  ).join('\n');

  it('stores the lines of the body and answers what came of them', async () => {
    const { MEMORY, calls } = taking();
    const answer = await call('/v1/import', { body, headers: NDJSON, bindings: { MEMORY } });
    expect(await answer.json()).toMatchObject({ lines: 150, added: 150, failed_count: 0 });
    expect(answer.headers.get('x-memory-bookmark')).toBe('mark');
    expect(calls.map(([, tenant, lines, by]) => [tenant, (lines as unknown[]).length, by])).toEqual(
      [
        ['dev', 100, { by: 'dev' }],
        ['dev', 50, { by: 'dev' }],
      ],
    );
  });

  it.each(['text/plain', 'application/jsonl; charset=utf-8', 'application/x-www-form-urlencoded'])(
    'takes lines as %s',
    async (type) => {
      const { MEMORY } = taking();
      const headers = { 'content-type': type };
      expect((await callJson('/v1/import', { body, headers, bindings: { MEMORY } })).status).toBe(
        200,
      );
    },
  );

  it('refuses JSON and other types with the remedy', async () => {
    const { MEMORY, calls } = taking();
    const bindings = { MEMORY };
    const list = { memories: [{ text: 'x', user_id: 'a' }] };
    const json = await callJson('/v1/import', { json: list, bindings });
    expect([json.status, json.body.detail]).toEqual([
      415,
      expect.stringContaining('POST /v1/memories'),
    ]);
    const disguised = { body: JSON.stringify(list), headers: NDJSON, bindings };
    const lines = await callJson('/v1/import', disguised);
    expect([lines.status, lines.body.detail]).toEqual([
      400,
      expect.stringContaining('POST /v1/memories'),
    ]);
    const headers = { 'content-type': 'image/png' };
    expect((await callJson('/v1/import', { body, headers, bindings })).status).toBe(415);
    expect(calls).toEqual([]);
  });

  it('honours Idempotency-Key, and refuses a body that the key cannot be bound to', async () => {
    const { MEMORY, calls } = taking();
    const options = {
      body,
      headers: { ...NDJSON, 'idempotency-key': 'imp' },
      bindings: { MEMORY },
    };
    const first = await call('/v1/import', options);
    const again = await call('/v1/import', options);
    expect(await again.text()).toBe(await first.text());
    expect(calls).toHaveLength(2);
    const other = await callJson('/v1/import', { ...options, body: `${body}\n{}` });
    expect(other.status).toBe(422);
    const large = await callJson('/v1/import', { ...options, body: new Uint8Array(16_000_001) });
    expect([large.status, large.body.detail]).toEqual([
      413,
      expect.stringContaining('without Idempotency-Key'),
    ]);
  });

  it('takes an empty body for no lines', async () => {
    const { MEMORY } = taking();
    const { status, body: answer } = await callJson('/v1/import', {
      method: 'POST',
      bindings: { MEMORY },
    });
    expect([status, answer.lines]).toEqual([200, 0]);
  });
});
