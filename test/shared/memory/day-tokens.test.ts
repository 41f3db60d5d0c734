import { describe, expect, it } from 'vitest';
import { askedDayTokens, dayOf, dayTokens } from '../../../shared/memory/day-tokens.ts';

describe('dayTokens()', () => {
  it('names each day of a short span and the months of any', () => {
    expect(dayTokens([{ from: '2023-05-30', to: '2023-06-01' }])).toEqual([
      ...['20230530', '20230531', '20230601'],
      ...['202305', '202306'],
    ]);
    expect(dayTokens([{ from: '2023-05-01', to: '2023-05-31' }])).toEqual(['202305']);
    expect(dayTokens([{ from: '2020-01-01', to: '2029-12-31' }])).toHaveLength(12);
  });

  it('has nothing for no day', () => {
    expect(dayTokens([])).toEqual([]);
    expect(dayTokens([{ from: 'soon', to: 'later' }])).toEqual([]);
    expect(dayTokens([{ from: '2023-05-02', to: '2023-05-01' }])).toEqual([]);
  });
});

describe('askedDayTokens()', () => {
  it('finds what was told on the day or up to ten days later', () => {
    const tokens = askedDayTokens([{ year: 2023, month: 12, day: 28 }]);
    expect(tokens).toHaveLength(11);
    expect(tokens).toContain(dayTokens([dayOf(Date.UTC(2024, 0, 7, 23))])[0]);
    expect(tokens).not.toContain('20240108');
  });

  it('finds a month and the next, and nothing without a year', () => {
    expect(askedDayTokens([{ year: 2023, month: 12, day: null }])).toEqual(['202312', '202401']);
    expect(askedDayTokens([{ year: null, month: 12, day: 1 }])).toEqual([]);
  });
});
