import { describe, expect, it } from 'vitest';
import type { ExportLine } from '../../../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../../../shared/errors.ts';
import { fail, ok } from '../../../../shared/result.ts';
import { exportStream } from '../../../../workers/coordinator/transfer/export-stream.ts';

const DOWN: Failure = { code: 'dependency_unavailable', detail: 'Cannot export memories: down' };
const line = (id: number) => ({ id: `mem_${id}`, text: 'a\nb' }) as unknown as ExportLine;

/** A store of `total` lines in pages of `size`; the page at `failAt` fails. */
function paged(total: number, size: number, failAt = Number.POSITIVE_INFINITY) {
  const asked: number[] = [];
  const read = async (afterSeq: number) => {
    asked.push(afterSeq);
    if (asked.length > failAt) return fail(DOWN);
    const ids = Array.from({ length: total }, (_, index) => index + 1);
    const lines = ids.filter((id) => id > afterSeq).slice(0, size);
    return ok({ lines: lines.map(line), lastSeq: lines.at(-1) ?? null });
  };
  return { asked, read };
}

const silent = () => undefined;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

describe('exportStream()', () => {
  it('gives every line once, each whole', async () => {
    const { read } = paged(7, 3);
    const stream = await exportStream(read, silent);
    const text = stream.ok ? await textOf(stream.value) : '';
    expect(text.endsWith('\n')).toBe(true);
    const ids = text.trimEnd().split('\n');
    expect(ids.map((json) => JSON.parse(json).id)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => `mem_${n}`),
    );
  });

  it('is empty when there is nothing', async () => {
    const stream = await exportStream(paged(0, 3).read, silent);
    expect(stream.ok && (await textOf(stream.value))).toBe('');
  });

  it('goes on behind a page without lines', async () => {
    const pages = [
      { lines: [], lastSeq: 4 },
      { lines: [line(9)], lastSeq: 9 },
      { lines: [], lastSeq: null },
    ];
    const stream = await exportStream(
      async () => ok(pages.shift() ?? { lines: [], lastSeq: null }),
      silent,
    );
    expect(stream.ok && (await textOf(stream.value))).toContain('mem_9');
  });

  it('reads the next page only when the last one was taken', async () => {
    const { asked, read } = paged(9, 3);
    const stream = await exportStream(read, silent);
    if (!stream.ok) throw new Error(stream.error.detail);
    const reader = stream.value.getReader();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked).toEqual([0]);
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked).toEqual([0]);
    await reader.read();
    expect(asked).toEqual([0, 3]);
    await reader.cancel();
  });

  it('is a failure when the first page fails', async () => {
    expect(await exportStream(paged(9, 3, 0).read, silent)).toEqual({ ok: false, error: DOWN });
  });

  it('breaks off with an error, not an end, when a later page fails', async () => {
    const told: Failure[] = [];
    const stream = await exportStream(paged(9, 3, 1).read, (failure) => told.push(failure));
    if (!stream.ok) throw new Error(stream.error.detail);
    await expect(textOf(stream.value)).rejects.toThrow('Cannot export memories: down');
    expect(told).toEqual([DOWN]);
  });
});
