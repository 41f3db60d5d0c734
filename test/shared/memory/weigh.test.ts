import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Relevance, type WeighedFacts, weigh } from '../../../shared/memory/weigh.ts';
import { DEFAULT_WEIGHTS } from '../../../shared/memory/weights.ts';

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;

interface Fact extends WeighedFacts {
  readonly id: number;
}

const fact = (id: number, over: Partial<WeighedFacts> = {}): Fact => ({
  id,
  category: 'general',
  authority: 'user',
  freshAtMs: NOW_MS,
  retrievedAtMs: NOW_MS,
  usefulCount: 0,
  validFromMs: null,
  validToMs: null,
  supersededAtMs: null,
  ...over,
});

const ranked = (strength: number): Relevance => ({
  strength,
  coverage: strength,
  similarity: null,
});

const options = {
  mode: 'weighted',
  limit: 10,
  threshold: 0,
  weights: DEFAULT_WEIGHTS,
  atMs: NOW_MS,
  nowMs: NOW_MS,
} as const;

describe('weigh()', () => {
  it('divides the weighted sum by the weights, 1.10 in all', () => {
    const best = fact(0, { category: 'policy_limit', authority: 'record', usefulCount: 5 });
    const [only] = weigh([best], [ranked(0.7)], options);
    expect(only?.signals).toEqual({
      relevance: 1,
      recency: 1,
      importance: 1,
      authority: 1,
      validity: 1,
      frequency: 0.5,
    });
    expect(only?.score).toBeCloseTo(1.05 / 1.1, 10);
    expect(only?.absoluteRelevance).toBe(0.7);
  });

  it('lets nothing below the shortlist win by being recent', () => {
    const old = Array.from({ length: 20 }, (_, i) =>
      fact(i, { freshAtMs: NOW_MS - 1000 * DAY_MS }),
    );
    const fresh = fact(99, { category: 'policy_limit', authority: 'record', usefulCount: 1000 });
    const scores = [...old.map(() => ranked(0.5)), ranked(0.4)];
    const ids = weigh([...old, fresh], scores, options).map(({ memory }) => memory.id);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('leaves out what is not relevant at all, and what is below the threshold', () => {
    const facts = [fact(0), fact(1), fact(2)];
    const scores = [ranked(0), ranked(0.3), ranked(0.6)];
    const ids = (threshold: number) =>
      weigh(facts, scores, { ...options, threshold }).map(({ memory }) => memory.id);
    expect(ids(0)).toEqual([2, 1]);
    expect(ids(0.5)).toEqual([2]);
  });

  it('keeps scores and signals in 0–1, best first, at most `limit`, whatever the input', () => {
    const facts = fc.record({
      category: fc.constantFrom('policy_limit', 'how_to', 'preference', 'general'),
      authority: fc.constantFrom('record', 'agent', 'user'),
      freshAtMs: fc.integer(),
      retrievedAtMs: fc.integer(),
      usefulCount: fc.nat(),
      validToMs: fc.option(fc.integer()),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(facts, { maxLength: 60 }),
        fc.constantFrom('weighted', 'park'),
        fc.integer({ min: 1, max: 30 }),
        (entries, mode, limit) => {
          const memories = entries.map(({ score: _, ...rest }, i) =>
            fact(i, rest as Partial<WeighedFacts>),
          );
          const scores = entries.map(({ score }) => ranked(score));
          const found = weigh(memories, scores, { ...options, mode, limit } as typeof options);
          expect(found.length).toBeLessThanOrEqual(limit);
          const numbers = found.flatMap(({ score, signals }) => [score, ...Object.values(signals)]);
          expect(numbers.every((value) => value >= 0 && value <= 1)).toBe(true);
          const order = found.map(({ score }) => score);
          expect(order).toEqual([...order].sort((a, b) => b - a));
        },
      ),
    );
  });
});
