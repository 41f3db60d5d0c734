import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord, terms, words } from '../../../shared/score/words.ts';

describe('words()', () => {
  it('lower-cases, drops accents and cuts at the apostrophe', () => {
    expect(words("Zoë's CAFÉ — don’t Straße")).toEqual(['zoe', 'cafe', 'don', 'strasse']);
  });
  it('keeps the parts of identifiers and numbers matchable', () => {
    expect(words('ERR-504_b v1.2, $5000')).toEqual(['err', '504', 'b', 'v1', '2', '5000']);
  });
  it('gives character pairs for text written without spaces', () => {
    expect(words('退款政策')).toEqual(['退款', '款政', '政策']);
    expect(words('猫')).toEqual(['猫']);
  });
  it('segments other scripts and keeps Latin words of mixed text', () => {
    expect(words('Возврат за 30 дней API')).toEqual(['возврат', 'за', '30', 'дней', 'api']);
    expect(words('iPhone15の価格')).toEqual(['iphone15', 'の価', '価格']);
    expect(words('สวัสดีชาวโลก').length).toBeGreaterThan(1);
  });
  it('gives nothing for blank text', () => {
    expect(words('')).toEqual([]);
    expect(words(' \n\t—…')).toEqual([]);
  });
  it('reads a megabyte of one character without failing', () => {
    for (const letter of ['a', '字', 'ก', 'ж', "'", ' ']) {
      const long = letter.repeat(1_000_000 / new TextEncoder().encode(letter).length);
      expect(() => terms(long)).not.toThrow();
    }
  });
  it('never throws and never gives an empty word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of words(text)) expect(word.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('terms()', () => {
  it('drops stop words and brings irregular forms to their base', () => {
    expect(terms('What have the children bought?')).toEqual(['child', 'bui']);
    expect(terms('buy')).toEqual(terms('bought'));
    expect(terms('the of and')).toEqual([]);
    expect(isStopWord('the')).toBe(true);
    expect(isStopWord('refund')).toBe(false);
  });
});
