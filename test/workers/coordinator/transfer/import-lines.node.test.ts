import { describe, expect, it } from 'vitest';
import type { Imported } from '../../../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../../../shared/errors.ts';
import { fail, ok } from '../../../../shared/result.ts';
import {
  importLines,
  MAX_LINE_BYTES,
} from '../../../../workers/coordinator/transfer/import-lines.ts';

/** Stores every line that has a text; says of the others that the text is missing. */
function recorder(failAt = Number.POSITIVE_INFINITY) {
  const batches: (readonly unknown[])[] = [];
  const down: Failure = { code: 'dependency_unavailable', detail: 'Cannot import memories: down' };
  const store = async (lines: readonly unknown[]) => {
    if (batches.length === failAt) return fail(down);
    batches.push(lines);
    const failed = lines.flatMap((line, index) =>
      typeof line === 'object' && line !== null && 'text' in line
        ? []
        : [{ line: index + 1, pointer: '/text', detail: 'Missing text' }],
    );
    const stored: Imported & { bookmark: string } = {
      lines: lines.length,
      added: lines.length - failed.length,
      duplicate: 0,
      superseded: 0,
      quarantined: 0,
      failed,
      failed_count: failed.length,
      degraded: [{ dependency: 'embedder', effect: 'Not embedded' }],
      bookmark: `mark-${batches.length}`,
    };
    return ok(stored);
  };
  return { batches, store };
}

async function* body(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const memory = (number: number) => JSON.stringify({ text: `fact ${number}`, user_id: 'a' });

describe('importLines()', () => {
  it('stores a hundred lines at a time and adds up what came of them', async () => {
    const { batches, store } = recorder();
    const lines = Array.from({ length: 250 }, (_, index) => memory(index));
    const done = await importLines(body(`${lines.join('\n')}\n`), store);
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(batches.flat()).toEqual(lines.map((line) => JSON.parse(line)));
    expect(done).toMatchObject({
      ok: true,
      value: { lines: 250, added: 250, failed: [], failed_count: 0, bookmark: 'mark-3' },
    });
    expect(done.ok && done.value.degraded).toHaveLength(1);
  });

  it('names failed lines by their number in the whole body, blank ones counted', async () => {
    const { batches, store } = recorder();
    const lines = Array.from({ length: 130 }, (_, index) => memory(index));
    lines[2] = '';
    lines[4] = '{"text": ';
    lines[119] = '{"user_id": "a"}';
    lines[120] = '[1, 2';
    const done = await importLines(body(`\ufeff${lines.join('\r\n')}`), store);
    expect(batches.flat()).toHaveLength(127);
    expect(done).toMatchObject({ ok: true, value: { lines: 129, added: 126, failed_count: 3 } });
    expect(done.ok && done.value.failed).toEqual([
      { line: 5, pointer: '', detail: expect.stringContaining('one JSON object per line') },
      { line: 120, pointer: '/text', detail: 'Missing text' },
      { line: 121, pointer: '', detail: expect.stringContaining('Cannot read line') },
    ]);
  });

  it('tells the first hundred failed lines and counts them all', async () => {
    const done = await importLines(body('nonsense\n'.repeat(350)), recorder().store);
    expect(done).toMatchObject({ ok: true, value: { lines: 350, added: 0, failed_count: 350 } });
    expect(done.ok && done.value.failed.map(({ line }) => line)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it('refuses a line that is too long by its number and limit, and says what is stored', async () => {
    const { batches, store } = recorder();
    const long = JSON.stringify({ text: 'x'.repeat(MAX_LINE_BYTES) });
    const done = await importLines(body(`${memory(1)}\n${long}\n${memory(2)}`), store);
    expect(done).toMatchObject({
      ok: false,
      error: {
        code: 'too_large',
        detail: expect.stringContaining(`line 2: it is longer than ${MAX_LINE_BYTES} bytes`),
        extra: { line: 2, limit_bytes: MAX_LINE_BYTES, imported: { lines: 1, added: 1 } },
      },
    });
    expect(batches).toHaveLength(1);
  });

  it('sends no more at once than RPC carries', async () => {
    const { batches, store } = recorder();
    const large = JSON.stringify({ text: 'x'.repeat(400_000) });
    await importLines(body(`${large}\n`.repeat(25)), store);
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  });

  it('says what was stored before a batch failed', async () => {
    const { store } = recorder(1);
    const lines = Array.from({ length: 150 }, (_, index) => memory(index)).join('\n');
    expect(await importLines(body(lines), store)).toMatchObject({
      ok: false,
      error: { code: 'dependency_unavailable', extra: { imported: { lines: 100, added: 100 } } },
    });
  });

  it('refuses the body of POST /v1/memories, which is no line', async () => {
    const { batches, store } = recorder();
    const done = await importLines(body(`{"memories": [${memory(1)}]}`), store);
    expect(done).toMatchObject({
      ok: false,
      error: { code: 'invalid_request', detail: expect.stringContaining('POST /v1/memories') },
    });
    expect(batches).toEqual([]);
  });

  it('stores nothing for an empty body', async () => {
    const { batches, store } = recorder();
    const done = await importLines(body('\n\n'), store);
    expect(done).toMatchObject({ ok: true, value: { lines: 0, failed: [], bookmark: null } });
    expect(batches).toEqual([]);
  });
});
