import { describe, expect, it } from 'vitest';
import { mergePatch } from '../../../shared/memory/merge-patch.ts';

describe('mergePatch()', () => {
  // The examples of RFC 7396, appendix A, whose target and patch are objects.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected);
  });

  it('changes neither argument, and takes any name for a name', () => {
    const target = { a: { b: 1 } };
    const patch = JSON.parse('{"a": {"c": 2}, "__proto__": {"x": 1}}');
    const merged = mergePatch(target, patch);
    expect(target).toEqual({ a: { b: 1 } });
    expect(merged.a).toEqual({ b: 1, c: 2 });
    expect(Object.hasOwn(merged, '__proto__')).toBe(true);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
