import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenJson } from '../../../shared/messages/shorten-json.ts';

describe('shortenJson()', () => {
  it('drops white space before it cuts anything', () => {
    expect(shortenJson('{ "a" :  1,\n "b": "two" }', 20)).toBe('{"a":1,"b":"two"}');
  });

  it('F-14 wraps text that is no JSON, and marks the cut', () => {
    const short = shortenJson('not json at all'.repeat(40), 200);
    expect(short.length).toBeLessThanOrEqual(200);
    expect((JSON.parse(short) as { raw_arguments: string }).raw_arguments).toMatch(
      /^not json.*… \[\d+ chars omitted\]$/,
    );
  });

  it('cuts long arrays and nested containers when strings are not enough', () => {
    const list = shortenJson(JSON.stringify({ ids: Array.from({ length: 900 }, (_, i) => i) }), 60);
    expect(list).toMatch(/^\{"ids":\[0,1,2,.*"… \[\d+ items omitted\]"\]\}$/);
    const nested = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`key${i}`, { v: i }]));
    expect(shortenJson(JSON.stringify({ nested, id: 7 }), 80)).toBe(
      '{"nested":"… [99 items omitted]","id":7}',
    );
  });

  it('F-13 never cuts a character in half', () => {
    for (let max = 40; max < 90; max += 1) {
      const short = shortenJson(JSON.stringify({ a: '🪁'.repeat(60) }), max);
      expect((JSON.parse(short) as { a: string }).a.isWellFormed()).toBe(true);
      expect(short).not.toMatch(/\\ud8/i);
    }
  });

  it('keeps the members of any object in order, and the limit wherever there is room for values', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue(), { maxKeys: 5 }),
        fc.integer({ min: 0, max: 400 }),
        (object, max) => {
          const short = shortenJson(JSON.stringify(object), max);
          const value: unknown = JSON.parse(short);
          const keys = Object.keys(JSON.parse(JSON.stringify(object)) as object);
          expect(Object.keys(value as object)).toEqual(keys);
          // Room for each name, and for a marker or a scalar as its value.
          const room = keys.reduce((sum, key) => sum + JSON.stringify(key).length + 60, 2);
          if (max >= room) expect(short.length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});
