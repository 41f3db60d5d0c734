import { describe, expect, it } from 'vitest';
import { CountCache } from '../../../shared/tokens/count-cache.ts';

const count = (tokens: number) => ({ tokens, estimated: false });
/** A text of `chars` characters that differs by `mark`. */
const textOf = (mark: number, chars: number) => String(mark).padStart(chars, '.');

describe('CountCache', () => {
  it('get() returns what set() kept, by content', () => {
    const cache = new CountCache();
    cache.set('a'.repeat(20), count(5));
    expect(cache.get('aa'.repeat(10))).toEqual(count(5));
    expect(cache.get('b')).toBeUndefined();
  });

  it('set() drops the least recently used texts beyond its size', () => {
    const cache = new CountCache();
    const chars = 900_000;
    for (let mark = 0; mark < 8; mark++) cache.set(textOf(mark, chars), count(mark));
    expect(cache.get(textOf(0, chars))).toEqual(count(0));
    cache.set(textOf(8, chars), count(8));
    expect(cache.get(textOf(1, chars))).toBeUndefined();
    expect(cache.get(textOf(0, chars))).toEqual(count(0));
    expect(cache.get(textOf(8, chars))).toEqual(count(8));
  });

  it('set() keeps no text that would push out most others', () => {
    const cache = new CountCache();
    cache.set('short text', count(2));
    cache.set('x'.repeat(2_000_000), count(250_000));
    expect(cache.get('x'.repeat(2_000_000))).toBeUndefined();
    expect(cache.get('short text')).toEqual(count(2));
  });

  it('set() of a known text does not count its size twice', () => {
    const cache = new CountCache();
    const chars = 900_000;
    cache.set(textOf(0, chars), count(0));
    for (let times = 0; times < 20; times++) cache.set(textOf(1, chars), count(1));
    expect(cache.get(textOf(0, chars))).toEqual(count(0));
  });
});
