import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCounter } from '../../../shared/tokens/counter.ts';
import { ENCODINGS } from '../../../shared/types.ts';
import { REFERENCE } from './reference.ts';

const SPECIAL_LITERALS = [
  '<|endoftext|>',
  '<|fim_prefix|>',
  '<|fim_middle|>',
  '<|fim_suffix|>',
  '<|im_start|>',
  '<|im_end|>',
  '<|im_sep|>',
  '<|endofprompt|>',
  '<|start|>',
  '<|channel|>',
  '<EOT>',
  '<META>',
  '<SOS>',
];

const FAMILY = '👨‍👩‍👧‍👦';

/** Words, marks, runs and scripts whose borders the pre-tokenisers treat differently. */
const fragment = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  fc.constantFrom(
    ...SPECIAL_LITERALS,
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '\u00a0',
    '\u3000',
    "I'll",
    "don'T",
    "'s",
    '\ufeff',
    '\ud800',
    '\udc00',
    '天气预报',
    '漢A漢a',
    'ǅ',
    'é',
    'e\u0301',
    '\u0301\u0302',
    FAMILY,
    '🇩🇪',
    '1234567',
    '٣٤٥',
    'https://example.org/a?b=c',
    'camelCaseHTTPServer',
    '_snake_case',
    '{"a":[1,2,{"b":null}]}',
    '://',
    '//\n',
  ),
);
const text = fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(''));

/** One long stretch without a border, or with few; longer than several merge blocks. */
const run = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'a',
        'A',
        '=',
        ' ',
        '\n',
        '-',
        'k',
        '天',
        '\u0301',
        '😀',
        FAMILY,
        '/',
        'ab',
        'aab',
      ),
      fc.string({ unit: fc.constantFrom(...'aeiort'), minLength: 1, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'=-*#_.~'), minLength: 1, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'天气预报的一是'), minLength: 1, maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...' \n\t\r'), minLength: 1, maxLength: 20 }),
      fc.base64String({ minLength: 4, maxLength: 120 }),
    ),
    fc.integer({ min: 100, max: 900 }),
    text,
  )
  .map(([unit, chars, tail]) => unit.repeat(Math.ceil(chars / unit.length)) + tail);

