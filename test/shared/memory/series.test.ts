import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalName, canonicalValue } from '../../../shared/memory/series.ts';
import { compareValues } from '../../../shared/values/compare.ts';
import { parseValue } from '../../../shared/values/parse.ts';

describe('canonicalName()', () => {
  it.each([
    ['deployTarget', 'deploy_target'],
    ['Deploy-Target', 'deploy target'],
    ['HTTPServer', 'http_server'],
    ['GitHub', 'github'],
    ['e‑mail', 'Email'],
    ["Ana's sister", 'ana sister'],
    ['Ana’s  Sister', 'ana_sister'],
    ['Straße', 'STRASSE'],
    ['ＡＢＣ', 'abc'],
    ['ΟΔΟΣ', 'οδος'],
    ['  time zone ', 'timezone'],
    ['api-1', 'API 1'],
    ["O'Brien", 'OBrien'],
    ['a\u200bb', 'ab'],
  ])('takes %s and %s for one name', (a, b) => {
    expect(canonicalName(a)).toBe(canonicalName(b));
  });

  it.each([
    ['rack 1 2', 'rack 12'],
    ['version 2.0', 'version 20'],
    ['C', 'C++'],
    ['ana', 'anna'],
    ['user.email', 'user email'],
    ['café', 'cafe'],
    ['東京', '京都'],
  ])('tells %s from %s', (a, b) => {
    expect(canonicalName(a)).not.toBe(canonicalName(b));
  });

  it('is empty for a blank name only', () => {
    expect(canonicalName(' \t ')).toBe('');
    for (const name of ['_', '--', "'", '. .', '\u200b', '\ud800', '💡']) {
      expect(canonicalName(name)).not.toBe('');
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(canonicalName(name) === '').toBe(name.trim() === '');
      }),
    );
  });

  it('is idempotent, well formed and the same for any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const once = canonicalName(name);
        expect(canonicalName(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(canonicalName(name.toUpperCase())).toBe(canonicalName(name.toLowerCase()));
      }),
    );
  });

  it('is the same for every separator between words', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const separator = fc.constantFrom(' ', '_', '-', '  ', ' - ');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), separator, (words, between) => {
        expect(canonicalName(words.join(between))).toBe(canonicalName(words.join(' ')));
      }),
    );
  });
});

type Scalar = string | number | boolean;
type Pair = readonly [Scalar, Scalar, string?];

const SAME: readonly Pair[] = [
  ['5 Jan 2026', '2026-01-05'],
  ['January 5th, 2026', '2026-01-05'],
  ['Jan 2026', '2026-01'],
  ['$1,000', '1000 USD'],
  ['$1k', '1000 dollars'],
  ['1.000 €', '1000 EUR'],
  ['$40 per month', '$40 monthly'],
  ['Berlin', 'berlin '],
  ['Berlin', '"Berlin".'],
  ['New York', 'new_york'],
  ['in_progress', 'In Progress'],
  [true, 'true'],
  [true, 'yes'],
  [false, 'Off'],
  [5, '5'],
  [5, 'five'],
  ['1.5 TB', '1500 GB'],
  ['2 h', '120 min'],
  ['9 am', '09:00'],
  ['v1.2.3', '1.2.3'],
  ['3.11', 'v3.11', 'python'],
  ['+1 (555) 010-0199', '+15550100199', 'phone'],
  ['red, green', 'Green; red'],
  ['2026-01-05T10:00:00Z', '2026-01-05T12:00:00+02:00'],
  ['none', 'unknown'],
  ['', 'n/a'],
  ['Straße', 'STRASSE'],
];
const OTHER: readonly Pair[] = [
  ['5 Jan 2026', '6 Jan 2026'],
  ['2026-01-05', '2026-01'],
  ['01/02/2026', '2026-02-01'],
  ['$1,000', '1000'],
  ['$1,000', '1000 EUR'],
  ['$40', '$40 per month'],
  ['Berlin', 'Bern'],
  ['Berlin', 'Berlin, Germany'],
  ['active', true],
  ['active', 'allowed'],
  [true, false],
  [5, 6],
  [0.1, 0.11],
  ['100 Mb', '100 MB'],
  ['1.2.3', '1.2.4'],
  ['3.1', '3.10', 'version'],
  ['5', 'about 5'],
  ['at least 5', 'more than 5'],
  ['9:00', '9 pm'],
  ['db-1', 'db-2'],
  ['a_b@x.org', 'a-b@x.org'],
  ['C', 'C++'],
  ['running', 'not running'],
  ['teal', ''],
  ['555-0100', '555-0101', 'phone'],
];

const named = ([a, b, key = '']: Pair) => ({ a, b, key });

describe('canonicalValue()', () => {
  it.each(SAME.map(named))('takes $a and $b for one value', ({ a, b, key }) => {
    expect(canonicalValue(a, key)).toBe(canonicalValue(b, key));
  });

  it.each(OTHER.map(named))('tells $a from $b', ({ a, b, key }) => {
    expect(canonicalValue(a, key)).not.toBe(canonicalValue(b, key));
  });

  it('never takes two values for one that clash by their types', () => {
    const values = [...SAME, ...OTHER].flatMap(([a, b]) => [String(a), String(b)]);
    for (const a of values) {
      for (const b of values) {
        const [left, right] = [parseValue(a), parseValue(b)];
        // Quotes and closing marks are no part of words here.
        if (left.type === 'string' || compareValues(left, right) !== 'clash') continue;
        expect([a, b, canonicalValue(a)]).not.toEqual([a, b, canonicalValue(b)]);
      }
    }
  });

  it('is idempotent and never empty', () => {
    const values = [...SAME, ...OTHER].flatMap(([a, b, key]) => [
      [a, key] as const,
      [b, key] as const,
    ]);
    for (const [value, key] of values) {
      const once = canonicalValue(value, key);
      expect(canonicalValue(once, key)).toBe(once);
    }
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.integer()),
        (value) => {
          const once = canonicalValue(value);
          expect(once).not.toBe('');
          expect(canonicalValue(once)).toBe(once);
          expect(once.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('ignores case and space of words', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const plain = canonicalValue(words.join(' '));
        expect(canonicalValue(`  ${words.join('  ').toUpperCase()}\n`)).toBe(plain);
      }),
    );
  });

  it('takes numbers for what they are, however they are written', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(canonicalValue(a) === canonicalValue(String(b))).toBe(a === b);
      }),
    );
  });

  it('reads a long text in linear time', () => {
    const text = `${'! '.repeat(100_000)}x`;
    expect(canonicalValue(text)).toContain('x');
    expect(canonicalName(`a${' '.repeat(100_000)}!`)).toContain('!');
  });
});
