import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passages } from '../../../shared/score/passages.ts';

const UNITS = ['word ', 'end. ', '\n\n', '字', '😀', 'x'.repeat(700), ' ', '。', '\ud83d'];

describe('passages()', () => {
  it('covers any text without gaps and never cuts a code point', () => {
    const text = fc.array(fc.constantFrom(...UNITS), { maxLength: 600 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (whole) => {
        const spans = passages(whole);
        expect(spans.map(({ start, end }) => whole.slice(start, end)).join('')).toBe(whole);
        let at = 0;
        for (const { start, end } of spans) {
          expect(start).toBe(at);
          at = end;
          if (start === 0) continue;
          const cut = /[\ud800-\udbff]/.test(whole.charAt(start - 1));
          expect(cut && /[\udc00-\udfff]/.test(whole.charAt(start))).toBe(false);
        }
      }),
    );
  });
  it('leaves a short text whole and ends long ones at sentences', () => {
    expect(passages('')).toEqual([{ start: 0, end: 0 }]);
    expect(passages('One. Two.')).toEqual([{ start: 0, end: 9 }]);
    const text = 'This sentence has eight words in it, always. '.repeat(40);
    const spans = passages(text);
    expect(spans.length).toBeGreaterThan(2);
    for (const { start, end } of spans) {
      expect(text.slice(start, end)).toMatch(/\. $/);
      expect(end - start).toBeLessThan(800);
    }
  });
});
