import { describe, expect, it } from 'vitest';
import { parkRecency, recency } from '../../../shared/memory/recency.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = 1_800_000_000_000;

describe('recency()', () => {
  it.each([
    ['0', 0, HOUR_MS, 1],
    ['30 min', HOUR_MS / 2, HOUR_MS, Math.SQRT1_2],
    ['59 min', (59 / 60) * HOUR_MS, HOUR_MS, 0.5058],
    ['1 h', HOUR_MS, HOUR_MS, 0.5],
    ['2 h', 2 * HOUR_MS, HOUR_MS, 0.25],
    ['45 d', 45 * DAY_MS, 30 * DAY_MS, 0.3536],
  ])('F-44: age %s decays without steps', (_, ageMs, halfLifeMs, expected) => {
    expect(recency(NOW_MS - ageMs, NOW_MS, halfLifeMs)).toBeCloseTo(expected, 4);
  });

  it('halves in 14 days, and takes the future for now', () => {
    expect(recency(NOW_MS - 14 * DAY_MS, NOW_MS)).toBe(0.5);
    expect(recency(NOW_MS + DAY_MS, NOW_MS)).toBe(1);
  });
});

describe('parkRecency()', () => {
  it('decays by 0.995 per hour', () => {
    expect(parkRecency(NOW_MS - 10 * HOUR_MS, NOW_MS)).toBeCloseTo(0.995 ** 10, 10);
    expect(parkRecency(NOW_MS + 1, NOW_MS)).toBe(1);
  });
});
