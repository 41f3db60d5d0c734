import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchingBlocks, type Opcode, opcodes, ratio } from '../../../shared/clash/diff.ts';

/** What Python 3's difflib answers with autojunk off: a, b, opcodes (first letter of the tag), ratio. */
const KNOWN: readonly (readonly [string, string, string, number])[] = [
  ['q a b x c d', 'a b y c d f', 'd:0:1:0:0 e:1:3:0:2 r:3:4:2:3 e:4:6:3:5 i:6:6:5:6', 0.666667],
  ['a b x c d', 'a b c d', 'e:0:2:0:2 d:2:3:2:2 e:3:5:2:4', 0.888889],
  [
    'private Thread currentThread',
    'private volatile Thread currentThread',
    'e:0:1:0:1 i:1:1:1:2 e:1:3:2:4',
    0.857143,
  ],
  ['x a b c', 'x y x a b c', 'i:0:0:0:2 e:0:4:2:6', 0.8],
  ['a a a a', 'a a', 'e:0:2:0:2 d:2:4:2:2', 0.666667],
  [
    'the cat sat on the mat and the dog sat on the rug',
    'the dog sat on the mat and the cat slept on the rug',
    'e:0:1:0:1 r:1:2:1:2 e:2:8:2:8 r:8:10:8:10 e:10:13:10:13',
    0.769231,
  ],
  [
    'b d a a a c a b a a',
    'd a b a d a a b a d a',
    'i:0:0:0:2 e:0:1:2:3 i:1:1:3:4 e:1:4:4:7 d:4:7:7:7 e:7:9:7:9 i:9:9:9:10 e:9:10:10:11',
    0.666667,
  ],
  ['a b c d b a c b', 'b c a a a b', 'i:0:0:0:4 e:0:2:4:6 d:2:8:6:6', 0.285714],
  [
    'd c d d c c b b b a c d',
    'd c a a d b c b d d',
    'e:0:2:0:2 i:2:2:2:8 e:2:4:8:10 d:4:12:10:10',
    0.363636,
  ],
  [
    'a c c c d',
    'd a a c d a a c d c d c a d',
    'i:0:0:0:2 e:0:2:2:4 r:2:3:4:7 e:3:5:7:9 i:5:5:9:14',
    0.421053,
  ],
  [
    'b a d a b c b b d d',
    'a b d d c b d c d c d b',
    'd:0:1:0:0 e:1:2:0:1 d:2:7:1:1 e:7:10:1:4 i:10:10:4:12',
    0.363636,
  ],
  [
    'a b b b b a d',
    'b c c a b d c c b a d d d d',
    'i:0:0:0:3 e:0:2:3:5 r:2:4:5:8 e:4:7:8:11 i:7:7:11:14',
    0.47619,
  ],
];

const written = (steps: readonly Opcode[]): string =>
  steps.map(({ tag, a0, a1, b0, b1 }) => `${tag[0]}:${a0}:${a1}:${b0}:${b1}`).join(' ');

describe('opcodes()', () => {
  test.each(KNOWN)('answers as difflib for "%s" and "%s"', (a, b, steps, share) => {
    expect(written(opcodes(a.split(' '), b.split(' ')))).toBe(steps);
    expect(ratio(a.split(' '), b.split(' '))).toBeCloseTo(share, 5);
  });

  test('of two empty lists are none', () => {
    expect(opcodes([], [])).toEqual([]);
    expect(ratio([], [])).toBe(1);
  });

  test('of an empty and a full list are one insert', () => {
    expect(opcodes([], ['a', 'b'])).toEqual([{ tag: 'insert', a0: 0, a1: 0, b0: 0, b1: 2 }]);
  });

  test('turn the one list into the other', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const made: string[] = [];
        let [i, j] = [0, 0];
        for (const { tag, a0, a1, b0, b1 } of opcodes(a, b)) {
          expect([a0, b0]).toEqual([i, j]);
          if (tag === 'equal') expect(a.slice(a0, a1)).toEqual(b.slice(b0, b1));
          made.push(...(tag === 'equal' ? a.slice(a0, a1) : b.slice(b0, b1)));
          [i, j] = [a1, b1];
        }
        expect([i, j]).toEqual([a.length, b.length]);
        expect(made).toEqual(b);
      }),
    );
  });
});

describe('matchingBlocks()', () => {
  test('stays right on 10,000 equal words', () => {
    const a = Array<string>(10_000).fill('word');
    expect(matchingBlocks(a, a.slice(1000))).toEqual([{ a: 0, b: 0, size: 9000 }]);
  });

  test('stays valid when two words alternate in other proportions', () => {
    const a = Array.from({ length: 10_000 }, (_, index) => (index % 3 === 0 ? 'x' : 'y'));
    const b = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? 'x' : 'y'));
    let [i, j] = [0, 0];
    for (const block of matchingBlocks(a, b)) {
      expect(block.a >= i && block.b >= j).toBe(true);
      expect(a.slice(block.a, block.a + block.size)).toEqual(
        b.slice(block.b, block.b + block.size),
      );
      [i, j] = [block.a + block.size, block.b + block.size];
    }
  });

  test('finds the edit in 10,000 words of a long text', () => {
    const a = Array.from({ length: 10_000 }, (_, index) => `w${(index * 7919) % 2000}`);
    const b = a.with(5000, 'edited');
    expect(written(opcodes(a, b))).toBe(
      'e:0:5000:0:5000 r:5000:5001:5000:5001 e:5001:10000:5001:10000',
    );
  });
});
