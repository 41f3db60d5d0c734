import { describe, expect, it } from 'vitest';
import { isIrregularVerbForm, lemma } from '../../../shared/words/lemma.ts';

describe('lemma()', () => {
  it.each([
    ['hates hated hating hate'],
    ['runs ran running run'],
    ['stops stopped stopping stop'],
    ['carries carried carrying carry'],
    ['arrives arrived arriving arrive'],
    ['creates created creating create'],
    ['passes passed passing pass'],
    ['goes went gone going go'],
    ['men man'],
    ['children child'],
    ['boxes box'],
    ['movies movie'],
    ['horses horse'],
  ])('gives one base to %s', (forms) => {
    expect(new Set(forms.split(' ').map(lemma)).size).toBe(1);
  });

  it.each([
    ['red', 'r'],
    ['king', 'k'],
    ['speed', 'spe'],
    ['class', 'clas'],
    ['status', 'statu'],
    ['hat', 'hate'],
    ['win', 'wine'],
  ])('keeps %s apart from %s', (word, other) => {
    expect(lemma(word)).not.toBe(lemma(other));
  });

  it('leaves short words, very long tokens and "" as they are', () => {
    expect(lemma('')).toBe('');
    expect(lemma('bus')).toBe('bus');
    expect(lemma('s'.repeat(50))).toBe('s'.repeat(50));
  });
});

describe('isIrregularVerbForm()', () => {
  it('knows past forms, not bases and plurals', () => {
    expect(['went', 'ran', 'does'].every(isIrregularVerbForm)).toBe(true);
    expect(['go', 'men', 'walked'].some(isIrregularVerbForm)).toBe(false);
  });
});
