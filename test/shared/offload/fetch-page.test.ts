import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FetchPage } from '../../../shared/contracts/offload.ts';
import type { Content } from '../../../shared/offload/content.ts';
import { fetchPage } from '../../../shared/offload/fetch-page.ts';
import { loadCounter } from '../../../shared/tokens/counter.ts';

const counter = await loadCounter('o200k_base');
const count = (text: string) => counter.count(text);
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** The content of a text; the last one is kept, because a walk asks for it once per page. */
let latest: Content | null = null;
function content(text: string): Content {
  if (latest?.text === text) return latest;
  const provenance = {
    source: 'test',
    trust: 'retrieved',
    handle: 'off_x',
    media_type: 'text/plain; charset=utf-8',
  } as const;
  latest = { text, totalTokens: count(text), totalTokensEstimated: false, provenance };
  return latest;
}

function page(text: string, operation: unknown): FetchPage {
  const result = fetchPage(content(text), operation, count);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}

function failure(text: string, operation: unknown) {
  const result = fetchPage(content(text), operation, count);
  if (result.ok) throw new Error(`Expected a failure, got ${JSON.stringify(result.value)}`);
  return result.error;
}

/** All pages from `operation` on; fails when a page makes no progress. */
function walk(text: string, operation: unknown): FetchPage[] {
  const pages = [page(text, operation)];
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null) {
    pages.push(page(text, { mode: 'next', next }));
    expect(pages.length).toBeLessThanOrEqual(text.length + 2);
  }
  return pages;
}

/** Text with everything that makes cutting hard: line ends, pairs, combining marks, empty lines, runs. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('\n', '\r\n', '\r', '🌵', '中文', 'é', '\u{1f468}\u200d\u{1f469}', '"key": '),
      fc
        .tuple(fc.constantFrom('a', ' ', '🌵', '-'), fc.integer({ min: 1, max: 60 }))
        .map(([unit, times]) => unit.repeat(times)),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join('').toWellFormed());
/** No character has more than four bytes, so no more than four tokens. */
const pageTokens = fc.integer({ min: 4, max: 40 });
const size = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });

describe('fetchPage() walks', () => {
  const modes = {
    head: (lines: number | undefined, max_tokens: number) => ({
      mode: 'head',
      max_tokens,
      ...(lines === undefined ? {} : { lines }),
    }),
    lines: (lines: number | undefined, max_tokens: number) => ({
      mode: 'lines',
      from: 1,
      to: lines ?? 1000,
      max_tokens,
    }),
    bytes: (bytes: number | undefined, max_tokens: number) => ({
      mode: 'bytes',
      from: 0,
      to: bytes ?? 5000,
      max_tokens,
    }),
  };
  for (const [mode, operation] of Object.entries(modes)) {
    it(`${mode}: pages join to the content and stay within max_tokens`, () => {
      fc.assert(
        fc.property(anyText, size, pageTokens, (text, amount, maxTokens) => {
          const pages = walk(text, operation(amount, maxTokens));
          expect(pages.map((one) => one.text).join('')).toBe(text);
          let at = 0;
          for (const one of pages) {
            expect(count(one.text)).toBeLessThanOrEqual(maxTokens);
            expect(one.bytes).toEqual({ from: at, to: at + bytesOf(one.text) });
            at = one.bytes.to;
          }
        }),
        { numRuns: 300 },
      );
    });
  }

  it('tail: pages from last to first join to the content and stay within max_tokens', () => {
    fc.assert(
      fc.property(anyText, size, pageTokens, (text, lines, maxTokens) => {
        const operation = {
          mode: 'tail',
          max_tokens: maxTokens,
          ...(lines === undefined ? {} : { lines }),
        };
        const pages = walk(text, operation);
        expect(
          pages
            .map((one) => one.text)
            .reverse()
            .join(''),
        ).toBe(text);
        for (const one of pages) expect(count(one.text)).toBeLessThanOrEqual(maxTokens);
      }),
      { numRuns: 300 },
    );
  });

  it('grep: pages together show every matching line once, within max_tokens', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[abc ]{0,12}$/), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 20, max: 60 }),
        (lines, maxMatches, maxTokens) => {
          const text = lines.join('\r\n');
          const pages = walk(text, {
            mode: 'grep',
            pattern: 'b+a',
            max_matches: maxMatches,
            max_tokens: maxTokens,
          });
          const shown = pages
            .flatMap((one) => one.text.split('\n'))
            .filter((line) => line !== '--' && line !== '');
          const wanted = lines.flatMap((line, index) =>
            /b+a/.test(line) ? [`${index + 1}:${line}`] : [],
          );
          expect(shown).toEqual(wanted);
          for (const one of pages) {
            expect(one.matching_lines).toBe(wanted.length);
            expect(count(one.text)).toBeLessThanOrEqual(maxTokens);
          }
        },
      ),
    );
  });

  it('F-53: one line of 300,000 bytes is read in bounded pages to its end', () => {
    const text = JSON.stringify({ data: 'lorem ipsum dolor '.repeat(20_000) }).slice(0, 300_000);
    for (const operation of [
      { mode: 'head' },
      { mode: 'head', lines: 1 },
      { mode: 'bytes', from: 0, to: 300_000 },
    ]) {
      const pages = walk(text, operation);
      expect(pages.map((one) => one.text).join('')).toBe(text);
      expect(Math.max(...pages.map((one) => one.tokens))).toBeLessThanOrEqual(1000);
      expect(new Set(pages.map((one) => one.total_bytes))).toEqual(new Set([300_000]));
      expect(pages.at(-1)).toMatchObject({ next: null, truncated: false });
      expect(pages.length).toBeLessThanOrEqual(Math.ceil(count(text) / 950));
    }
  });
});

