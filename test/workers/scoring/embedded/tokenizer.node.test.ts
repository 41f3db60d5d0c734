import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenizer } from '../../../../workers/scoring/embedded/tokenizer.ts';
import { encoderParts } from '../../../support/encoder.ts';

const vocabulary = new TextDecoder().decode(encoderParts().vocabulary);
const tokenizer = createTokenizer(vocabulary);
const pieces = vocabulary.split('\n').map((line) => line.slice(0, line.indexOf('\t')));
const LIMIT = 128;

/** Control symbols, then the given pieces from id 6 on. */
function tokenizerOf(...lines: readonly string[]) {
  const reserved = ['\ufffd', '<s>', '</s>', '<1>', '<2>', '<3>'].map((piece) => `${piece}\t0`);
  return createTokenizer([...reserved, ...lines].join('\n'));
}

describe('encode()', () => {
  it('picks the pieces with the best total score', () => {
    const small = tokenizerOf('\u2581\t-5', 'a\t-2', 'b\t-2', 'ab\t-3', 'aba\t-9');
    expect(small.encode('aba', LIMIT)).toEqual([6, 9, 7]);
  });

  it('prefers the shorter last piece when two ways score the same', () => {
    const small = tokenizerOf('\u2581\t-5', 'a\t-2', 'b\t-2', 'ab\t-4');
    expect(small.encode('ab', LIMIT)).toEqual([6, 7, 8]);
  });

  it('gives a run of unknown symbols one id', () => {
    const small = tokenizerOf('\u2581\t-5', 'a\t-2');
    expect(small.encode('xyza😀😀', LIMIT)).toEqual([6, 0, 7, 0]);
  });

  it('does not read control symbols from text', () => {
    const small = tokenizerOf('\u2581\t-5', '<\t-2', 's\t-2', '>\t-2');
    expect(small.encode('<s>', LIMIT)).toEqual([6, 7, 8, 9]);
  });

  it('normalises compatibility characters', () => {
    expect(tokenizer.encode('Ｈｅｌｌｏ', LIMIT)).toEqual(tokenizer.encode('Hello', LIMIT));
  });

  it('gives back the text when nothing in it is unknown', () => {
    const words = fc.constantFrom('the', 'reset', 'Paris', '42', 'don’t', 'e-mail', 'Zanzibar');
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        const joined = tokenizer.encode(text, LIMIT).map((id) => pieces[id]);
        expect(joined.join('').replaceAll('\u2581', ' ')).toBe(` ${text}`);
      }),
    );
  });

  it('gives the ids of the whole text however little of them is asked for', () => {
    // Runs without a settled way through, unknown symbols, and marks that compose at the seams.
    const part = fc.constantFrom(
      'a',
      'ab',
      'the ',
      '中',
      '😀',
      'e\u0301',
      ' ',
      '::30',
      'é',
      '.',
      'x',
    );
    const repeated = fc.tuple(part, fc.integer({ min: 1, max: 700 }));
    fc.assert(
      fc.property(fc.array(repeated, { minLength: 1, maxLength: 8 }), (runs) => {
        const text = runs.map(([text, count]) => text.repeat(count)).join('');
        const all = tokenizer.encode(text, Number.POSITIVE_INFINITY);
        expect(tokenizer.encode(text, LIMIT)).toEqual(all.slice(0, LIMIT));
      }),
      { numRuns: 60 },
    );
  });

  it.each(['a', 'é', '中', '😀', ' ', '\u0301', 'ab c'])('copes with a megabyte of %j', (unit) => {
    const ids = tokenizer.encode(unit.repeat(1_000_000 / unit.length), LIMIT);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThanOrEqual(LIMIT);
  });
});

describe('createTokenizer()', () => {
  it('refuses a vocabulary without scores', () => {
    expect(() => createTokenizer('a\tx')).toThrow('Cannot read vocabulary: a line has no score');
  });
});
