import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesIn, valueTokens } from '../../../shared/values/tokens.ts';

/** Half a million values take a second; on a busy machine, several. */
const SLOW_MS = 60_000;

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
    [
      'Open 9:00-17:00, call +49 30 123456 by 5pm UTC.',
      ['9:00', '17:00', '+49 30 123456', '5pm UTC'],
    ],
    ['It took 1m30s, then 2 h 5 min.', ['1m30s', '2 h 5 min']],
    [
      'The 3rd of twenty-five, a dozen, one hundred.',
      ['3rd', 'twenty-five', 'a dozen', 'one hundred'],
    ],
    ['A 10-year-old in a 100,000-seat hall, 20,000 km².', ['10-year', '100,000', '20,000 km²']],
    ['Zimmer 5, 2,5 Mio. €, 1e6 rows.', ['5', '2,5 Mio. €', '1e6']],
    ['Room 12B, 5x faster, order #1042, ticket AB-1042.', []],
    ['', []],
  ])('finds the values of "%s"', (text, expected) => {
    expect(written(text)).toEqual(expected);
  });

  it('reads a number behind the word as a version', () => {
    expect(valueTokens('Python 3.12, but 3.12 m').map(({ value }) => value.type)).toEqual([
      'version',
      'amount',
    ]);
    expect(valueTokens('in the 1990s, on 5G')).toMatchObject([
      { value: { type: 'id' } },
      { value: { type: 'id' } },
    ]);
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

  it.each(['1', '1,', 'a ', 'at least ', '1 ', '1:', '$', '1m', '#', 'a.', '+1 '])(
    'reads a megabyte of "%s"',
    (part) => {
      expect(() => valuesIn(part.repeat(1_000_000 / part.length))).not.toThrow();
    },
    SLOW_MS,
  );
});

describe('valuesIn()', () => {
  it('has the ids of a text as well', () => {
    const ids = (text: string) =>
      valuesIn(text).flatMap((value) => (value.type === 'id' ? [value.text] : []));
    expect(ids('Order #1042 on db-2 cost $5 (see AB-77/3).')).toEqual(['#1042', 'db-2', 'ab-77/3']);
    expect(valuesIn('It costs $5 and 3 kg.').map(({ type }) => type)).toEqual(['amount', 'amount']);
    expect(valuesIn('')).toEqual([]);
  });
});
