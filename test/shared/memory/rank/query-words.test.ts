import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formsAmong,
  MAX_QUERY_WORDS,
  queryWords,
} from '../../../../shared/memory/rank/query-words.ts';

describe('queryWords()', () => {
  it('gives the distinct stems of an English question without its scaffolding', () => {
    expect(queryWords('What kind of music does Anna like, and which music bores Anna?')).toEqual({
      terms: ['music', 'anna', 'like', 'bore'],
      prefixes: [],
      isInflected: false,
      isLong: false,
    });
  });

  it('leaves function words of other languages out, and gives beginnings to search by', () => {
    const words = queryWords('Где Борис рыбачил с братом?');
    expect(words.terms).toEqual(['борис', 'рыбачил', 'братом']);
    expect(words.prefixes).toEqual(['бори', 'рыба', 'брат']);
    expect(words.isInflected).toBe(true);
    expect(queryWords('¿Cuándo dejó Lucía la panadería?').terms).not.toContain('cuando');
  });

  it('keeps a question of function words, and the first hundred of a long text', () => {
    expect(queryWords('где когда').terms).toEqual(['где', 'когда']);
    const long = queryWords(Array.from({ length: 300 }, (_, i) => `word${i}`).join('. '));
    expect(long.terms).toHaveLength(MAX_QUERY_WORDS);
    expect(long.isLong).toBe(true);
    expect(queryWords('').terms).toEqual([]);
  });

  it('gives prefixes of its own terms only, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { terms, prefixes } = queryWords(text);
        expect(new Set(terms).size).toBe(terms.length);
        expect(prefixes.every((one) => terms.some((term) => term.startsWith(one)))).toBe(true);
      }),
    );
  });
});

describe('formsAmong()', () => {
  it('finds words that differ in their ending, not themselves and not other words', () => {
    const forms = formsAmong(['рыбалку', 'рыбака', 'рыбачил', 'собака', 'кот', 'собакоголовый']);
    expect(forms('рыбалка')).toEqual(['рыбалку', 'рыбака', 'рыбачил']);
    expect(forms('собаку')).toEqual(['собака']);
    expect(forms('собака')).toEqual([]);
    expect(forms('кота')).toEqual([]);
    expect(forms('')).toEqual([]);
  });
});
