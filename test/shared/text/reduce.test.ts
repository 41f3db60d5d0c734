import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenceBlocks, splitLines } from '../../../shared/text/lines.ts';
import { type ReduceRequest, reduce } from '../../../shared/text/reduce.ts';

/** Counts like a tokenizer does: about four letters, or one other character, a token. */
const count = (text: string) => text.match(/[a-z]{1,4}|\d{1,3}|\s+|[^a-z\d\s]/giu)?.length ?? 0;
const terms = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.replace(/s$/, ''));

function request(text: string, maxTokens: number, query = ''): ReduceRequest {
  return { text, maxTokens, count, query, terms, handle: 'off_x' };
}

function reduced(text: string, maxTokens: number, query = '') {
  const result = reduce(request(text, maxTokens, query));
  if (result === null) throw new Error('nothing fitted');
  expect(count(result.text)).toBe(result.tokens);
  expect(result.tokens).toBeLessThanOrEqual(maxTokens);
  return result;
}

/** The numbers of all "N lines omitted" or "N of M lines omitted" in a text. */
function omissions(text: string, unit: string): number[] {
  const markers = text.matchAll(
    new RegExp(`\\[… ([\\d,]+)(?: of [\\d,]+)? ${unit}s? omitted`, 'g'),
  );
  return [...markers].map((match) => Number((match[1] ?? '').replaceAll(',', '')));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

function ledgerLog(): string {
  const lines = Array.from({ length: 1400 }, (_, index) => `step ${index + 1} ok`);
  lines[0] = "error E17: symbol 'foo' not found";
  lines[1399] = 'PANIC: ledger checksum mismatch';
  return lines.join('\n');
}

describe('reduce() of logs', () => {
  it('keeps the first error and the last panic with one exact marker and the handle (F-15)', () => {
    const { text, omitted, shape } = reduced(ledgerLog(), 400);
    const lines = text.split('\n');
    expect(shape).toBe('log');
    expect(lines[0]).toBe("error E17: symbol 'foo' not found");
    expect(lines.at(-1)).toBe('PANIC: ledger checksum mismatch');
    const markers = lines.filter((line) => line.startsWith('[…'));
    expect(markers).toHaveLength(1);
    expect(markers[0]).toContain('fetch_offloaded handle "off_x"');
    expect(lines.length - 1 + sum(omissions(text, 'line'))).toBe(1400);
    expect(omitted).toEqual({ unit: 'lines', count: 1400 - (lines.length - 1), of: 1400 });
  });

  it('folds what repeats by pattern with its count', () => {
    const { text } = reduced(ledgerLog(), 400);
    expect(text).toMatch(/1,\d{3} × step <n> ok/);
  });

  it('keeps errors in the middle, their stack trace and lines that match the task', () => {
    const lines = ledgerLog().split('\n');
    lines.splice(700, 0, 'java.lang.NullPointerException: x', '    at a.B.c(B.java:1)');
    lines[300] = 'uploaded report for customer 4711';
    const { text } = reduced(lines.join('\n'), 400, 'customer 4711');
    expect(text).toContain('java.lang.NullPointerException: x\n    at a.B.c(B.java:1)\n');
    expect(text).toContain('uploaded report for customer 4711\n');
  });

  it('keeps the first and last of more errors than fit', () => {
    const lines = Array.from({ length: 900 }, (_, n) => `2026-01-01 00:00:01 ERROR disk ${n} full`);
    const { text } = reduced(lines.join('\n'), 150);
    expect(text).toContain('ERROR disk 0 full');
    expect(text).toContain('ERROR disk 899 full');
  });

  it('states the cut without a handle when there is none', () => {
    const result = reduce({ ...request(ledgerLog(), 400), handle: null });
    expect(result?.text).toMatch(/\[… 1,\d{3} of 1,400 lines omitted/);
    expect(result?.text).not.toContain('fetch_offloaded');
  });
});

describe('reduce() of JSON', () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({
    id: n,
    name: `user ${n}`,
    score: n === 217 ? -5 : n % 90,
  }));

  it('stays valid JSON with exact counts, first, last, extreme and matching items', () => {
    const { text, omitted } = reduced(JSON.stringify({ rows, page: 1 }), 600, 'user 333');
    const parsed = JSON.parse(text);
    const note = parsed.rows.at(-1);
    const kept = parsed.rows.slice(0, -1);
    expect(note._omitted).toBe(`${500 - kept.length} of 500 items`);
    expect(omitted).toEqual({ unit: 'items', count: 500 - kept.length, of: 500 });
    const ids = kept.map((row: { id: number }) => row.id);
    expect(ids).toEqual(expect.arrayContaining([0, 217, 333, 499]));
    for (const row of kept) expect(row).toEqual(rows[row.id]);
    expect(parsed.page).toBe(1);
    expect(parsed._whole).toContain('off_x');
  });

  it('keeps the source of numbers and the order of keys', () => {
    const filler = 'x'.repeat(3000);
    const json = `{"z":12345678901234567890,"a":1.0,"e":1E400,"text":"${filler}","b":-0}`;
    const { text } = reduced(json, 200);
    expect(text).toMatch(/^\{"z":12345678901234567890,"a":1\.0,"e":1E400,"text":".*","b":-0,/);
  });

  it('shortens long strings after escaping, with the exact number of characters (F-14)', () => {
    const content = 'say "hi" \\ tab\t\n'.repeat(60);
    const json = JSON.stringify({ path: 'notes/today.md', content });
    const parsed = JSON.parse(reduced(json, 100).text);
    expect(Object.keys(parsed)).toEqual(['path', 'content', '_whole']);
    expect(parsed.path).toBe('notes/today.md');
    const [, head = '', gone] =
      /^([\s\S]*)\[… (\d+) of 960 characters omitted\]$/.exec(parsed.content) ?? [];
    expect(content.startsWith(head)).toBe(true);
    expect(head.length + Number(gone)).toBe(960);
  });

  it('does not cut emoji in strings, however they are escaped', () => {
    for (const emoji of ['🚀', '\\ud83d\\ude80']) {
      const { text } = reduced(`{"a":"${emoji.repeat(2000)}"}`, 120);
      expect(JSON.parse(text).a.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/\\ud83d(?!\\ude80)/);
    }
  });

  it('reduces a log inside a string as a log', () => {
    const { text } = reduced(JSON.stringify({ exit: 1, stdout: ledgerLog() }), 400);
    const parsed = JSON.parse(text);
    expect(parsed.exit).toBe(1);
    expect(parsed.stdout).toContain("error E17: symbol 'foo' not found\n");
    expect(parsed.stdout).toContain('PANIC: ledger checksum mismatch');
    expect(parsed.stdout).toMatch(/of 1,400 lines omitted/);
  });

  it('replaces data URIs by notes (B12)', () => {
    const image = `data:image/png;base64,${'AAAA'.repeat(80_000)}`;
    const { text } = reduced(JSON.stringify({ image, n: 1 }), 100);
    expect(JSON.parse(text)).toEqual({ image: '[image/png 240 KB, handle off_x]', n: 1 });
  });

  it('does not use a key that the document has', () => {
    const json = JSON.stringify({ _whole: 1, items: rows });
    expect(Object.keys(JSON.parse(reduced(json, 300).text))).toEqual([
      '_whole',
      'items',
      '__whole',
    ]);
  });

  it('keeps whole lines of NDJSON and marks gaps with JSON lines', () => {
    const lines = rows.map((row) => JSON.stringify(row));
    const { text, omitted } = reduced(lines.join('\n'), 500, 'user 333');
    const parsed = text.split('\n').map((line) => JSON.parse(line));
    const kept = parsed.filter((line) => !('_omitted' in line));
    const gone = parsed.flatMap((line) =>
      '_omitted' in line ? Number.parseInt(line._omitted, 10) : [],
    );
    expect(kept.map((row) => row.id)).toEqual(expect.arrayContaining([0, 333, 499]));
    expect(kept.length + sum(gone)).toBe(500);
    expect(omitted).toEqual({ unit: 'lines', count: 500 - kept.length, of: 500 });
  });

  it('says that it is emptied when only structure is left', () => {
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
    expect(reduced(deep, 200).emptied).toBe(true);
  });
});

describe('reduce() of tables', () => {
  it('keeps the header, whole rows and the exact number of omitted rows (F-17)', () => {
    const header = '| part | torque |\n|---|---|\n';
    const rows = Array.from({ length: 60 }, (_, n) => `| bolt${n} | ${(n * 7) % 61} Nm |\n`);
    const { text, omitted } = reduced(header + rows.join(''), 250, 'bolt41');
    expect(text.startsWith(header)).toBe(true);
    const kept = text
      .slice(header.length)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    for (const row of kept) expect(rows).toContain(`${row}\n`);
    expect(kept).toContain(rows[0]?.trimEnd());
    expect(kept).toContain(rows[41]?.trimEnd());
    expect(kept).toContain(rows[59]?.trimEnd());
    expect(kept.length + sum(omissions(text, 'row'))).toBe(60);
    expect(omitted).toEqual({ unit: 'rows', count: 60 - kept.length, of: 60 });
  });

  it('gives nothing rather than half a row, and says when only the header is left', () => {
    const csv = `name,notes\n${`a,${'long words '.repeat(40)}\n`.repeat(30)}`;
    expect(reduce({ ...request(csv, 20), shape: 'csv' })).toBeNull();
    expect(reduce({ ...request(csv, 60), shape: 'csv' })?.emptied ?? true).toBe(true);
  });
});

describe('reduce() of prose and Markdown', () => {
  const filler = (n: number) => `Sentence number ${n} talks about nothing in particular.`;
  const sentences = Array.from({ length: 300 }, (_, n) => filler(n));
  sentences[180] = 'The warranty covers water damage for two years.';

  it('keeps the title and the sentences that the task asks for, gaps marked exactly', () => {
    const text = `# Terms of sale\n\n${sentences.join(' ')}`;
    const result = reduced(text, 200, 'Does the warranty cover water damages?');
    expect(result.text.startsWith('# Terms of sale\n')).toBe(true);
    expect(result.text).toContain('The warranty covers water damage for two years.');
    expect(result.text).toContain(filler(179));
    expect(result.text).toContain(filler(181));
    expect(sum(omissions(result.text, 'sentence'))).toBe(result.omitted.count);
    expect(result.omitted.of).toBe(301);
  });

  it('keeps head and tail when the task matches nothing', () => {
    const { text } = reduced(sentences.join(' '), 200, 'zebra');
    expect(text.startsWith(filler(0))).toBe(true);
    expect(text.endsWith(filler(299))).toBe(true);
    expect(omissions(text, 'sentence')).toHaveLength(1);
  });

  it('keeps fences in pairs and rows under their header', () => {
    const block = `\`\`\`ts\n${'const value = compute();\n'.repeat(40)}\`\`\`\n`;
    const rows = Array.from({ length: 40 }, (_, n) => `| k${n} | v |\n`).join('');
    const text = `# A\n\n${sentences.slice(0, 20).join('\n')}\n\n${block}\n| key | value |\n|---|---|\n${rows}\nEnd.\n`;
    for (const max of [60, 120, 300]) {
      const { text: short } = reduced(text, max, 'compute k30');
      expect(fenceBlocks(splitLines(short)).every(({ close }) => close !== null)).toBe(true);
      if (short.includes('| k')) expect(short).toContain('| key | value |\n|---|---|\n');
    }
  });

  it('works on one giant line without sentences', () => {
    const text = `${'lorem ipsum '.repeat(25_000)} needle here ${'dolor amet '.repeat(100)}`;
    const { text: short, omitted } = reduced(text, 300, 'needle');
    expect(short).toContain('needle here');
    expect(omitted).toMatchObject({ unit: 'characters', of: text.length });
    expect(sum(omissions(short, 'character'))).toBe(omitted.count);
  });
});

describe('reduce() of code', () => {
  it('keeps signatures and what the task asks for, gaps as comments with exact counts', () => {
    const bodies = Array.from({ length: 40 }, (_, n) =>
      [
        `def step_${n}(x):`,
        ...Array.from({ length: 12 }, (__, m) => `    x = x + ${m}`),
        '    return x',
        '',
      ].join('\n'),
    );
    const text = bodies.join('\n').replace('x = x + 7', 'x = rotate_key(x)');
    const result = reduced(text, 700, 'rotate key');
    expect(result.shape).toBe('code');
    expect(result.text).toContain('    x = rotate_key(x)\n');
    expect(result.text).toMatch(/def step_\d+\(x\):\n/);
    expect(result.text).toMatch(/^# \[… \d+ of \d+ lines omitted/m);
    expect(sum(omissions(result.text, 'line'))).toBe(result.omitted.count);
  });
});

describe('reduce()', () => {
  it('leaves alone what fits, what is blank and what has no room', () => {
    expect(reduce(request('short text', 100))).toBeNull();
    expect(reduce(request('', 1))).toBeNull();
    expect(reduce(request(' \n'.repeat(500), 5))).toBeNull();
    expect(reduce(request('word '.repeat(500), 0))).toBeNull();
  });

  it('is within budget, well-formed, smaller, deterministic and of its form, for any text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '```',
        '| a | b |',
        '|---|---|',
        '# Title',
        'error: x',
        '{"a":[1,2]}',
        '',
        'a,b,c',
      ),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.lorem({ maxCount: 30 }),
    );
    const text = fc.oneof(
      fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n')),
      fc.json({ maxDepth: 4 }),
      fc
        .array(fc.record({ id: fc.nat(), name: fc.string({ unit: 'grapheme' }) }), {
          maxLength: 50,
        })
        .map((rows) => JSON.stringify(rows)),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), fc.lorem(), (original, max, query) => {
        const result = reduce(request(original, max, query));
        expect(reduce(request(original, max, query))).toEqual(result);
        if (result === null) return;
        expect(count(result.text)).toBeLessThanOrEqual(max);
        expect(result.text.length).toBeLessThan(original.length);
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.text.trim()).not.toBe('');
        expect(result.omitted.count).toBeLessThanOrEqual(result.omitted.of);
        const balanced = (body: string) =>
          fenceBlocks(splitLines(body)).every(({ close }) => close !== null);
        if (balanced(original)) expect(balanced(result.text)).toBe(true);
        const isDocument = (body: string) => {
          try {
            return typeof JSON.parse(body) === 'object';
          } catch {
            return false;
          }
        };
        if (result.shape === 'json' && isDocument(original))
          expect(isDocument(result.text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
