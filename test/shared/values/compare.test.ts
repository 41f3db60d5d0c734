import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues } from '../../../shared/values/compare.ts';
import { parseValue } from '../../../shared/values/parse.ts';

/** Two values, how they relate, and the key that they stand under. */
const RELATIONS: readonly (readonly [string, string, string, string?])[] = [
  ['1.5 TB', '1500 GB', 'same'],
  ['2 GiB', '2048 MiB', 'same'],
  ['90 s', '1m30s', 'same'],
  ['90 s', '90000 ms', 'same'],
  ['90 s', '90 ms', 'clash'],
  ['5 km', '5 mi', 'clash'],
  ['1 GB', '1 GiB', 'possible'],
  ['2031-05-04', '4 May 2031', 'same'],
  ['2031-05-04', 'May 4, 2031', 'same'],
  ['2031-08-03', '2031-08-13', 'clash'],
  ['2031-02-30', '2031-03-02', 'clash'],
  ['03/04/2031', '04/03/2031', 'possible'],
  ['03/04/2031', '03/04/2031', 'same'],
  ['03/04/2031', '2031-04-03', 'possible'],
  ['2031', '2031-04-03', 'compatible'],
  ['1.234,50 €', 'EUR 1,234.50', 'same'],
  ['$40', '€40', 'clash'],
  ['$1k', '$1,000', 'same'],
  ['1.234', '1,234', 'possible'],
  ['1.000.000', '1000000', 'same'],
  ['¥500', '500 JPY', 'possible'],
  ['10-20', '15', 'compatible'],
  ['10-20', '25', 'clash'],
  ['>= 5', '7', 'compatible'],
  ['at least 3', 'at most 2', 'clash'],
  ['4.7.1-88', '4.7.3-90', 'clash', 'driver'],
  ['555-0100', '555-0199', 'clash', 'line'],
  ['555-0100', '555-0199', 'clash'],
  ['1.10', '1.1', 'clash', 'version'],
  ['3.12', '3.12.1', 'compatible', 'python'],
  ['v2', 'v2.0', 'compatible'],
  ['yes', 'true', 'same'],
  ['enabled', 'disabled', 'clash'],
  ['on', 'off', 'clash'],
  ['about 5 km', '5.2 km', 'compatible'],
  ['about 5 km', '9 km', 'clash'],
  ['5 m', '5 min', 'clash'],
  ['3 months', '90 days', 'clash'],
  ['25 °C', '77 °F', 'same'],
  ['PT1M30S', '90 s', 'same'],
  ['9:00', '21:00', 'possible'],
  ['09:00', '21:00', 'clash'],
  ['9 am', '09:00', 'same'],
  ['5 pm', '17:00', 'same'],
  ['2031-05-04T10:00:00Z', '2031-05-04T12:00:00+02:00', 'same'],
  ['2031-05-04T10:00:00Z', '2031-05-04T12:00:00', 'possible'],
  ['red', 'blue', 'clash'],
  ['ripe and ready to be eaten soon', 'live', 'possible'],
  ['a, b', 'b, a', 'same'],
  ['a, b', 'a', 'compatible'],
  ['20 %', '20 percent', 'same'],
  ['30 days', 'one month', 'clash'],
  ['5,000', '5000', 'same'],
  ['three days', '3 days', 'same'],
  ['5 million', '5,000,000', 'same'],
  ['8080', '9090', 'clash'],
  ['100 Mb', '100 MB', 'clash'],
  ['12 monkeys', '13 monkeys', 'clash'],
  ['null', '5', 'compatible'],
  ['1 000', '1000', 'same'],
  ["1'234", '1234', 'same'],
  ['2.5 million EUR', '€2,500,000', 'same'],
  ['10 to 20 GB', '15 GB', 'compatible'],
  ['$5–$10', '$7', 'compatible'],
  ['5+', '7', 'compatible'],
  ['up to 10 GB', '12 GB', 'clash'],
  ['4 Mai 2031', '2031-05-04', 'same'],
  ['v1.2.3-rc1', '1.2.3', 'possible'],
  ['2', 'two', 'same'],
  ['1.234', '1234', 'possible'],
  ['Depot 5', 'Depot 6', 'clash'],
  ['5 GB', '5000 MB', 'same'],
  ['100ms', '0.1 s', 'same'],
  ['1h', '60 min', 'same'],
  ['24 h', '1 day', 'same'],
  ['2 weeks', '14 days', 'same'],
  ['1 year', '12 months', 'same'],
  ['3rd', 'third', 'same'],
  ['1st', '2nd', 'clash'],
  ['550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440001', 'clash'],
  ['Monday, 4 May 2031', '2031-05-04', 'same'],
  ['4 May 2031 at 10:00 UTC', '2031-05-04T10:00:00Z', 'same'],
  ['10:00 UTC', '12:00+02:00', 'same'],
  ['10:00 CET', '09:00 UTC', 'same'],
  ['10:00', '10:00 UTC', 'possible'],
  ['Ada Lee', 'Ada', 'possible'],
  ['running', 'not running', 'clash'],
  ['in_progress', 'In Progress', 'same'],
  ['active', 'cancelled', 'clash'],
  ['true', 'cancelled', 'possible'],
  ['1,5 kg', '1.5 kg', 'same'],
  ['5 lb', '2.27 kg', 'possible'],
  ['1 Mbps', '1 Mb/s', 'same'],
  ['1,5 Mio. €', '€1.500.000', 'same'],
  ['more than 5', '5', 'clash'],
  ['> 5', '>= 5', 'compatible'],
  ['between 5 and 10', '7', 'compatible'],
  ['twenty-five', '25', 'same'],
  ['one hundred and five', '105', 'same'],
  ['a dozen', '12', 'same'],
  ['1e6', '1000000', 'same'],
  ['１２', '12', 'same'],
  ['10²', '102', 'possible'],
  ['+1 555 010 0199', '+1-555-010-0199', 'possible', 'phone'],
  ['$40/month', '$480 per year', 'same'],
  ['$40 per month', '$40', 'possible'],
  ['$40 monthly', '€40 monthly', 'clash'],
  ['100 requests/s', '6000 requests/min', 'same'],
  ['2031-02-30', '2031-02-31', 'clash'],
  ['2031-02-30', '2031-02-30', 'same'],
  ['1990s', '1980s', 'clash'],
  ['1767225600', '1767225601', 'clash'],
  ['12345678901234567890', '12345678901234567891', 'clash'],
  ['2021-22', '2022-23', 'clash'],
  ['0.3', '0.30000000000000004', 'same'],
  ['2 days ago', '3 days ago', 'possible'],
];

