import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTrees, encodeTrees } from '../../../../shared/injection/model/codec.ts';
import { logitOf } from '../../../../shared/injection/model/trees.ts';

const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -50, max: 50 });
const leaf = number.map((value) => ({ feature: -1, threshold: 0, left: 0, right: 0, value }));
const tree = fc.oneof(
  leaf.map((node) => [node]),
  fc
    .tuple(fc.nat(254), number, leaf, leaf)
    .map(([feature, threshold, low, high]) => [
      { feature, threshold, left: 1, right: 2, value: 0 },
      low,
      high,
    ]),
);
const trees = fc.record({ baseline: number, trees: fc.array(tree, { maxLength: 8 }) });

describe('encodeTrees() and decodeTrees()', () => {
  it('give back the trees', () => {
    fc.assert(
      fc.property(trees, (model) => {
        expect(decodeTrees(encodeTrees(model))).toEqual(model);
      }),
    );
  });

  it('refuse trees and features that are too large, and other versions', () => {
    const node = { feature: -1, threshold: 0, left: 0, right: 0, value: 0 };
    expect(() => encodeTrees({ baseline: 0, trees: [Array(256).fill(node)] })).toThrow(RangeError);
    expect(() => encodeTrees({ baseline: 0, trees: [[{ ...node, feature: 255 }]] })).toThrow(
      RangeError,
    );
    expect(() => decodeTrees(btoa('\x09\0\0\0\0\0\0'))).toThrow(RangeError);
  });

  it('refuse weights that are cut off', () => {
    const text = encodeTrees({
      baseline: 1,
      trees: [[{ feature: -1, threshold: 0, left: 0, right: 0, value: 2 }]],
    });
    expect(() => decodeTrees(btoa(atob(text).slice(0, -2)))).toThrow(RangeError);
  });
});

describe('logitOf()', () => {
  it('adds the leaves that a row reaches; a value on the threshold goes left', () => {
    const model = {
      baseline: 1,
      trees: [
        [
          { feature: 1, threshold: 0.5, left: 1, right: 2, value: 0 },
          { feature: -1, threshold: 0, left: 0, right: 0, value: -2 },
          { feature: -1, threshold: 0, left: 0, right: 0, value: 3 },
        ],
      ],
    };
    expect(logitOf(model, Float32Array.of(0, 0.5))).toBe(-1);
    expect(logitOf(model, Float32Array.of(0, 0.75))).toBe(4);
    expect(logitOf(model, Float32Array.of())).toBe(-1);
  });
});
