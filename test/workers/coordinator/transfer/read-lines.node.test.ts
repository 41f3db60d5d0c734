import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../workers/coordinator/transfer/read-lines.ts';

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    yield bytes.subarray(start, start + size);
    start += size;
  }
  yield bytes.subarray(start);
}

async function linesOf(text: string, sizes: readonly number[], maxBytes = 1_000) {
  const lines: (readonly [number, string] | string)[] = [];
  for await (const line of readLines(pieces(new TextEncoder().encode(text), sizes), maxBytes)) {
    lines.push(
      line.ok
        ? [line.value.number, new TextDecoder().decode(line.value.bytes)]
        : `line ${line.error.line} has more than ${line.error.maxBytes} bytes`,
    );
  }
  return lines;
}

describe('readLines()', () => {
  it('gives the same lines wherever the body is split', async () => {
    const text = fc.string({
      unit: fc.constantFrom('\n', '\r', 'a', '{', 'é', '😀'),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(5), { maxLength: 30 }), async (body, sizes) => {
        const lines = body.split('\n');
        if (lines.at(-1) === '') lines.pop();
        const expected = lines.map((line, index) => [index + 1, line]);
        expect(await linesOf(body, sizes)).toEqual(expected);
      }),
    );
  });

  it('ends at a line that is too long, without waiting for its end', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('short\n');
      for (;;) {
        asked += 1;
        yield new Uint8Array(10).fill(0x61);
      }
    }
    const seen = [];
    for await (const line of readLines(endless(), 25)) seen.push(line.ok ? 'line' : line.error);
    expect(seen).toEqual(['line', { line: 2, maxBytes: 25 }]);
    expect(asked).toBe(3);
  });

  it('takes a line of exactly the limit', async () => {
    expect(await linesOf('aaaaa\nbbbbb', [2, 2], 5)).toEqual([
      [1, 'aaaaa'],
      [2, 'bbbbb'],
    ]);
    expect(await linesOf('aaaaaa', [], 5)).toEqual(['line 1 has more than 5 bytes']);
  });

  it('keeps a line whose piece is overwritten by the next one', async () => {
    async function* reused(): AsyncGenerator<Uint8Array> {
      const buffer = new Uint8Array(2);
      for (const text of ['ab', 'c\n', 'de']) {
        new TextEncoder().encodeInto(text, buffer);
        yield buffer;
      }
    }
    const seen = [];
    for await (const line of readLines(reused(), 10)) {
      seen.push(line.ok ? new TextDecoder().decode(line.value.bytes) : '');
    }
    expect(seen).toEqual(['abc', 'de']);
  });
});