describe.each(ENCODINGS)('loadCounter(%s)', (encoding) => {
  it('gives one counter per encoding', async () => {
    expect(await loadCounter(encoding)).toBe(await loadCounter(encoding));
    expect((await loadCounter(encoding)).encoding).toBe(encoding);
  });

  it('counts nothing for the empty text', async () => {
    expect((await loadCounter(encoding)).count('')).toBe(0);
  });

  it('count() equals the reference encoder on any text', async () => {
    const counter = await loadCounter(encoding);
    fc.assert(
      fc.property(text, (sample) => {
        expect(counter.count(sample)).toBe(REFERENCE[encoding](sample));
      }),
      { numRuns: 500 },
    );
  });

  it('count() equals the reference encoder on long runs', async () => {
    const counter = await loadCounter(encoding);
    fc.assert(
      fc.property(run, (sample) => {
        const { tokens, estimated } = counter.countDetailed(sample);
        expect({ tokens, estimated }).toEqual({
          tokens: REFERENCE[encoding](sample),
          estimated: false,
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each(SPECIAL_LITERALS)('F-11, B10: counts %s as ordinary text', async (literal) => {
    const counter = await loadCounter(encoding);
    const sample = `The paper uses ${literal} as a separator.`;
    expect(counter.count(sample)).toBe(REFERENCE[encoding](sample));
    expect(counter.count(literal)).toBeGreaterThan(1);
  });

  it('gives the same count whether or not the text was counted before', async () => {
    const counter = await loadCounter(encoding);
    const sample = 'The same words again, 123 times. '.repeat(40);
    const first = counter.count(sample);
    expect(counter.count(sample)).toBe(first);
    expect(counter.count(`${sample}!`)).toBe(REFERENCE[encoding](`${sample}!`));
  });
});

describe('count()', () => {
  it.each([
    ['o200k_base', '天气预报'.repeat(30), 90],
    ['cl100k_base', '天气预报'.repeat(30), 150],
    ['o200k_base', FAMILY.repeat(25), 275],
    ['cl100k_base', FAMILY.repeat(25), 450],
    ['o200k_base', '회의는 다음 주 화요일로 연기되었습니다. '.repeat(4), 48],
    ['cl100k_base', '회의는 다음 주 화요일로 연기되었습니다. '.repeat(4), 69],
  ] as const)('F-08: is exact for CJK and emoji (%s, %s)', async (encoding, sample, expected) => {
    expect((await loadCounter(encoding)).count(sample)).toBe(expected);
  });

  it.each([
    ['o200k_base', 14],
    ['cl100k_base', 13],
  ] as const)('F-11: does not throw on a special token (%s)', async (encoding, expected) => {
    const sample = 'The paper uses <|endoftext|> as a separator.';
    expect((await loadCounter(encoding)).count(sample)).toBe(expected);
  });

  it('F-72: is exact for 3,000 equals signs', async () => {
    const counter = await loadCounter('o200k_base');
    expect(counter.countDetailed('='.repeat(3000))).toEqual({ tokens: 48, estimated: false });
  });

  // A quadratic merge needs minutes for any of these and runs into the test timeout.
  const MEGABYTE = 1_000_000;
  const HUGE: readonly (readonly [string, string, number])[] = [
    ['a', 'a'.repeat(200_000), 25_000],
    ['=', '='.repeat(40_000), 625],
    ['k', 'k'.repeat(80_000), 20_000],
    ['A', 'A'.repeat(MEGABYTE), 125_000],
    ['spaces', ' '.repeat(MEGABYTE), 7813],
    ['newlines', '\n'.repeat(MEGABYTE), 62_500],
    ['CJK', '天气预报'.repeat(MEGABYTE / 12), 250_000],
    ['ZWJ emoji', FAMILY.repeat(40_000), 440_000],
    ['combining marks', `a${'\u0301'.repeat(MEGABYTE / 2)}`, 500_001],
  ];
  it.each(HUGE)('F-72, B10: counts a huge run exactly (%s)', async (_name, sample, expected) => {
    const counter = await loadCounter('o200k_base');
    const { tokens, estimated } = counter.countDetailed(sample);
    expect(estimated).toBe(false);
    // The last tokens of a run differ when its length is no multiple of the token's.
    expect(Math.abs(tokens - expected)).toBeLessThanOrEqual(2);
  });

  it('F-72: counts a megabyte of base64 within a token per block of its parts', async () => {
    const counter = await loadCounter('o200k_base');
    let state = 1;
    const bytes = Uint8Array.from({ length: 750_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >>> 24;
    });
    const base64 = Buffer.from(bytes).toString('base64');
    const whole = counter.countDetailed(base64);
    let parts = 0;
    for (let start = 0; start < base64.length; start += 1000) {
      parts += REFERENCE.o200k_base(base64.slice(start, start + 1000));
    }
    expect(whole.estimated).toBe(false);
    // Cutting can only cost tokens, at most a few per cut.
    expect(whole.tokens).toBeLessThanOrEqual(parts);
    expect(whole.tokens).toBeGreaterThan(parts * 0.995);
  });
});

/** A wrapped text as the window has it: ends in line breaks, and the next one starts a new block. */
const wrapped = (ending: string) =>
  fc
    .tuple(fc.nat(9), text)
    .map(([id, body]) => `<context id="${id}">\n${body}\n</context>${ending}`);
const endingIn = (ending: string) => text.map((body) => `<context>${body}${ending}`);

describe('count() of joined pieces', () => {
  it.each(ENCODINGS)(
    'is the sum over wrapped blocks that end in one line break (%s)',
    async (encoding) => {
      const counter = await loadCounter(encoding);
      fc.assert(
        fc.property(fc.array(wrapped('\n'), { maxLength: 6 }), (pieces) => {
          const sum = pieces.reduce((total, piece) => total + counter.count(piece), 0);
          expect(counter.count(pieces.join(''))).toBe(sum);
        }),
      );
    },
  );

  it.each(['o200k_base', 'cl100k_base'] as const)(
    'is the sum over any pieces that end in two line breaks (%s)',
    async (encoding) => {
      const counter = await loadCounter(encoding);
      fc.assert(
        fc.property(fc.array(endingIn('\n\n'), { maxLength: 6 }), (pieces) => {
          const sum = pieces.reduce((total, piece) => total + counter.count(piece), 0);
          expect(counter.count(pieces.join(''))).toBe(sum);
        }),
      );
    },
  );

  it('is one more per inner border with two line breaks in the claude encoding', async () => {
    // Its pre-tokeniser leaves the last blank of a stretch to the word that follows, but not at the end.
    const counter = await loadCounter('claude');
    const piece = '<context>words</context>\n\n';
    expect(counter.count(piece.repeat(5))).toBe(5 * counter.count(piece) + 4);
  });
});
