import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, beforeEdits, type Edit, withEdit } from '../../../shared/health/edits.ts';

const text = 'one two three four five';
const cut = (start: number, end: number, marker = '[x]'): Edit => ({ start, end, marker });
const apply = (edits: readonly Edit[], of = text) => applyEdits({ text: of, group: null }, edits);

describe('withEdit()', () => {
  it('joins spans that overlap or touch under the first marker', () => {
    expect(withEdit([cut(0, 3)], cut(3, 5, '[y]'))).toEqual([cut(0, 5)]);
    expect(withEdit([cut(0, 3), cut(8, 9)], cut(2, 8, '[y]'))).toEqual([cut(0, 9)]);
  });

  it('gives the same list for what is cut already', () => {
    const edits = [cut(0, 5), cut(8, 8, 'note')];
    expect(withEdit(edits, cut(1, 4))).toBe(edits);
    expect(withEdit(edits, cut(8, 8, 'note'))).toBe(edits);
  });

  it('puts an insertion before a cut at the same place', () => {
    const edits = withEdit(withEdit([], cut(4, 7)), cut(4, 4, 'note '));
    expect(edits).toEqual([cut(4, 4, 'note '), cut(4, 7)]);
    expect(apply(edits)?.text).toBe('one note [x] three four five');
  });
});

describe('applyEdits()', () => {
  it('puts the marker in place of each cut', () => {
    expect(apply([cut(0, 3), cut(8, 13)])?.text).toBe('[x] two [x] four five');
  });

  it('leaves a text alone without edits', () => {
    expect(apply([])).toEqual({ text, group: null });
    expect(apply([], '')).toEqual({ text: '', group: null });
  });

  it('is null when only markers and space would be left', () => {
    expect(apply([cut(0, text.length)])).toBeNull();
    expect(apply([cut(0, 3), cut(4, text.length)])).toBeNull();
  });
});

describe('beforeEdits()', () => {
  it('finds the place before the edits of everything that stayed', () => {
    const cuts = fc.array(
      fc.tuple(
        fc.nat({ max: text.length }),
        fc.nat({ max: 6 }),
        fc.string({ minLength: 1, maxLength: 8 }),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(cuts, (asked) => {
        const edits = asked
          .map(([start, length, marker]) =>
            cut(start, Math.min(text.length, start + length), marker),
          )
          .filter(({ start, end }) => end > start)
          .reduce(withEdit, [] as readonly Edit[]);
        const edited = apply(edits)?.text;
        if (edited === undefined) return;
        let shift = 0;
        let from = 0;
        for (const edit of [...edits, cut(text.length, text.length, '')]) {
          // Every stretch between two edits reads the same and maps back to itself.
          for (let at = from; at < edit.start; at += 1) {
            const span = { start: at + shift, end: at + shift + 1 };
            expect(edited.slice(span.start, span.end)).toBe(text.slice(at, at + 1));
            expect(beforeEdits(edits, span)).toEqual({ start: at, end: at + 1 });
          }
          shift += edit.marker.length - (edit.end - edit.start);
          from = edit.end;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('covers all that a marker stands for', () => {
    const edits = [cut(4, 7, '[removed]')];
    expect(apply(edits)?.text).toBe('one [removed] three four five');
    expect(beforeEdits(edits, { start: 6, end: 8 })).toEqual({ start: 4, end: 7 });
    expect(beforeEdits(edits, { start: 0, end: 8 })).toEqual({ start: 0, end: 7 });
    expect(beforeEdits(edits, { start: 5, end: 19 })).toEqual({ start: 4, end: 13 });
  });
});
