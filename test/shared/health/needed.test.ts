import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../shared/health/detector.ts';
import { withoutNeeded } from '../../../shared/health/needed.ts';

const finding = (over: Partial<Finding>): Finding => ({
  detector: 'distraction',
  layer: 'decide',
  severity: 0.9,
  chunkIds: ['record'],
  evidence: [],
  action: 'drop',
  reason: 'No word of the task occurs',
  ...over,
});

describe('withoutNeeded()', () => {
  const denied = finding({
    detector: 'poisoning',
    layer: 'verify',
    chunkIds: ['turn', 'record'],
    action: 'flag',
  });

  it('keeps the record that denies what the model said, off the task or not', () => {
    expect(withoutNeeded([denied, finding({})])).toEqual([denied]);
  });

  it('leaves every other finding as it is', () => {
    const others = [
      finding({ chunkIds: ['page'] }),
      finding({ action: 'flag' }),
      finding({ detector: 'poisoning', layer: 'screen' }),
    ];
    expect(withoutNeeded([denied, ...others])).toEqual([denied, ...others]);
    const settled = finding({ ...denied, action: 'excise' });
    expect(withoutNeeded([settled, finding({})])).toEqual([settled, finding({})]);
    expect(withoutNeeded([])).toEqual([]);
  });
});
