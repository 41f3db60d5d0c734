import { describe, expect, it } from 'vitest';
import { arabicStem } from '../../../shared/score/arabic-stem.ts';
import { terms } from '../../../shared/score/words.ts';

describe('arabicStem()', () => {
  it('takes article and common endings off, and leaves short words and other scripts alone', () => {
    expect(['الكتاب', 'والكتاب', 'كتابها', 'للكتاب'].map(arabicStem)).toEqual(
      Array(4).fill('كتاب'),
    );
    expect(['ان', 'هي', 'book', 'книга', ''].map(arabicStem)).toEqual([
      'ان',
      'هي',
      'book',
      'книга',
      '',
    ]);
  });
});

describe('terms() of other scripts', () => {
  it('are the same however a word is accented', () => {
    for (const [a, b] of [
      ['Πότε πήγε ο Νίκος', 'ποτε πηγε ο νικοσ'],
      ['ёлка', 'елка'],
      ['كِتَاب أحمد إلى مدرسة', 'كتاب احمد الى مدرسه'],
    ] as const) {
      expect(terms(a)).toEqual(terms(b));
    }
  });

  it('keep letters that only look like accented ones', () => {
    expect(terms('йод')).toEqual(['йод']);
    expect(terms('हिन्दी')).toEqual(['हिन्दी']);
  });
});
