import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueTokens } from '../../../shared/values/tokens.ts';

const written = (text: string) => valueTokens(text).map(({ start, end }) => text.slice(start, end));

describe('valueTokens()', () => {
  it.each([
    ['Lease K ends on 2031-08-03.', ['2031-08-03']],
    ['It costs $1,234.50, or about 5 km away.', ['$1,234.50', 'about 5 km']],
    ['At least 3 people, 10-20 staff, 5 percent.', ['At least 3', '10-20', '5 percent']],
    ['Released on 4 May 2031 at 9:30 am as v1.2.3.', ['4 May 2031', '9:30 am', 'v1.2.3']],
    ['Two men play three guitars.', ['Two', 'three']],
    ['A 2-year warranty on 16 GB.', ['2-year', '16 GB']],
    ['db-2, H2O, x64 and file_3 are names.', []],
    ['', []],
  ])('finds the values of "%s"', (text, expected) => {
    expect(written(text)).toEqual(expected);
  });

  it('has whole values in order that do not overlap', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789.,:-/ $€%kmgbMayfive\n'), maxLength: 60 }),
        (text) => {
          let from = 0;
          for (const { start, end } of valueTokens(text)) {
            expect(start).toBeGreaterThanOrEqual(from);
            expect(end).toBeGreaterThan(start);
            from = end;
          }
          expect(from).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it.each(['1', '1,', 'a ', 'at least ', '1 ', '1:', '$'])('reads a megabyte of "%s"', (part) => {
    expect(() => valueTokens(part.repeat(1_000_000 / part.length))).not.toThrow();
  });
});
