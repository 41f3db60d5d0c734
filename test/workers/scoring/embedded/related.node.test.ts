import { describe, expect, it } from 'vitest';
import { stem } from '../../../../shared/score/words.ts';
import { loadRelated, packRelated } from '../../../../workers/scoring/embedded/related.ts';
import { nodeRelatedWords } from '../../../support/encoder.ts';

const small = packRelated(
  ['car', 'vehicl', 'übung'],
  [
    [
      { index: 1, weight: 0.425 },
      { index: 2, weight: 0.1 },
    ],
    [{ index: 0, weight: 0.42 }],
    [],
  ],
);

describe('loadRelated()', () => {
  it('reads what packRelated() wrote, weights to two decimals', () => {
    const related = loadRelated(small.slice().buffer);
    expect(related.of('car')).toEqual([
      { stem: 'vehicl', weight: 0.43 },
      { stem: 'übung', weight: 0.1 },
    ]);
    expect(related.of('vehicl')).toEqual([{ stem: 'car', weight: 0.42 }]);
    expect(related.of('übung')).toEqual([]);
  });

  it('knows nothing of other stems', () => {
    const related = loadRelated(small.slice().buffer);
    expect(related.of('bike')).toEqual([]);
    expect(related.of('')).toEqual([]);
    expect(related.of('__proto__')).toEqual([]);
  });

  it('refuses a file that was cut off', () => {
    expect(() => loadRelated(small.slice(0, -1).buffer)).toThrow(
      'Cannot read related words: the file is not whole',
    );
  });
});

describe('the table from the encoder', () => {
  const related = nodeRelatedWords();
  const sample = ['doctor', 'car', 'buy', 'happy', 'school', 'money', 'mother', 'london'].map(stem);

  it('knows everyday words, at most 16 for each, closest first', () => {
    for (const word of sample) {
      const weights = related.of(word).map(({ weight }) => weight);
      expect(weights.length, word).toBeGreaterThan(0);
      expect(weights.length, word).toBeLessThanOrEqual(16);
      expect(weights).toEqual(weights.toSorted((a, b) => b - a));
      expect(weights.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
    }
  });

  it('never relates a word to itself', () => {
    for (const word of sample) {
      expect(related.of(word).map(({ stem }) => stem)).not.toContain(word);
    }
  });

  it('relates words of like meaning', () => {
    const close = (word: string) => related.of(stem(word)).map((other) => other.stem);
    expect(close('car')).toContain(stem('vehicle'));
    expect(close('mother')).toContain(stem('father'));
    expect(close('buy')).toContain(stem('purchase'));
  });
});
