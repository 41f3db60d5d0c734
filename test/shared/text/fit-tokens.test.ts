import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitEnd, fitStart, fitsTokens, largestFitting } from '../../../shared/text/fit-tokens.ts';

const count = (text: string) => Math.ceil(text.length / 3);

describe('largestFitting()', () => {
  it('gives a size that fits and uses 97 % of the limit, whatever the guess', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), fc.nat(1e7), (n, max, guess) => {
        const k = largestFitting(n, max, (size) => size, guess);
        expect(k).toBeLessThanOrEqual(max);
        expect(k).toBeLessThanOrEqual(n);
        // A guess far too high leaves fewer steps; it never comes from a caller here.
        if (guess <= 50 * max)
          expect(k).toBeGreaterThanOrEqual(Math.floor(Math.min(n, max) * 0.97));
      }),
    );
  });

  it('measures at most 14 times and nothing for an empty range', () => {
    let calls = 0;
    const measure = (size: number) => {
      calls += 1;
      return size ** 2;
    };
    largestFitting(1e9, 12345, measure, 1);
    expect(calls).toBeLessThanOrEqual(14);
    expect(largestFitting(0, 5, () => Number.NaN, 3)).toBe(0);
  });
});

describe('fitStart() and fitEnd()', () => {
  it('give a start and an end within the limit, nearly filling it', () => {
    const text = '🚀 start '.repeat(5000);
    const start = fitStart(text, 1000, count);
    const end = fitEnd(text, 1000, count);
    expect(text.startsWith(start) && text.endsWith(end)).toBe(true);
    for (const part of [start, end]) {
      expect(count(part)).toBeLessThanOrEqual(1000);
      expect(count(part)).toBeGreaterThan(960);
      expect(part.isWellFormed()).toBe(true);
    }
  });

  it('give the whole text when it fits and nothing when nothing fits', () => {
    expect(fitStart('abc', 100, count)).toBe('abc');
    expect(fitEnd('abc', 0, count)).toBe('');
  });
});

describe('fitsTokens()', () => {
  it('does not count a text far above the limit whole', () => {
    let counted = 0;
    const spy = (text: string) => {
      counted += text.length;
      return count(text);
    };
    expect(fitsTokens('x'.repeat(1e6), 100, spy)).toBe(false);
    expect(counted).toBeLessThan(2000);
    expect(fitsTokens('x'.repeat(300), 100, spy)).toBe(true);
  });
});
