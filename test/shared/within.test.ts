import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('within()', () => {
  it('gives the answer of a call, be it a failure, and leaves no timer', async () => {
    expect(await within(50, 'rank', async () => ok(7))).toEqual(ok(7));
    const refused = fail({ code: 'quota_exceeded' as const, detail: 'Too much' });
    expect(await within(50, 'rank', async () => refused)).toEqual(refused);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says what was not done when the call throws, now or later', async () => {
    const detail = 'Cannot rank: gone';
    const failure = fail({ code: 'dependency_unavailable', detail });
    const thrower = () => {
      throw new Error('gone');
    };
    expect(await within(50, 'rank', thrower)).toEqual(failure);
    expect(await within(50, 'rank', () => Promise.reject('gone'))).toEqual(failure);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait longer than the limit', async () => {
    const { promise: never } = Promise.withResolvers<Result<number, Failure>>();
    const answer = within(50, 'rank', () => never);
    await vi.advanceTimersByTimeAsync(49);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    const detail = 'Cannot rank: no answer within 50 ms';
    expect(await answer).toEqual(fail({ code: 'dependency_unavailable', detail }));
  });
});
