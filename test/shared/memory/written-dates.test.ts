import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateWords, writtenDates } from '../../../shared/memory/written-dates.ts';

/** A Wednesday. */
const SAID = '2023-05-24T13:00:00Z';
const spans = (text: string, said = SAID) =>
  writtenDates(text, said).map(({ from, to }) => (from === to ? from : `${from}..${to}`));

describe('writtenDates()', () => {
  it.each([
    ['I went yesterday', '2023-05-23'],
    ['tomorrow at 5pm', '2023-05-25'],
    ['We met last Friday', '2023-05-19'],
    ['two weeks ago we moved', '2023-05-10'],
    ['We leave in 3 days', '2023-05-27'],
    ['next month', '2023-06-01..2023-06-30'],
    ['last week', '2023-05-15..2023-05-21'],
    ['last summer was hot', '2022-06-01..2022-08-31'],
    ['three years ago', '2020-01-01..2020-12-31'],
    ['May 7th, 2023', '2023-05-07'],
    ['2023-05-07', '2023-05-07'],
    ['Ich war gestern dort', '2023-05-23'],
    ['vor drei Tagen', '2023-05-21'],
    ['hier je suis allé', '2023-05-23'],
    ['ayer fui', '2023-05-23'],
    ['over 3 dagen', '2023-05-27'],
    ['вчера', '2023-05-23'],
    ['昨天去了', '2023-05-23'],
    ['先週行った', '2023-05-15..2023-05-21'],
  ])('B24: resolves "%s" as of when it was said', (text, expected) => {
    expect(spans(text)).toEqual([expected]);
  });

  it.each([
    'May I go?',
    '1:1 meeting',
    'version 2.0',
    'sat down',
    'in a second',
    'at 5pm',
    'on Monday',
    'over 3 days it rained',
    'I finished it in 3 days',
    '',
  ])('sees no date in "%s"', (text) => {
    expect(spans(text)).toEqual([]);
  });

  it('takes the day of the offset in which it was said', () => {
    expect(spans('yesterday', '2026-03-01T01:00:00+09:00')).toEqual(['2026-02-28']);
    expect(spans('yesterday', '2026-02-28T16:00:00Z')).toEqual(['2026-02-27']);
    expect(spans('yesterday', 'no time')).toEqual([]);
  });

  it('gives spans in order that are where they say, at most 32, of any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('yesterday', 'May 7', 'x', '1', ' ', 'last', 'in 3 days')),
        (parts) => {
          const text = parts.join(' ');
          const found = writtenDates(text, SAID);
          expect(found.length).toBeLessThanOrEqual(32);
          for (const date of found) {
            expect(text.slice(date.start, date.end)).toBe(date.text);
            expect(date.from <= date.to).toBe(true);
          }
        },
      ),
    );
  });
});

describe('dateWords()', () => {
  it('names days as people ask for them', () => {
    const words = dateWords([{ from: '2023-05-07', to: '2023-05-07' }]);
    expect(words).toContain('may');
    expect(words).toContain('2023');
    expect(dateWords([])).toBe('');
  });
});