describe('fetchPage() bytes', () => {
  const text = 'x🌵y中z';

  it('F-54: aligns ranges to characters and states the actual start', () => {
    expect(page(text, { mode: 'bytes', from: 2, to: 102 })).toMatchObject({
      text: 'y中z',
      unit: 'bytes',
      from: 5,
      to: 10,
      next: null,
    });
    expect(page(text, { mode: 'bytes', from: 0, to: 3 })).toMatchObject({
      text: 'x',
      from: 0,
      to: 1,
    });
    expect(page(text, { mode: 'bytes', from: 9, to: 10 })).toMatchObject({ text: 'z', next: null });
    expect(page(text, { mode: 'bytes', from: 10, to: 15 })).toMatchObject({
      text: '',
      from: 10,
      to: 10,
      next: null,
    });
    expect(failure(text, { mode: 'bytes', from: 11, to: 12 }).code).toBe('range_not_satisfiable');
    expect(failure(text, { mode: 'bytes', from: 0, to: 0 })).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/to' }],
    });
  });

  it('F-54: walks of every length end and join to the content, by next and by offset', () => {
    for (const length of [1, 2, 3, 4]) {
      const pages = walk(text, { mode: 'bytes', from: 0, to: length });
      expect(pages.map((one) => one.text).join('')).toBe(text);
      let joined = '';
      for (let at = 0; at < 10; ) {
        const one = page(text, { mode: 'bytes', from: at, to: at + length });
        expect(one.to).toBeGreaterThan(at);
        joined += one.text;
        at = one.to;
      }
      expect(joined).toBe(text);
    }
  });
});

