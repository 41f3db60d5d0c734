import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../../shared/clash/sentence/tokens.ts';

const words = (text: string) => tokensOf(text).map(({ word }) => word);
const denials = (text: string) => tokensOf(text).filter(({ kind }) => kind === 'negation').length;

describe('tokensOf()', () => {
  it('writes contractions out, with the place of each part', () => {
    const text = "It can't, won't and doesn't.";
    expect(words(text).join(' ')).toBe('it can not , will not and does not .');
    const second = tokensOf(text).filter(({ word }) => word === 'not')[1];
    expect(text.slice(second?.start, second?.end)).toBe("n't");
  });

  it('reads contractions of tokenised text', () => {
    expect(words('They do n’t run')).toEqual(['they', 'do', 'not', 'run']);
  });

  it.each([
    'Gate No. 5 is open',
    'Gate No 5 is open',
    'no less than 5',
    'not only this',
    'No, it is',
  ])('hears no denial in "%s"', (text) => {
    expect(denials(text)).toBe(0);
  });

  it.each([
    'not more likely',
    'no one came',
    'no dogs',
    'cannot go',
    'without salt',
    'never again',
  ])('hears one denial in "%s"', (text) => {
    expect(denials(text)).toBe(1);
  });

  it('keeps a value as one token and tells it from a name', () => {
    const tokens = tokensOf('Backup on db-2 takes at least 30 minutes since 8 May 2024.');
    const values = tokens.filter(({ value }) => value !== null).map(({ word }) => word);
    expect(values).toEqual(['at least 30 minutes', '8 may 2024']);
    expect(tokens.find(({ word }) => word === 'db-2')?.isName).toBe(true);
  });

  it('counts with "one" before a noun, not as a pronoun', () => {
    const valued = (text: string) => tokensOf(text).some(({ value }) => value !== null);
    expect(valued('one dog runs')).toBe(true);
    expect(valued('one of the dogs runs')).toBe(false);
    expect(valued('this one runs')).toBe(false);
  });

  it('gives one word to the names of a country', () => {
    expect(words('the U.S. and the United Kingdom')).toEqual(['the', 'usa', 'and', 'the', 'uk']);
  });

  it('leaves out brackets of tokenised text unless a digit stands in them', () => {
    expect(words('Rice -LRB- the writer -RRB- left')).toEqual(['rice', 'left']);
    expect(words('Rice -LRB- 1941 -RRB- left')).toEqual(['rice', '1941', 'left']);
  });

  it('takes a capital at the start for a name only when another one follows', () => {
    const isName = (text: string) => tokensOf(text)[0]?.isName;
    expect(isName('Depot is full')).toBe(false);
    expect(isName('Ada Lovelace wrote')).toBe(true);
    expect(tokensOf('The Depot is full')[1]?.isName).toBe(true);
  });

  it('points into the text, in order, and stops at 80 tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        let last = 0;
        const tokens = tokensOf(text);
        expect(tokens.length).toBeLessThanOrEqual(80);
        for (const { start, end } of tokens) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        }
      }),
    );
    expect(tokensOf('word '.repeat(200))).toHaveLength(80);
    expect(tokensOf('')).toEqual([]);
  });
});
