import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rotOf, type SessionOutcome } from '../../../shared/session/rot.ts';

const id = (n: number) => `win_${String(n).padStart(5, '0')}`;

/** Outcomes of windows that grow by 100 tokens each. */
const growing = (qualities: readonly number[]): readonly SessionOutcome[] =>
  qualities.map((quality, n) => ({ windowId: id(n), tokens: 100 * (n + 1), quality }));

const LIMITS = { rotDrop: 0.2 };
const FALLING = growing([0.9, 0.9, 0.8, 0.9, 1, 0.7, 0.5, 0.6, 0.5]);

const quality = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const outcomes = fc.uniqueArray(
  fc.record({
    windowId: fc.integer({ min: 0, max: 9999 }).map(id),
    tokens: fc.integer({ min: 1, max: 5000 }),
    quality,
  }),
  { maxLength: 20, selector: ({ windowId }) => windowId },
);
const rotDrop = fc.double({ min: 0, max: 1, noNaN: true });

describe('rotOf()', () => {
  it('compares the median of the last three outcomes with that of the first five', () => {
    expect(rotOf(FALLING, LIMITS)).toMatchObject({
      baseline: 0.9,
      current: 0.5,
      drop: 0.4,
      tokens: { baseline: 300, current: 800 },
      detected: true,
      advice: expect.stringContaining('fresh session'),
    });
  });

  it('takes the drop on the 0–1 scale: a fall of exactly rot_drop counts, a smaller one does not', () => {
    const high = growing([1, 1, 1, 1, 1, 0.8, 0.8, 0.8]);
    const low = growing([0.3, 0.3, 0.3, 0.3, 0.3, 0.1, 0.1, 0.1]);
    const less = growing([1, 1, 1, 1, 1, 0.81, 0.81, 0.81]);
    expect([high, low, less].map((list) => rotOf(list, LIMITS).detected)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('needs windows that grew, and says that a fall without growth has another cause', () => {
    const shrinking = FALLING.map((outcome, n) => ({ ...outcome, tokens: 1000 - n }));
    const verdict = rotOf(shrinking, LIMITS);
    expect(verdict).toMatchObject({ drop: 0.4, detected: false });
    expect(verdict.advice).toContain('another cause');
    const level = FALLING.map((outcome) => ({ ...outcome, tokens: 1000 }));
    expect(rotOf(level, LIMITS).detected).toBe(false);
  });

  it.each([0, 1, 5, 7])('detects nothing in %i outcomes, and says how many it takes', (count) => {
    const verdict = rotOf(growing([1, 1, 1, 1, 0, 0, 0]).slice(0, count), LIMITS);
    expect(verdict).toMatchObject({ baseline: null, current: null, drop: null, detected: false });
    expect(verdict.advice).toContain(`${count} of the 8`);
  });

  it('is not moved by a single bad answer', () => {
    const once = growing([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0, 0.9]);
    expect(rotOf(once, LIMITS)).toMatchObject({ drop: 0, detected: false });
  });

  it('never detects rot when quality does not fall, whatever rot_drop is', () => {
    fc.assert(
      fc.property(outcomes, rotDrop, (list, limit) => {
        const verdict = rotOf(list, { rotDrop: limit });
        if (verdict.detected) expect(verdict.drop).toBeGreaterThan(0);
      }),
    );
    const level = growing(Array.from({ length: 10 }, () => 0.5));
    expect(rotOf(level, { rotDrop: 0 }).detected).toBe(false);
  });

  it('is monotone: what a larger rot_drop detects, a smaller one detects', () => {
    fc.assert(
      fc.property(outcomes, rotDrop, rotDrop, (list, a, b) => {
        const strict = rotOf(list, { rotDrop: Math.max(a, b) }).detected;
        if (strict) expect(rotOf(list, { rotDrop: Math.min(a, b) }).detected).toBe(true);
      }),
    );
  });

  it('goes by the order of the windows, not by that of arrival', () => {
    fc.assert(
      fc.property(
        outcomes.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        ([list, shuffled]) => {
          expect(rotOf(shuffled, LIMITS)).toEqual(rotOf(list, LIMITS));
        },
      ),
    );
  });

  it('says the same of the first five and the last three outcomes as of all', () => {
    fc.assert(
      fc.property(outcomes, (list) => {
        const ordered = list.toSorted((a, b) => (a.windowId < b.windowId ? -1 : 1));
        if (ordered.length < 8) return;
        const few = [...ordered.slice(0, 5), ...ordered.slice(-3)];
        expect(rotOf(few, LIMITS)).toEqual(rotOf(ordered, LIMITS));
      }),
    );
  });

  it('does not change its input', () => {
    const frozen = Object.freeze([...FALLING].reverse());
    expect(() => rotOf(frozen, LIMITS)).not.toThrow();
  });
});
