import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { precedence } from '../../../shared/health/precedence.ts';
import { KINDS, TRUSTS } from '../../../shared/types.ts';

const NOW_MS = Date.UTC(2026, 10, 30);
const side = (over: Partial<Parameters<typeof precedence>[0]> = {}) => ({
  kind: 'passage' as const,
  trust: 'retrieved' as const,
  pinned: false,
  supersededAtMs: null,
  ...over,
});
const loser = (a: Parameters<typeof side>[0], b: Parameters<typeof side>[0]) =>
  precedence(side(a), side(b), NOW_MS).loser;

describe('precedence()', () => {
  it('lets the less trusted side give way', () => {
    expect(loser({ trust: 'verified' }, {})).toBe('b');
    expect(loser({ trust: 'model' }, { trust: 'user' })).toBe('a');
  });

  it('decides nothing between equally trusted sides', () => {
    expect(precedence(side(), side(), NOW_MS)).toEqual({
      loser: null,
      reason: 'equally trusted (retrieved), so nothing is guessed',
    });
  });

  it('lets what was superseded give way, but not before its time', () => {
    expect(loser({ trust: 'verified', supersededAtMs: NOW_MS }, {})).toBe('a');
    expect(loser({ supersededAtMs: NOW_MS + 1 }, {})).toBeNull();
    expect(loser({ supersededAtMs: 1 }, { supersededAtMs: 1 })).toBeNull();
  });

  it('never lets pinned text or the user give way', () => {
    expect(loser({ trust: 'model', pinned: true }, {})).toBeNull();
    expect(loser({ kind: 'history', trust: 'user' }, { trust: 'verified' })).toBeNull();
    expect(loser({ kind: 'memory', trust: 'user' }, { trust: 'verified' })).toBe('a');
  });

  it('does not depend on which side comes first', () => {
    const any = fc.record({
      kind: fc.constantFrom(...KINDS),
      trust: fc.constantFrom(...TRUSTS),
      pinned: fc.boolean(),
      supersededAtMs: fc.constantFrom(null, NOW_MS - 1, NOW_MS + 1),
    });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const [one, other] = [precedence(a, b, NOW_MS), precedence(b, a, NOW_MS)];
        expect(other.reason).toBe(one.reason);
        expect(other.loser).toBe(one.loser === null ? null : one.loser === 'a' ? 'b' : 'a');
      }),
    );
  });
});
