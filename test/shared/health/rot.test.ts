import { describe, expect, it } from 'vitest';
import { rot } from '../../../shared/health/rot.ts';
import type { RotVerdict } from '../../../shared/session/rot.ts';
import { detectorContract, inspected, inspection } from '../../support/detector-contract.ts';

const VERDICT: RotVerdict = {
  baseline: 0.8,
  current: 0.4,
  drop: 0.4,
  tokens: { baseline: 412, current: 1830 },
  detected: true,
  advice: 'Start a fresh session',
};
const harmful = inspection([inspected({ id: 'a', text: 'Orders ship within a day' })], {
  rot: VERDICT,
});

detectorContract(rot, harmful);

describe('rot', () => {
  it('flags the session with its numbers and the advice, on no chunk', async () => {
    expect(await rot.detect(harmful)).toEqual([
      {
        detector: 'rot',
        layer: 'show',
        severity: 0.5,
        chunkIds: [],
        evidence: [],
        action: 'flag',
        reason:
          'Answer quality fell by 0.40, from 0.80 to 0.40, while windows grew from 412 to 1830 tokens; start a fresh session',
      },
    ]);
  });

  it.each([
    ['no session', null],
    ['a verdict that detects nothing', { ...VERDICT, detected: false }],
  ])('finds nothing with %s', async (_, verdict) => {
    expect(await rot.detect({ ...harmful, rot: verdict })).toEqual([]);
  });
});
