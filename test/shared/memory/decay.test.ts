import { describe, expect, it } from 'vitest';
import type { Authority, Category } from '../../../shared/contracts/memory.ts';
import { type DecayFacts, isDecayed, strength, UNUSED_MS } from '../../../shared/memory/decay.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

function facts(ageMs: number, over: Partial<DecayFacts> = {}): DecayFacts {
  const atMs = NOW - ageMs;
  return {
    category: 'general',
    authority: 'user',
    validFromMs: null,
    validToMs: null,
    supersededAtMs: null,
    freshAtMs: atMs,
    retrievedAtMs: atMs,
    usefulCount: 0,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    lastUsefulAtMs: null,
    lastRecalledAtMs: null,
    indexedAtMs: null,
    ...over,
  };
}

describe('strength()', () => {
  it('is the weighted mean of the standing signals', () => {
    // Half a half-life, preference, agent, valid, five good outcomes.
    const memory = facts(7 * DAY, { category: 'preference', authority: 'agent', usefulCount: 5 });
    const sum = 0.2 * Math.SQRT1_2 + 0.15 * 0.6 + 0.15 * 0.6 + 0.1 + 0.1 * 0.5;
    expect(strength(memory, NOW)).toBeCloseTo(sum / 0.7, 10);
  });

  it('lies in [0, 1] at its ends', () => {
    const best = { category: 'policy_limit', authority: 'record', usefulCount: 1e9 } as const;
    expect(strength(facts(0, best), NOW)).toBeCloseTo(1, 6);
    const worst = facts(1e13, { supersededAtMs: NOW - 1 });
    expect(strength(worst, NOW)).toBeGreaterThan(0);
  });
});

describe('isDecayed()', () => {
  const age = UNUSED_MS;
  const by = (category: Category, authority: Authority, supersededAtMs: number | null = null) =>
    isDecayed(facts(age, { category, authority, supersededAtMs }), NOW);

  it('lets an unused remark of a user go, and keeps what matters or is vouched for', () => {
    expect(by('general', 'user')).toBe(true);
    expect(by('preference', 'user')).toBe(false);
    expect(by('how_to', 'user')).toBe(false);
    expect(by('policy_limit', 'user')).toBe(false);
    expect(by('general', 'agent')).toBe(false);
    expect(by('general', 'record')).toBe(false);
  });

  it('lets superseded words of a user go, and keeps what a record once laid down', () => {
    const ended = NOW - age;
    for (const category of ['general', 'preference', 'how_to', 'policy_limit'] as const) {
      expect(by(category, 'user', ended)).toBe(true);
    }
    expect(by('general', 'record', ended)).toBe(true);
    expect(by('policy_limit', 'record', ended)).toBe(false);
  });

  it('keeps what was used within 90 days, in whatever way', () => {
    const recent = NOW - UNUSED_MS + 1;
    expect(isDecayed(facts(UNUSED_MS - 1), NOW)).toBe(false);
    for (const used of [
      'updatedAtMs',
      'lastUsefulAtMs',
      'lastRecalledAtMs',
      'indexedAtMs',
    ] as const) {
      expect(isDecayed(facts(2 * age, { [used]: recent }), NOW)).toBe(false);
      expect(isDecayed(facts(2 * age, { [used]: recent - 1 }), NOW)).toBe(true);
    }
  });

  it('keeps what had good outcomes twice', () => {
    const useful = (usefulCount: number) => isDecayed(facts(2 * age, { usefulCount }), NOW);
    expect([useful(0), useful(1), useful(2)]).toEqual([true, true, false]);
  });
});
