import { pat_str } from 'ai-tokenizer/encoding/claude';
import fc from 'fast-check';
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { createSplitter } from '../../../shared/tokens/split.ts';
import { ENCODINGS } from '../../../shared/types.ts';

/** The published patterns. */
const PATTERNS = {
  o200k_base: O200K_TOKEN_SPLIT_REGEX,
  cl100k_base: CL100K_TOKEN_SPLIT_REGEX,
  claude: new RegExp(pat_str, 'gu'),
};

/** At least one character of each class that a pattern tells apart, in one unit and in two. */
const CHARACTERS = [
  ...['a', 'B', 'ǅ', '漢', 'ʰ', '\u0301', '1', '٣', '²', 'ſ', '_', '-', '/', '.', "'", '"'],
  ...[' ', '\t', '\n', '\r', '\u00a0', '\u0085', '\u3000', '\ufeff'],
  ...[
    's',
    'D',
    'LL',
    've',
    'Re',
    '😀',
    '𝐀',
    '𝐚',
    '𐐀',
    '𐐨',
    '𠀀',
    '\u{1D165}',
    '𝟏',
    '\ud800',
    '\udc00',
  ],
];
const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...CHARACTERS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

describe.each(ENCODINGS)('createSplitter(%s)', (encoding) => {
  it('splits any text as the published pattern does', () => {
    const splitter = createSplitter(encoding);
    fc.assert(
      fc.property(text, (sample) => {
        const pieces: string[] = [];
        splitter.reset(sample);
        for (let start = 0, end = 0; start < sample.length; start = end) {
          end = splitter.next(start);
          expect(end).toBeGreaterThan(start);
          pieces.push(sample.slice(start, end));
        }
        expect(pieces).toEqual(sample.match(PATTERNS[encoding]) ?? []);
      }),
      { numRuns: 2000 },
    );
  });
});
