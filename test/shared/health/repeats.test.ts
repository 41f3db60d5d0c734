import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../shared/health/detector.ts';
import { withoutRepeats } from '../../../shared/health/repeats.ts';

const at = (start: number, end: number) => ({
  chunkId: 'c',
  start,
  end,
  text: 'x'.repeat(end - start),
});
const finding = (over: Partial<Finding>): Finding => ({
  detector: 'poisoning',
  layer: 'screen',
  severity: 0.9,
  chunkIds: ['c'],
  evidence: [at(10, 40)],
  action: 'excise',
  reason: 'Data gives instructions',
  ...over,
});

describe('withoutRepeats()', () => {
  const first = finding({ excise: [{ chunkId: 'c', spans: [{ start: 10, end: 40 }] }] });

  it('leaves out what an earlier finding takes out anyway, but for a mark at the edge', () => {
    expect(withoutRepeats([first, finding({ evidence: [at(12, 42)] })])).toEqual([first]);
    expect(withoutRepeats([first, finding({ evidence: [at(20, 30)], action: 'mark' })])).toEqual([
      first,
    ]);
  });

  it('leaves out everything behind a drop of the same text', () => {
    const drop = finding({ action: 'drop' });
    expect(withoutRepeats([drop, finding({ evidence: [at(90, 99)] })])).toEqual([drop]);
  });

  it.each([
    ['says more', finding({ evidence: [at(10, 40), at(60, 80)] })],
    ['is about another text', finding({ chunkIds: ['d'] })],
    ['is about several texts', finding({ chunkIds: ['c', 'd'] })],
    ['is of another layer', finding({ layer: 'verify' })],
    ['is only shown', finding({ action: 'flag' })],
  ])('keeps one that %s', (_, other) => {
    expect(withoutRepeats([first, other])).toEqual([first, other]);
  });

  it('gives nothing for nothing', () => {
    expect(withoutRepeats([])).toEqual([]);
  });
});
