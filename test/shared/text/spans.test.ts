import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstEndingAfter, uniteSpans } from '../../../shared/text/spans.ts';

const span = (start: number, end: number) => ({ start, end });
const anySpans = fc.array(
  fc.tuple(fc.nat(60), fc.nat(9)).map(([start, length]) => span(start, start + length)),
  { maxLength: 12 },
);

describe('uniteSpans()', () => {
  it('joins what overlaps or touches, in order', () => {
    expect(uniteSpans([span(8, 9), span(0, 3), span(3, 5), span(1, 2)])).toEqual([
      span(0, 5),
      span(8, 9),
    ]);
    expect(uniteSpans([])).toEqual([]);
  });

  it('covers the same places, and no two of its spans meet', () => {
    fc.assert(
      fc.property(anySpans, fc.nat(70), (spans, at) => {
        const covers = (list: readonly { start: number; end: number }[]) =>
          list.some(({ start, end }) => start <= at && at < end);
        const united = uniteSpans(spans);
        expect(covers(united)).toBe(covers(spans));
        united.slice(1).forEach((next, index) => {
          expect(next.start).toBeGreaterThan(united[index]?.end ?? Number.POSITIVE_INFINITY);
        });
      }),
    );
  });
});

describe('firstEndingAfter()', () => {
  it('finds what a search from the front finds', () => {
    fc.assert(
      fc.property(anySpans, fc.nat(70), (spans, at) => {
        const united = uniteSpans(spans);
        const found = united.findIndex(({ end }) => end > at);
        expect(firstEndingAfter(united, at)).toBe(found < 0 ? united.length : found);
      }),
    );
  });
});
