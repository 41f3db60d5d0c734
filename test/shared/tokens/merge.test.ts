import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairMerger } from '../../../shared/tokens/merge.ts';

const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
/** All single bytes and then the given tokens, in rank order. */
const vocabulary = (tokens: readonly string[]) =>
  new Map([...bytes, ...tokens].map((token, rank) => [token, rank]));

/** BPE by its definition: merge the leftmost pair of the lowest rank until none is left. */
function define(ranks: ReadonlyMap<string, number>, text: string): number {
  const parts = [...text];
  for (;;) {
    const pairs = parts.slice(1).map((part, index) => ranks.get(`${parts[index]}${part}`));
    const best = Math.min(...pairs.map((rank) => rank ?? Number.POSITIVE_INFINITY));
    if (best === Number.POSITIVE_INFINITY) return parts.length;
    const at = pairs.indexOf(best);
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
}

function count(ranks: ReadonlyMap<string, number>, text: string) {
  const merger = new PairMerger(ranks);
  merger.begin(text.length);
  return merger.count(text);
}

describe('PairMerger', () => {
  it('count() is 0 for no bytes', () => {
    expect(count(vocabulary([]), '')).toEqual({ tokens: 0, exact: true });
  });

  it('rejects a vocabulary that lacks a byte', () => {
    expect(() => new PairMerger(new Map([['a', 0]]))).toThrow('byte 0 has no token');
  });

  it('count() equals the definition for any vocabulary over few letters', () => {
    const token = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 7 });
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c'),
      minLength: 100,
      maxLength: 500,
    });
    fc.assert(
      fc.property(fc.uniqueArray(token, { maxLength: 30 }), text, (tokens, sample) => {
        const ranks = vocabulary(tokens);
        expect(count(ranks, sample)).toEqual({ tokens: define(ranks, sample), exact: true });
      }),
    );
  });

  it.each([3, 5, 7, 64, 100, 130, 300])(
    'count() is exact for a run in tokens of %i bytes',
    (size) => {
      const tokens = Array.from({ length: size - 1 }, (_, index) => 'a'.repeat(index + 2));
      const ranks = vocabulary(tokens);
      const run = 'a'.repeat(1000);
      expect(count(ranks, run)).toEqual({ tokens: define(ranks, run), exact: true });
    },
  );

  it('count() says so when a border cannot be closed, and is then not too low', () => {
    // Each pair is a token of a lower rank than the pair before it: the end decides over all the text.
    let text = '';
    for (let low = 0; low < 256 && text.length < 30_000; low++) {
      for (let high = low + 1; high < 256; high++) text += String.fromCharCode(low, high);
    }
    // With an odd number of bytes every pair lies across the pairs that the blocks begin with.
    text = text.slice(1);
    const pairs = new Set<string>();
    for (let index = text.length - 2; index >= 0; index--) pairs.add(text.slice(index, index + 2));
    const { tokens, exact } = count(vocabulary([...pairs]), text);
    expect(exact).toBe(false);
    expect(tokens).toBeGreaterThanOrEqual(text.length / 2);
    expect(tokens).toBeLessThan(text.length * 0.55);
  });
});