const relate = (a: string, b: string, key?: string) =>
  compareValues(parseValue(a, key), parseValue(b, key));

/** Texts that look like values, and texts that do not. */
const anyText = fc.oneof(
  fc.constantFrom(...RELATIONS.flatMap(([a, b]) => [a, b] as const)),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'0123456789.,:-/ $€%kmgbv><~'), maxLength: 16 }),
);
const anyKey = fc.constantFrom('', 'version', 'order_id', 'price');

describe('compareValues()', () => {
  it.each(RELATIONS.map(([a, b, expected, key]) => ({ a, b, expected, key })))(
    'F-24 F-25 F-27 F-31: $a and $b are $expected',
    ({ a, b, expected, key }) => {
      expect(relate(a, b, key)).toBe(expected);
      expect(relate(b, a, key)).toBe(expected);
    },
  );

  it('is symmetric for any two texts', () => {
    fc.assert(
      fc.property(anyText, anyText, anyKey, (a, b, key) => {
        expect(relate(a, b, key)).toBe(relate(b, a, key));
      }),
      { numRuns: 3000 },
    );
  });

  it('says of a text that it is the same as itself', () => {
    fc.assert(
      fc.property(anyText, anyKey, (text, key) => {
        expect(relate(text, text, key)).toBe('same');
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['1', '1,', '9.', '-', 'a, ', '> ', '1 ', '"'])('reads a megabyte of "%s"', (part) => {
    const long = part.repeat(1_000_000 / part.length);
    expect(parseValue(long).type).toMatch(/string|null|id/);
  });
});