describe('fetchPage() lines', () => {
  const text = 'one\r\ntwo\n\nfour';

  it('head, tail and lines give whole lines with their numbers and the totals', () => {
    expect(page(text, { mode: 'head', lines: 2 })).toMatchObject({
      text: 'one\r\ntwo\n',
      unit: 'lines',
      from: 1,
      to: 2,
      total_lines: 4,
      total_bytes: 14,
      total_tokens: count(text),
      truncated: false,
    });
    expect(page(text, { mode: 'tail', lines: 2 })).toMatchObject({
      text: '\nfour',
      from: 3,
      to: 4,
      truncated: false,
    });
    expect(page(text, { mode: 'lines', from: 2, to: 2 })).toMatchObject({
      text: 'two\n',
      from: 2,
      to: 2,
    });
    expect(page(text, { mode: 'lines', from: 3, to: 99 })).toMatchObject({
      text: '\nfour',
      next: null,
      truncated: false,
    });
    expect(page(`${text}\n`, { mode: 'tail', lines: 1 })).toMatchObject({
      text: 'four\n',
      from: 4,
      to: 4,
      total_lines: 4,
    });
  });

  it('a range that does not fit goes on to its end before reading further', () => {
    const log = Array.from({ length: 60 }, (_, index) => `line number ${index + 1}\n`);
    const pages: FetchPage[] = [
      page(log.join(''), { mode: 'lines', from: 11, to: 30, max_tokens: 30 }),
    ];
    while (pages.at(-1)?.truncated)
      pages.push(page(log.join(''), { mode: 'next', next: pages.at(-1)?.next }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.map((one) => one.text).join('')).toBe(log.slice(10, 30).join(''));
    expect(pages.at(-1)).toMatchObject({ to: 30 });
    const following = page(log.join(''), { next: pages.at(-1)?.next, max_tokens: 1000 });
    expect(following).toMatchObject({ from: 31, to: 50 });
  });

  it('empty content is an empty page, and lines beyond the end are not satisfiable', () => {
    for (const operation of [
      { mode: 'head' },
      { mode: 'tail', lines: 3 },
      { mode: 'lines', from: 1, to: 5 },
      { mode: 'grep', pattern: 'x' },
    ]) {
      expect(page('', operation)).toMatchObject({
        text: '',
        from: 0,
        to: 0,
        total_lines: 0,
        total_bytes: 0,
        next: null,
        truncated: false,
      });
    }
    expect(failure(text, { mode: 'lines', from: 6, to: 7 })).toMatchObject({
      code: 'range_not_satisfiable',
      extra: { total_lines: 4 },
    });
  });
});

describe('fetchPage() grep', () => {
  const log = 'start\nERROR one\nok\nok\nerror two\nend\n';

  it('numbers the lines, marks context and gaps, and counts all matching lines', () => {
    expect(page(log, { mode: 'grep', pattern: '^error', ignore_case: true })).toMatchObject({
      text: '2:ERROR one\n--\n5:error two',
      from: 2,
      to: 5,
      matching_lines: 2,
      next: null,
    });
    expect(page(log, { mode: 'grep', pattern: 'error', context: 1 })).toMatchObject({
      text: '4-ok\n5:error two\n6-end',
    });
    expect(page(log, { mode: 'grep', pattern: '(?i)error', context: 1 }).text).toBe(
      '1-start\n2:ERROR one\n3-ok\n4-ok\n5:error two\n6-end',
    );
  });

  it('B18: no match is an empty page with the total size', () => {
    expect(page(log, { mode: 'grep', pattern: 'absent' })).toMatchObject({
      text: '',
      matching_lines: 0,
      total_lines: 6,
      total_bytes: 36,
      next: null,
      truncated: false,
    });
  });

  it('shows an excerpt with its byte range for each match in one giant line, which bytes can read', () => {
    const line = `${'é'.repeat(5000)}needle${'x'.repeat(5000)}needle${'y'.repeat(3000)}`;
    const pages = walk(line, { mode: 'grep', pattern: 'needle', max_matches: 1 });
    expect(pages).toHaveLength(2);
    for (const one of pages) {
      expect(one.text).toContain('needle');
      const [, from, to] = /\[bytes (\d+)-(\d+)\]$/.exec(one.text) ?? [];
      expect(page(line, { mode: 'bytes', from: Number(from), to: Number(to) }).text).toContain(
        'needle',
      );
    }
  });

  it('shows a match that is longer than an excerpt once, by its start', () => {
    const line = `${'a'.repeat(100_000)} b ${'a'.repeat(100_000)}`;
    const pages = walk(line, { mode: 'grep', pattern: '(a|aa)+' });
    expect(pages.map((one) => one.text.length).join()).toBe(pages[0]?.text.length.toString());
    expect(pages[0]?.text.match(/\[bytes \d+-\d+\]/g)).toEqual([
      '[bytes 0-400]',
      '[bytes 100003-100403]',
    ]);
  });

  it('names /pattern for invalid and for hopelessly complex patterns', () => {
    for (const pattern of ['[', '(?=a)', '\\1', 'a{1001}']) {
      expect(failure(log, { mode: 'grep', pattern })).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/pattern' }],
      });
    }
    const huge = 'ab'.repeat(1_000_000);
    expect(
      failure(huge, { mode: 'grep', pattern: '(?:[ab]{1,200}a){5}[cd]' }).errors,
    ).toMatchObject([{ pointer: '/pattern' }]);
    expect(page(huge, { mode: 'grep', pattern: '(a*)*c' })).toMatchObject({ matching_lines: 0 });
  });
});

describe('fetchPage() refuses', () => {
  it('max_tokens below what one character needs, naming the field', () => {
    for (const mode of ['head', 'tail']) {
      expect(failure('𓀀𓀀', { mode, max_tokens: 1 })).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/max_tokens' }],
      });
    }
    expect(
      failure('needle', { mode: 'grep', pattern: 'needle', max_tokens: 1 }).errors,
    ).toMatchObject([{ pointer: '/max_tokens' }]);
  });

  it('malformed operations, with a pointer to the field', () => {
    const cases: [unknown, string][] = [
      [{ mode: 'head', lines: 0 }, '/lines'],
      [{ mode: 'head', max_tokens: -1 }, '/max_tokens'],
      [{ mode: 'head', max_tokens: Number.NaN }, '/max_tokens'],
      [{ mode: 'head', extra: 1 }, '/extra'],
      [{ mode: 'nope' }, '/mode'],
      [{ mode: 'lines', from: 5, to: 4 }, '/to'],
      [{ mode: 'lines', from: 0, to: 4 }, '/from'],
      [{ mode: 'grep' }, '/pattern'],
      [{}, '/mode'],
    ];
    for (const [operation, pointer] of cases) {
      expect(failure('text', operation).errors?.[0]?.pointer, JSON.stringify(operation)).toBe(
        pointer,
      );
    }
    expect(failure('text', null).code).toBe('invalid_request');
  });

  it('a next that no page of this content gave', () => {
    const forged = [
      '',
      'lines',
      'lines:1:2:3',
      'lines:99:100:1:10',
      'lines:-1:2:3:10',
      'lines:1e3:2:3:10',
      'bytes:2:5:1:10',
      'grep:0:0:10:0:0:0:x',
      'grep:0:0:10:0:0:5:',
      'tail:0:3:1:0',
      'head:0:1:1:1',
    ];
    for (const next of forged) {
      expect(failure('x🌵', { mode: 'next', next }), next).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/next' }],
      });
    }
  });
});
