import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceSafe, takeEnd, takeStart } from '../../../shared/text/cut.ts';

const MIXED = '🚀👩‍👩‍👧‍👦你好';

describe('takeStart()', () => {
  it('keeps 14 letters when the 15th unit is half an emoji (F-13)', () => {
    expect(takeStart(`${'k'.repeat(14)}🪁${'m'.repeat(60)}`, 15)).toBe('k'.repeat(14));
  });

  it('is well-formed and adds nothing at every index of mixed text (B11)', () => {
    for (let index = 0; index <= MIXED.length; index += 1) {
      const start = takeStart(MIXED, index);
      expect(start.isWellFormed()).toBe(true);
      expect(start).not.toContain('\ufffd');
      expect(MIXED.startsWith(start)).toBe(true);
      expect(start.length).toBeLessThanOrEqual(index);
    }
  });

  it('cuts no emoji sequence, flag, accent or line break in two', () => {
    expect(takeStart(MIXED, 7)).toBe('🚀');
    expect(takeStart('🇩🇪🇫🇷', 6)).toBe('🇩🇪');
    expect(takeStart('ae\u0301', 2)).toBe('a');
    expect(takeStart('a\r\nb', 2)).toBe('a');
  });

  it('is empty for no room and whole for enough', () => {
    expect(takeStart('abc', 0)).toBe('');
    expect(takeStart('abc', -1)).toBe('');
    expect(takeStart('abc', 9)).toBe('abc');
  });

  it('cuts between code points where a cluster is longer than any character', () => {
    const marks = `e${'\u0301'.repeat(500)}`;
    expect(takeStart(marks, 300).length).toBeGreaterThan(200);
  });
});

describe('takeEnd()', () => {
  it('keeps 14 letters when the 15th unit from the end is half an emoji (F-13)', () => {
    expect(takeEnd(`${'m'.repeat(60)}🪁${'k'.repeat(14)}`, 15)).toBe('k'.repeat(14));
  });

  it('is well-formed and an end of the text at every index', () => {
    for (let index = 0; index <= MIXED.length; index += 1) {
      const end = takeEnd(MIXED, index);
      expect(end.isWellFormed()).toBe(true);
      expect(MIXED.endsWith(end)).toBe(true);
      expect(end.length).toBeLessThanOrEqual(index);
    }
  });
});

describe('sliceSafe()', () => {
  it('stays inside the range asked for and is well-formed, for any text and range', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.nat(80),
        fc.nat(80),
        (text, a, b) => {
          const slice = sliceSafe(text, a, b);
          expect(slice.isWellFormed()).toBe(true);
          expect(text.slice(a, Math.max(a, b))).toContain(slice);
        },
      ),
    );
  });
});
